/** The MCP endpoint that is free, read-only and anonymous: the one that directories list. */
export const MCP_PATH = "/api/mcp";

/** The same tools and those that are paid, for callers who bring a credential. */
export const MCP_PAID_PATH = "/api/mcp/paid";

/** What both are, for who looks for tools before calling one. */
export const SERVER_CARD_PATH = "/api/mcp/server-card";
