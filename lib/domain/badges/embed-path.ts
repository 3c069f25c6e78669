/** The only page that other sites may frame: wherever pages get their headers, this path gets none of them. */
export const EMBED_PATH = "/embed/uptime/[provider]";

/** Pixels that its frame needs, with a text of three lines. */
export const EMBED_SIZE = { width: 340, height: 150 };
