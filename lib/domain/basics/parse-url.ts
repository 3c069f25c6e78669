/** Null for what is no URL. `URL.canParse` of Node 20 refuses valid non-ASCII URLs once V8 has compiled its callers (after some 5,000 calls). */
export function parseUrl(text: string, base?: URL | string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
