/** How the libraries of Standard Webhooks spell a key of bytes: after this prefix stands base64. */
export const ENCODED_PREFIX = "whsec_";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const isEncodedSecret = (secret: string): boolean => secret.startsWith(ENCODED_PREFIX);

/** The base64 of an encoded secret; null where there is none. */
export function encodedKey(secret: string): string | null {
  const text = secret.slice(ENCODED_PREFIX.length);
  return isEncodedSecret(secret) && text !== "" && BASE64.test(text) ? text : null;
}
