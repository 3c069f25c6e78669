export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromTagged(text: unknown): Uint8Array | null {
  const hex = typeof text === "string" ? /^sha256:((?:[0-9a-f]{2}){32})$/.exec(text)?.[1] : undefined;
  return hex === undefined ? null : Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Decodes base64url of exactly `length` bytes; null for any other length or a non-canonical encoding. */
export function fromBase64url(text: unknown, length: number): Uint8Array<ArrayBuffer> | null {
  if (typeof text !== "string" || text.length !== Math.ceil((length * 8) / 6) || !/^[A-Za-z0-9_-]*$/.test(text)) return null;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return bytes.length === length && toBase64url(bytes) === text ? bytes : null;
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
