/** The only page that other sites may frame: wherever pages get their headers, this path gets none of them. */
export const EMBED_PATH = "/embed/uptime/[provider]";
