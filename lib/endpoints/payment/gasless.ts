import { z } from "zod";
import { configuredScreener } from "@/lib/money/chain/screener";
import { checksummed } from "@/lib/money/chain/chain";
import { ExactPayload } from "@/lib/money/chain/parse-payment";
import { configuredX402 } from "@/lib/money/chain/x402";
import { requireSellingChain } from "@/lib/money/call/rails";
import { PER_PAYER_AND_DAY } from "@/lib/money/purchase/gasless/claim-gasless";
import { submitGasless } from "@/lib/money/purchase/gasless/submit-gasless";
import { GASLESS_PATH, quoteIdOf } from "@/lib/money/purchase/quote-terms";
import { refuseEmbargoed } from "@/lib/money/purchase/refuse-embargoed";
import { formatUsd } from "@/lib/domain/money/credits";
import { defineEndpoint, free } from "@/lib/http/endpoint";

const REASON = z.object({ reason: z.string().optional() });
const RETRY = REASON.extend({ retryable: z.boolean().optional(), retry_after: z.int().optional() });

export const submitGaslessPurchase = defineEndpoint({
  method: "POST",
  path: GASLESS_PATH,
  tag: "Payment",
  summary: "Sends a purchase's signed transfer, so that the buyer needs no ether for gas",
  description: `The \`gasless\` member of a quote is what the paying wallet signs (EIP-3009); GET /api/payment/info says whether it is offered. The transfer is simulated and the payer is screened before anything is sent. One transfer is sent for a quote, and ${PER_PAYER_AND_DAY} in 24 hours for a wallet. The answer means that the transfer is in a block and not that it is credited: POST /api/payment/confirm with the memo, as after any payment. A repeat of the same request finds the same transfer. At 503 \`settlement_pending\` it may have been sent: repeat this request or confirm, and neither sign nor ask for another quote.`,
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  deadlineSeconds: 45,
  maxBodyBytes: 40_000,
  body: z.object({
    memo: z.string().trim().min(1).max(200).describe("The memo of the quote"),
    authorization: ExactPayload.shape.authorization.describe("`typed_data.message` of the quote's `gasless` member, as it was signed"),
    signature: ExactPayload.shape.signature.describe("The paying wallet's signature of `typed_data`"),
  }),
  response: z.strictObject({
    state: z.literal("submitted"),
    quote_id: z.string(),
    tx_hash: z.string(),
    payer: z.string(),
    amount: z.string(),
    amount_base_units: z.string(),
    next_step: z.string(),
  }),
  errors: {
    gasless_rejected: REASON.extend({ expected_base_units: z.string().optional(), transaction: z.string().nullish() }),
    quote_not_found_or_expired: REASON,
    jurisdiction_blocked: z.object({ country: z.string().optional(), reference: z.string().optional() }),
    sanctions_block: REASON,
    authorization_used: REASON,
    gasless_already_submitted: z.object({}),
    payment_in_flight: RETRY,
    too_many_gasless: RETRY.extend({ limit: z.int().optional() }),
    settlement_pending: RETRY.extend({ payment_state: z.literal("pending").optional(), transaction: z.string().nullish() }),
    gasless_unavailable: RETRY,
    screening_unavailable: RETRY,
    rpc_unavailable: RETRY,
    payment_disabled: REASON,
  },
  example: {
    body: {
      memo: "aed-0123456789abcdef0123456789abcdef",
      authorization: {
        from: `0x${"11".repeat(20)}`,
        to: `0x${"22".repeat(20)}`,
        value: "5001175",
        validAfter: "0",
        validBefore: "1779000000",
        nonce: `0x${"ab".repeat(32)}`,
      },
      signature: `0x${"cd".repeat(65)}`,
    },
  },
}).handle(async ({ body: { memo, authorization, signature }, db, now, baseUrl, headers }) => {
  const chain = requireSellingChain();
  refuseEmbargoed(headers);
  const { from: payer, ...transfer } = authorization;
  const payment = {
    version: 2 as const,
    scheme: "exact",
    network: `eip155:${chain.chainId}`,
    accepted: null,
    resourceUrl: null,
    payer,
    ...transfer,
    signature: signature as `0x${string}`,
  };
  const setup = { db, x402: configuredX402(), screener: configuredScreener(), baseUrl, now };
  const { quote, txHash } = await submitGasless(setup, { memo, payment });
  return {
    state: "submitted" as const,
    quote_id: quoteIdOf(quote),
    tx_hash: txHash,
    payer: checksummed(payer),
    amount: formatUsd(quote.units),
    amount_base_units: quote.units.toString(),
    next_step: "POST /api/payment/confirm with the memo as `nonce`: it answers the token once the transfer is deep enough in the chain.",
  };
});
