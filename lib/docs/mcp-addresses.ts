/** The MCP endpoint that is free, read-only and anonymous: the one that directories list. */
export const MCP_PATH = "/api/mcp";

/** The MCP endpoint that has the paid tools too, for callers who bring a credential. */
export const MCP_PAID_PATH = "/api/mcp/paid";

/** Revisions of the protocol that both speak, the newest first. */
export const MCP_PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18"] as const;
