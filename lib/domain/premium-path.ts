const ROOT = "/api/premium";

/** Paths whose answers cost credits, and what lies among them. */
export const isPremiumPath = (path: string): boolean => path.startsWith(`${ROOT}/`) || path === ROOT;
