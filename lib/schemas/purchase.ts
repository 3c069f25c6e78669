import { z } from "zod";

const Memo = z.string().max(200).nullish();

/** Members of a body that names a quote by its memo, under either name. */
export const MemoFields = {
  nonce: Memo.describe("The memo of the quote"),
  memo: Memo.describe("The same as `nonce`"),
};

const BaseUnits = z.string().regex(/^[0-9]{1,78}$/);

export const TransferDomain = z
  .strictObject({ name: z.string(), version: z.string(), chainId: z.int(), verifyingContract: z.string() })
  .meta({ id: "TransferDomain" });

/** EIP-712 data of a signed USDC transfer (EIP-3009, `transferWithAuthorization`). */
export const TypedTransfer = z
  .strictObject({
    domain: TransferDomain,
    types: z.strictObject({ TransferWithAuthorization: z.array(z.strictObject({ name: z.string(), type: z.string() })) }),
    primaryType: z.literal("TransferWithAuthorization"),
    message: z.strictObject({
      from: z.string().nullable().describe("The paying wallet. Null where the quote names none: put yours before you sign."),
      to: z.string(),
      value: BaseUnits,
      validAfter: BaseUnits,
      validBefore: BaseUnits.describe("Unix seconds; not after the quote's expiry."),
      nonce: z.string().describe("keccak256 of the 32 bytes of `quote_id`."),
    }),
  })
  .meta({ id: "TypedTransfer" });

export const GaslessOffer = z
  .strictObject({ submit_to: z.string(), typed_data: TypedTransfer, how: z.string() })
  .meta({ id: "GaslessOffer" });

export const QuoteProgress = z
  .strictObject({
    state: z
      .enum(["waiting", "confirming", "underpaid", "overpaid"])
      .describe(
        "waiting: no payment was seen. confirming: the exact payment is in a block. underpaid, overpaid: the quote's `sender_wallet` sent another amount, which its signature collects.",
      ),
    amount: z.string().describe("The exact amount in USDC."),
    amount_base_units: BaseUnits,
    received_base_units: BaseUnits.nullable().describe("What was seen; null while waiting."),
    tx_hash: z.string().nullable().describe("The transaction that was seen; null while waiting."),
    confirmations: z.int(),
    required_confirmations: z.int().nullable().describe("Null where the payment waits until its block is posted to the L1, some minutes."),
    expires_at: z.iso.datetime(),
    accepted_until: z.iso.datetime().describe("A payment that is mined until then is still recognised."),
    chain_read_at: z.iso.datetime().nullable().describe("When this service last read the chain; null before the first time."),
    server_time: z.iso.datetime(),
  })
  .meta({ id: "QuoteProgress" });
