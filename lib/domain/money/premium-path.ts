const ROOT = "/api/premium";

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export function isPremiumPath(target: string): boolean {
  if (!target.startsWith(ROOT) && !target.includes("%")) return false;
  const [rawPath = ""] = target.split("?", 1);
  const path = rawPath.includes("%") ? decoded(rawPath) : rawPath;
  return path.startsWith(`${ROOT}/`) || path === ROOT;
}
