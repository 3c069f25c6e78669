const ROOT = "/api/premium";

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Paths whose answers cost credits, and what lies among them; as they came, perhaps with a query. */
export function isPremiumPath(target: string): boolean {
  const [given = ""] = target.split("?", 1);
  const path = given.includes("%") ? decoded(given) : given;
  return path.startsWith(`${ROOT}/`) || path === ROOT;
}
