const ROOT = "/api/premium";

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a raw request target, with or without query, lies under /api/premium. */
export function isPremiumPath(target: string): boolean {
  const [rawPath = ""] = target.split("?", 1);
  const path = rawPath.includes("%") ? decoded(rawPath) : rawPath;
  return path.startsWith(`${ROOT}/`) || path === ROOT;
}
