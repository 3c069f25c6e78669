import { ApiError } from "@/lib/errors";

export type Credential =
  | { kind: "none" }
  | { kind: "bearer"; token: string }
  | { kind: "tx"; hash: string; quote: string | null; signature: string | null }
  | { kind: "x402"; version: 1 | 2; payment: string };

const BEARER = /^Bearer +(\S+)$/i;

/** The token of an Authorization header; null without one. Another scheme than Bearer is a token that no account has. */
export function tokenIn(authorization: string | null | undefined): string | null {
  const given = authorization?.trim();
  return given ? (BEARER.exec(given)?.[1] ?? "") : null;
}

export const bearerOf = (headers: Headers): string | null => tokenIn(headers.get("authorization"));

/** What a request pays with. Two ways at once are refused, so that nothing is paid twice. */
export function readCredential(headers: Headers): Credential {
  const given = (name: string): string | null => headers.get(name)?.trim() || null;
  const found: Credential[] = [];
  const token = bearerOf(headers);
  if (token !== null) found.push({ kind: "bearer", token });
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
/** Callers without a token are known by an address that others may share: nobody may guess their keys. */
const LEAST_KEY_WITHOUT_TOKEN = 16;

/** The draft's quoted string or the bare value; null without one. */
export function idempotencyKeyOf(headers: Headers, { hasToken }: { hasToken: boolean }): string | null {
  const given = headers.get("idempotency-key")?.trim();
  if (!given) return null;
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given;
  if (!IDEMPOTENCY_KEY.test(key)) throw new ApiError("invalid_idempotency_key");
  if (!hasToken && key.length < LEAST_KEY_WITHOUT_TOKEN) {
    throw new ApiError(
      "invalid_idempotency_key",
      `Without a token an Idempotency-Key has at least ${LEAST_KEY_WITHOUT_TOKEN} characters, so that nobody else has the same; this one has ${key.length}.`,
    );
  }
  return key;
}
