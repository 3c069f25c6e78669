import { z } from "zod";
import { bearerAccount } from "@/lib/money/call/token/bearer-account";
import type { Collection } from "@/lib/money/purchase/collect-token";
import { confirmByMemo } from "@/lib/money/purchase/confirm-by-memo";
import { confirmPurchase } from "@/lib/money/purchase/confirm-purchase";
import { idempotencyKeyOf } from "@/lib/money/call/credential";
import { oncePerKey } from "@/lib/money/call/once-per-key";
import { memoOf } from "@/lib/money/base/memo-of";
import { requireSellingChain } from "@/lib/money/base/rails";
import { refusal } from "@/lib/money/base/refusals";
import { configuredScreener } from "@/lib/money/chain/screener";
import { rateApplied, usdOf } from "@/lib/domain/money/credits";
import { ApiError } from "@/lib/errors";
import { hashedAddressKey } from "@/lib/http/limits/address-keys";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { NON_REFUNDABLE, Signature, TxHash } from "@/lib/schemas/money";
import { MemoFields, QuoteProgress } from "@/lib/schemas/purchase";

const REASON = z.object({ reason: z.string().optional() });
const RETRY = REASON.extend({ retryable: z.boolean().optional(), retry_after: z.int().optional() });
const SIGN = z.strictObject({ message: z.string(), expires_at: z.iso.datetime(), how: z.string() });
const UNPROVEN = REASON.extend({
  retryable: z.boolean().optional(),
  sign: SIGN.optional(),
  tx_hash: z.string().nullish().describe("The payment that `sign.message` is about, also where the request named none."),
  expected_base_units: z.string().optional(),
  received_base_units: z.array(z.string()).optional(),
});

const ShortText = z.string().max(200).nullish();
const Body = z.object({
  tx_hash: ShortText.describe("0x and 64 hex digits; may be left out with a memo, whose payment is then found by its exact amount"),
  ...MemoFields,
  signature: z
    .string()
    .max(16_000)
    .nullish()
    .describe("The paying wallet's signature of the text that GET /api/payment/claim-message gives"),
});

function trimmedOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

type Proof = { txHash: string; memo: string | null; signature: string | null } | { txHash: null; memo: string; signature: string | null };

function hashIn(body: z.output<typeof Body>): string | null {
  const hash = trimmedOrNull(body.tx_hash);
  if (hash === null) return null;
  const txHash = TxHash.safeParse(hash);
  if (txHash.success) return txHash.data;
  throw refusal("verification_failed", "`tx_hash` must be 0x and 64 hex digits.", {
    reason: "invalid_tx_hash_format",
    parameter: "tx_hash",
  });
}

function proofOf(body: z.output<typeof Body>): Proof {
  const [txHash, memo] = [hashIn(body), memoOf(body)];
  if (txHash === null && memo === null) throw new ApiError("tx_hash_required", undefined, { parameter: "tx_hash" });
  const signature = trimmedOrNull(body.signature);
  if (memo === null && signature === null) throw new ApiError("nonce_required", undefined, { parameter: "nonce" });
  if (signature !== null && !Signature.safeParse(signature).success) {
    throw refusal("verification_failed", "`signature` must be 0x and hex digits.", {
      reason: "invalid_signature_format",
      parameter: "signature",
    });
  }
  return txHash === null ? { txHash, memo: memo as string, signature } : { txHash, memo, signature };
}

function answerOf({ purchases, token, balance, note }: Collection, txHash: string) {
  const units = purchases.reduce((sum, purchase) => sum + purchase.units, 0n);
  const credits = purchases.reduce((sum, purchase) => sum + purchase.credits, 0);
  return {
    ...(token === null ? {} : { token }),
    credits,
    balance,
    tx_hash: txHash,
    tx_amount_usd: usdOf(units),
    tx_amount_base_units: units.toString(),
    rate: rateApplied(units, BigInt(credits)).label,
    block_number: purchases[0]?.blockNumber ?? 0,
    confirmed_at: (purchases[0]?.confirmedAt ?? new Date(0)).toISOString(),
    note:
      note ??
      (token === null
        ? "Added to the account of the token that this call came with."
        : "Keep the token: it is shown once. The same proof again ends it and gives a new one: a memo alone for a day and while no call was made with it."),
    refund: NON_REFUNDABLE,
  };
}

