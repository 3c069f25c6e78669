/** The only page that other sites may frame. No place that sets the headers of pages sets them for this path. */
export const EMBED_PATH = "/embed/uptime/[provider]";

/** Pixels that its frame needs, with a text of three lines. */
export const EMBED_SIZE = { width: 340, height: 150 };
