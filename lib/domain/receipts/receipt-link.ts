export const VERIFY_PATH = "/verify";

const PARAMETER = "receipt";

function toBase64url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Null for text that is not base64url of UTF-8. */
function fromBase64url(encoded: string): string | null {
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

export const receiptHref = (receipt: object): string => `${VERIFY_PATH}?${PARAMETER}=${toBase64url(JSON.stringify(receipt))}`;

/** The text of the receipt in a link's query. Null without one, or where it cannot be decoded. */
export function receiptInQuery(search: string): string | null {
  const encoded = new URLSearchParams(search).get(PARAMETER);
  return encoded === null ? null : fromBase64url(encoded);
}