export const confirmPayment = defineEndpoint({
  method: "POST",
  path: "/api/payment/confirm",
  tag: "Payment",
  summary: "Confirm a payment: turns it into credits and a token, or tops up a token's account",
  description:
    "The proof is the quote's memo, where the payment is exactly the quoted one, or a signature of the paying wallet. The memo needs no `tx_hash`: new blocks are read for a payment of its exact amount, so that a payment from a multisig, an exchange or another device is found. Until then it answers 409 `tx_not_confirmed`, whose `quote` says what was seen: ask again after Retry-After seconds. The same proof again finds the same purchase; its token then ends and a new one is given. The memo alone does so for a day and while no call was made with the token; afterwards send the paying wallet's signature with it. Where a memo has collected the credits and the paying wallet's signature comes without that memo, both are told 409 `purchase_disputed`: what was not spent is held, and the operator decides. With an `Authorization: Bearer` header the credits go to that account and no token is answered. A payment that is not deep enough in the chain is 409 with Retry-After: retry, never pay again. No token is stored for a repeat with the same `Idempotency-Key`: it runs again by these rules. Without a token such a key has at least 16 characters and is bound to the body.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  deadlineSeconds: 45,
  body: Body,
  response: z.strictObject({
    token: z.string().optional().describe("Shown once. Missing where an account was topped up."),
    credits: z.int(),
    balance: z.int().nullable().describe("Spendable credits of the account; null where this proof says nothing about it."),
    tx_hash: z.string(),
    tx_amount_usd: z.number(),
    tx_amount_base_units: z.string(),
    rate: z.string(),
    block_number: z.int(),
    confirmed_at: z.iso.datetime(),
    note: z.string(),
    refund: z.string(),
  }),
  errors: {
    tx_hash_required: z.object({}),
    nonce_required: z.object({}),
    quote_not_found_or_expired: UNPROVEN,
    quote_expired: UNPROVEN,
    sender_mismatch: UNPROVEN,
    verification_failed: UNPROVEN,
    invalid_token: z.object({}),
    multiple_credentials: z.object({}),
    invalid_idempotency_key: z.object({}),
    idempotency_in_progress: RETRY,
    idempotency_mismatch: z.object({}),
    sanctions_block: REASON,
    tx_already_claimed: UNPROVEN.extend({ contact: z.string().nullish() }),
    purchase_disputed: REASON.extend({
      retryable: z.boolean().optional(),
      disputes: z.array(z.int()).optional(),
      credits_held: z.int().optional(),
      contact: z.string().nullish(),
    }),
    tx_in_flight: RETRY,
    tx_not_confirmed: RETRY.extend({
      confirmations: z.int().optional(),
      required_confirmations: z.int().nullish(),
      tx_hash: z.string().nullish(),
      quote: QuoteProgress.optional().describe("What is known of the quote, where the request named no transaction."),
      sign: SIGN.optional(),
    }),
    payment_disabled: REASON,
    rpc_unavailable: RETRY,
    screening_unavailable: RETRY,
  },
  example: { body: { tx_hash: `0x${"ab".repeat(32)}`, nonce: "aed-0123456789abcdef0123456789abcdef" } },
}).handle(async ({ body, db, now, baseUrl, address, headers, tokenHash }) => {
  const chain = requireSellingChain();
  const proof = proofOf(body);
  const accountId = await bearerAccount(db, { headers, tokenHash });
  return oncePerKey(db, {
    owner: { purpose: "confirm", accountId, caller: hashedAddressKey(address) },
    idempotencyKey: idempotencyKeyOf(headers, { hasToken: accountId !== null }),
    request: { ...proof, accountId },
    repeat: "rerun",
    now,
    async run() {
      const setup = { db, chain, screener: configuredScreener(), baseUrl, now };
      if (proof.txHash !== null) return answerOf(await confirmPurchase(setup, { ...proof, accountId }), proof.txHash);
      const { collection, txHash } = await confirmByMemo(setup, { ...proof, accountId });
      return answerOf(collection, txHash);
    },
  });
});
