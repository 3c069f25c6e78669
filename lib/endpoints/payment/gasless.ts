import { z } from "zod";
import type { Db } from "@/db/client";
import { configuredScreener } from "@/lib/money/chain/screener";
import { checksummed } from "@/lib/money/chain/chain";
import { ExactPayload } from "@/lib/money/chain/parse-payment";
import { configuredX402 } from "@/lib/money/chain/x402";
import { requireSellingChain } from "@/lib/money/call/rails";
import { submitGasless } from "@/lib/money/purchase/gasless/submit-gasless";
import { quoteIdOf } from "@/lib/money/purchase/quote-terms";
import { refuseEmbargoed } from "@/lib/money/purchase/refuse-embargoed";
import { GASLESS_PATH, GASLESS_PER_WALLET } from "@/lib/domain/money/gasless";
import { formatUsd } from "@/lib/domain/money/credits";
import { ApiError } from "@/lib/errors";
import { memoOf } from "@/lib/money/purchase/memo-of";
import { MemoFields } from "@/lib/schemas/purchase";
import { hashedAddressKey } from "@/lib/http/address-keys";
import { defineEndpoint, free } from "@/lib/http/endpoint";

const State = z.object({
  payment_state: z
    .enum(["unspent", "pending"])
    .optional()
    .describe("unspent: the signed transfer was not sent, so that another way to pay is safe. pending: it may have been sent."),
});
const Reason = State.extend({ reason: z.string().optional() });
const Retry = Reason.extend({ retryable: z.boolean().optional(), retry_after: z.int().optional() });

const Body = z.object({
  ...MemoFields,
  authorization: ExactPayload.shape.authorization.describe("`typed_data.message` of the quote's `gasless` member, as it was signed"),
  signature: ExactPayload.shape.signature.describe("The paying wallet's signature of `typed_data`"),
});

const Answer = z.strictObject({
  state: z.literal("submitted"),
  quote_id: z.string(),
  tx_hash: z.string(),
  payer: z.string(),
  amount: z.string(),
  amount_base_units: z.string(),
  next_step: z.string(),
});

interface Call {
  body: z.output<typeof Body>;
  db: Db;
  now: Date;
  baseUrl: string;
  headers: Headers;
  address: string;
}

async function submit({ body, db, now, baseUrl, headers, address }: Call): Promise<z.input<typeof Answer>> {
  const chain = requireSellingChain();
  const { authorization, signature } = body;
  const memo = memoOf(body);
  if (memo === null) throw new ApiError("nonce_required", "Send `nonce`, the memo of your quote.", { parameter: "nonce" });
  refuseEmbargoed(headers);
  const { from: payer, ...transfer } = authorization;
  const payment = {
    version: 2 as const,
    scheme: "exact",
    network: `eip155:${chain.chainId}`,
    accepted: null,
    resourceUrl: null,
    identifier: null,
    payer,
    ...transfer,
    signature: signature as `0x${string}`,
  };
  const setup = { db, x402: configuredX402(), screener: configuredScreener(), baseUrl, caller: hashedAddressKey(address), now };
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
}

export const submitGaslessPurchase = defineEndpoint({
  method: "POST",
  path: GASLESS_PATH,
  tag: "Payment",
  summary: "Gasless payment: sends a purchase's signed transfer, so that the buyer needs no ether for gas",
  description: `The \`gasless\` member of a quote is what the paying wallet signs (EIP-3009); GET /api/payment/info says whether it is offered. The transfer is simulated and the payer is screened before anything is sent. One transfer is sent for a quote, and ${GASLESS_PER_WALLET} in 24 hours for a wallet. The answer means that the transfer is in a block and not that it is credited: POST /api/payment/confirm with the memo, as after any payment. A repeat of the same request finds the same transfer. Where an error carries \`payment_state: "unspent"\` nothing was sent. At 503 \`settlement_pending\` it may have been sent: repeat this request or confirm, and neither sign nor ask for another quote.`,
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  deadlineSeconds: 45,
  maxBodyBytes: 40_000,
  body: Body,
  response: Answer,
  errors: {
    gasless_rejected: Reason.extend({ expected_base_units: z.string().optional(), transaction: z.string().nullish() }),
    quote_not_found_or_expired: Reason,
    nonce_required: State.extend({ parameter: z.string().optional() }),
    jurisdiction_blocked: State.extend({ country: z.string().optional(), reference: z.string().optional() }),
    sanctions_block: Reason,
    authorization_used: Reason,
    gasless_already_submitted: State,
    payment_in_flight: Retry,
    too_many_gasless: Retry.extend({ limit: z.int().optional() }),
    settlement_pending: Retry.extend({ transaction: z.string().nullish() }),
    gasless_unavailable: Retry,
    screening_unavailable: Retry,
    rpc_unavailable: Retry,
    payment_disabled: Reason,
  },
  example: {
    body: {
      nonce: "aed-0123456789abcdef0123456789abcdef",
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
}).handle(submit);
