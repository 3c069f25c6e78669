import { decodePaymentResponseHeader } from "@x402/core/http";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rowsOf } from "../stores/rows-of";
import { configuredRails, type Rails } from "@/lib/money/base/rails";
import { openTransactionCall } from "@/lib/money/call/transaction/open-transaction-call";
import { fingerprintRequest } from "@/lib/receipts/hashes";
import type { Answer } from "../server/request";
import { SITE } from "./rails-world";

/** Status and error code of an answer, and its reason if that differs: `402 payment_failed/expired`. */
export async function refusedAs(answer: Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  return `${status} ${body.error}${body.reason && body.reason !== body.error ? `/${body.reason}` : ""}`;
}

export const claimStateOf = async (db: Db, hash: string): Promise<string | null> =>
  (await rowsOf<{ state: string }>(db, sql`select state from claims where tx_hash = ${hash}`))[0]?.state ?? null;

export const authorizationStateOf = async (db: Db, nonce: string): Promise<string | null> =>
  (await rowsOf<{ state: string }>(db, sql`select state from x402_authorizations where nonce = ${nonce}`))[0]?.state ?? null;

export const settlementOf = (headers: Headers, version: 1 | 2 = 2) =>
  decodePaymentResponseHeader(headers.get(version === 2 ? "payment-response" : "x-payment-response") ?? "");

/** Opens a call with a bare hash below the HTTP layer, with some of the configured rails replaced. */
export const openBareCall = (db: Db, rails: Partial<Rails>, hash: string) =>
  openTransactionCall({
    db,
    rails: { ...configuredRails(), ...rails },
    terms: {
      method: "GET",
      endpoint: "/api/premium/routing",
      credits: 1,
      requestHash: fingerprintRequest("GET", "/api/premium/routing", [["task", "code"]]),
      idempotencyKey: null,
      hasRepeatBreaker: false,
      now: new Date(),
    },
    resource: { baseUrl: SITE, target: "/api/premium/routing?task=code", description: "" },
    credential: { hash, quote: null, signature: null },
  });
