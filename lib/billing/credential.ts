import { ApiError } from "@/lib/errors";

export type Credential =
  | { kind: "none" }
  | { kind: "bearer"; token: string }
  | { kind: "tx"; hash: string; quote: string | null; signature: string | null }
  | { kind: "x402"; version: 1 | 2; payment: string };

const BEARER = /^Bearer +(\S+)$/i;

/** A header of spaces is no credential; one of another scheme is a token that no account has. */
function bearerOf(authorization: string): string {
  return BEARER.exec(authorization.trim())?.[1] ?? "";
}

/** What a request pays with. Two ways at once are refused, so that nothing is paid twice. */
export function readCredential(headers: Headers): Credential {
  const given = (name: string): string | null => headers.get(name)?.trim() || null;
  const found: Credential[] = [];
  const authorization = given("authorization");
  if (authorization) found.push({ kind: "bearer", token: bearerOf(authorization) });
  const hash = given("x-payment-tx");
  if (hash) found.push({ kind: "tx", hash, quote: given("x-payment-quote"), signature: given("x-payment-signature") });
  const second = given("payment-signature");
  if (second) found.push({ kind: "x402", version: 2, payment: second });
  const first = given("x-payment");
  if (first) found.push({ kind: "x402", version: 1, payment: first });
  if (found.length > 1) throw new ApiError("multiple_credentials");
  return found[0] ?? { kind: "none" };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** The draft's quoted string or the bare value; null without one. */
export function idempotencyKeyOf(headers: Headers): string | null {
  const given = headers.get("idempotency-key")?.trim();
  if (!given) return null;
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given;
  if (!IDEMPOTENCY_KEY.test(key)) throw new ApiError("invalid_idempotency_key");
  return key;
}
