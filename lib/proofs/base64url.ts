/** The bytes of base64url text of exactly that many bytes; null unless it is the one way to write them. */
export function fromBase64url(text: unknown, length: number): Uint8Array | null {
  if (typeof text !== "string" || text.length !== Math.ceil((length * 8) / 6) || !/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return bytes.length === length && toBase64url(bytes) === text ? bytes : null;
}

export function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
