import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "@/lib/errors";
import { hashToken } from "../base/access-token";

export type Credential =
  | { kind: "none" }
  | { kind: "bearer"; tokenHash: string }
  | { kind: "tx"; hash: string; quote: string | null; signature: string | null }
  | { kind: "x402"; version: 1 | 2; payment: string };

const BEARER = /^Bearer +(\S+)$/i;

/** The token of an Authorization header; null without one. Another scheme than Bearer gives "", which no account has. */
export function tokenIn(authorization: string | null | undefined): string | null {
  const value = authorization?.trim();
  return value ? (BEARER.exec(value)?.[1] ?? "") : null;
}

export const bearerOf = (headers: Headers): string | null => tokenIn(headers.get("authorization"));

/** A request that brings its credential in its headers, or as the hash of a session's token. */
export interface CredentialBearer {
  headers: Headers;
  tokenHash?: string | null | undefined;
}

/** The hash of a request's token, valid or not; null without one. */
export function tokenHashOf({ headers, tokenHash }: CredentialBearer): string | null {
  if (tokenHash) return tokenHash;
  const token = bearerOf(headers);
  return token === null ? null : hashToken(token);
}

const PAYMENT_HEADERS = ["x-payment-tx", "payment-signature", "x-payment"] as const;

const isGiven = (value: unknown): boolean => String(value ?? "").trim() !== "";

/** Whether a request brings a payment of its own, valid or not, instead of a token. */
export const bringsPayment = (headerNamed: (name: string) => unknown): boolean =>
  PAYMENT_HEADERS.some((name) => isGiven(headerNamed(name)));

/** Whether a request brings what it may be paid with, valid or not. */
export const hasCredential = (headers: IncomingHttpHeaders): boolean =>
  isGiven(headers.authorization) || bringsPayment((name) => headers[name]);

/** Whether a request says who sends it, so that nobody else may get its answer. */
export const isPersonal = (headerNamed: (name: string) => unknown): boolean =>
  isGiven(headerNamed("authorization")) || isGiven(headerNamed("cookie")) || bringsPayment(headerNamed);

/** How a request pays. More than one credential is refused, so that nothing is paid twice. */
export function readCredential(request: CredentialBearer): Credential {
  const header = (name: string): string | null => request.headers.get(name)?.trim() || null;
  const found: Credential[] = [];
  const tokenHash = tokenHashOf(request);
  if (tokenHash !== null) found.push({ kind: "bearer", tokenHash });
  const hash = header("x-payment-tx");
  if (hash) found.push({ kind: "tx", hash, quote: header("x-payment-quote"), signature: header("x-payment-signature") });
  const v2Payment = header("payment-signature");
  if (v2Payment) found.push({ kind: "x402", version: 2, payment: v2Payment });
  const v1Payment = header("x-payment");
  if (v1Payment) found.push({ kind: "x402", version: 1, payment: v1Payment });
  if (found.length > 1) throw new ApiError("multiple_credentials");
  return found[0] ?? { kind: "none" };
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;
/**
 * Least length of keys without a token. Their callers are identified by an address that others may
 * share, so the keys must be hard to guess.
 */
const MIN_KEY_LENGTH_WITHOUT_TOKEN = 16;

/** Accepts the quoted string of the Idempotency-Key draft and the bare value; null without one. */
export function idempotencyKeyOf(headers: Headers, { hasToken }: { hasToken: boolean }): string | null {
  const value = headers.get("idempotency-key")?.trim();
  if (!value) return null;
  const key = /^"(.*)"$/.exec(value)?.[1] ?? value;
  if (!IDEMPOTENCY_KEY.test(key)) throw new ApiError("invalid_idempotency_key");
  if (!hasToken && key.length < MIN_KEY_LENGTH_WITHOUT_TOKEN) {
    throw new ApiError(
      "invalid_idempotency_key",
      `Without a token an Idempotency-Key has at least ${MIN_KEY_LENGTH_WITHOUT_TOKEN} characters, so that nobody else has the same; this one has ${key.length}.`,
    );
  }
  return key;
}
