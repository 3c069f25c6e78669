/** The package that a purl names, with its namespace: `pkg:npm/%40scope/name@1.0` is `@scope/name`. Null for anything else. */
export function packageOf(packageUrl: string | null): string | null {
  const [, path] = /^pkg:[a-z][a-z0-9.+-]*\/+([^?#]{1,200})/i.exec(packageUrl ?? "") ?? [];
  const name = path?.replace(/@[^/@]*$/, "");
  if (!name) return null;
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

export function nameOfRepo(repo: string | null): string | null {
  const [, name] = /\/([^/]+?)(?:\.git)?\/*$/.exec(repo ?? "") ?? [];
  return name ?? null;
}
