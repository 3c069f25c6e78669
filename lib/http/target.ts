/** Path and query of an absolute URL, as they came: `URL` would decode and normalise them. */
export function targetOf(url: string): string {
  const path = url.indexOf("/", url.indexOf("://") + 3);
  return path < 0 ? "/" : url.slice(path);
}

export const pathOf = (target: string): string => target.split("?", 1)[0] ?? "";
