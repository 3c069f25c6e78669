import { z } from "zod";
import { HOW_TO_SEND, signingText } from "@/lib/money/base/prove-payer";
import type { ClaimPurpose } from "@/lib/domain/money/claim-message";
import { env } from "@/lib/config/env";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { fingerprintRequest, tagged } from "@/lib/receipts/hashes";
import { integerParam } from "@/lib/schemas/params";
import { TxHash, Wallet } from "@/lib/schemas/money";

const PURPOSES = ["purchase", "call", "tokens", "rotate", "end-all"] as const;
const id = () => integerParam(1, 999_999_999_999_999);

/** Refuses `//` and `/\` at the start, after which URL parsers expect a host. */
const PATH_AND_QUERY = /^\/(?![/\\])[\x21-\x7e]*$/;

const Query = z.object({
  purpose: z
    .enum(PURPOSES)
    .default("purchase")
    .describe(
      "What the signature is for: confirm a purchase, pay one call by X-Payment-Tx, list a wallet's tokens, replace one of them, end all tokens and sessions of an account",
    ),
  tx_hash: TxHash.optional().meta({ accepts: "0x and 64 hex digits" }).describe("Of the payment; for purchase and call"),
  method: z.enum(["GET", "POST", "DELETE"]).default("GET").describe("Of the call to pay for"),
  target: z
    .string()
    .max(2000)
    .regex(PATH_AND_QUERY)
    .optional()
    .meta({ accepts: "a path that starts with one /, with its query" })
    .describe("Path and query of the call to pay for, exactly as it will be sent"),
  body_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .meta({ accepts: "64 hex digits" })
    .describe("For a call with a body: SHA-256 of its bytes"),
  wallet: Wallet.optional().meta({ accepts: "0x and 40 hex digits" }).describe("For tokens, rotate and end-all"),
  account_id: id().optional().describe("For rotate and end-all: one of the accounts that POST /api/payment/tokens lists"),
  token_id: id().optional().describe("For rotate: the token to replace; left out where the account has none in use"),
});

type ClaimQuery = z.output<typeof Query>;

function requestOf({ method, target, body_sha256: bodySha256 }: ClaimQuery): string {
  if (target === undefined) return "{target}";
  const { pathname, searchParams } = new URL(target, "http://in-process");
  return `${target} ${fingerprintRequest(method, pathname, searchParams, bodySha256 === undefined ? null : tagged(bodySha256))}`;
}

function claimOf(query: ClaimQuery, chainId: number): ClaimPurpose {
  const { purpose, method, tx_hash: txHash = "{tx_hash}", wallet = "{wallet}" } = query;
  if (purpose === "purchase") return { purpose, chainId, txHash };
  if (purpose === "call") return { purpose, chainId, txHash, method, target: requestOf(query) };
  if (purpose === "tokens") return { purpose, chainId, wallet };
  const accountId = query.account_id ?? "{account_id}";
  if (purpose === "end-all") return { purpose, chainId, wallet, accountId };
  return { purpose, chainId, wallet, accountId, tokenId: query.token_id ?? null };
}

const NEEDED = {
  purchase: ["tx_hash"],
  call: ["tx_hash", "target"],
  tokens: ["wallet"],
  rotate: ["wallet", "account_id"],
  "end-all": ["wallet", "account_id"],
} as const;

export const paymentClaimMessage = defineEndpoint({
  method: "GET",
  path: "/api/payment/claim-message",
  tag: "Payment",
  summary: "Claim message: the text that a wallet signs to prove that it paid",
  description:
    "It names this service, one purpose and one payment, wallet or token, and ends within the hour. What was not given stands in braces and in `missing`: fill it in before you sign. Signing moves no funds.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  query: Query,
  response: z.strictObject({
    purpose: z.enum(PURPOSES),
    message: z.string(),
    missing: z.array(z.string()),
    expires_at: z.iso.datetime(),
    how: z.string(),
  }),
  example: { query: { purpose: "purchase", tx_hash: `0x${"ab".repeat(32)}` } },
}).handle(({ query, baseUrl, now }) => {
  const missing = NEEDED[query.purpose].filter((name) => query[name] === undefined);
  return { purpose: query.purpose, missing, ...signingText(baseUrl, claimOf(query, env().CHAIN_ID), now), how: HOW_TO_SEND[query.purpose] };
});
