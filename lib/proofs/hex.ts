export const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Null for what is not `sha256:` and 64 lower-case hex digits. */
export function fromTagged(text: unknown): Uint8Array | null {
  const hex = typeof text === "string" ? /^sha256:((?:[0-9a-f]{2}){32})$/.exec(text)?.[1] : undefined;
  return hex === undefined ? null : Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
