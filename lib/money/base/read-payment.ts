import type { SeenTransfer } from "@/db/queries/money/transfers/transfers";
import type { Chain } from "@/lib/money/chain/chain";
import { readTransfers, type TransactionReading } from "@/lib/money/chain/read-transfers";
import type { UsedAuthorization } from "@/lib/money/chain/transfers-in";
import { confirmationsNeeded, confirmationsOf, isConfirmed, unitsAtStake } from "@/lib/domain/money/confirmations";
import { payingTransfer, type OpenQuote } from "@/lib/domain/money/quote";
import { onChain, refusal, retryable } from "./refusals";

const BLOCK_SECONDS = 2;
/** Batches reach the L1 every few minutes. */
const SAFE_RETRY_SECONDS = 60;

export interface Payment {
  /** Never empty. */
  transfers: SeenTransfer[];
  total: bigint;
  authorizations: readonly UsedAuthorization[];
}

const notVerified = (reason: string, message: string) => refusal("verification_failed", message, { reason, retryable: false });

function requireDepth(reading: TransactionReading & { state: "mined" | "failed" }, atStake: bigint): void {
  const heads = { latest: reading.head, safe: reading.safe };
  if (isConfirmed(reading.blockNumber, atStake, heads)) return;
  const { confirmations, required } = confirmationsOf(reading.blockNumber, atStake, heads);
  const seconds =
    "blocks" in confirmationsNeeded(atStake) ? Math.max(1, ((required ?? 1) - confirmations) * BLOCK_SECONDS) : SAFE_RETRY_SECONDS;
  throw retryable(
    "tx_not_confirmed",
    "The payment is in a block, but not deep enough yet for its amount. Nothing is lost; retry.",
    seconds,
    { confirmations, required_confirmations: required },
  );
}

/** The transaction's transfers to us, with enough confirmations for their amount. Throws the ApiError for the client otherwise. */
export async function readPayment(chain: Chain, txHash: string, quote: OpenQuote | null): Promise<Payment> {
  const reading = await onChain(readTransfers(chain, txHash));
  if (reading.state === "pending") {
    throw retryable(
      "tx_not_confirmed",
      "The transaction is not in a sealed block yet, or nobody has seen it. Do not pay again; retry.",
      BLOCK_SECONDS,
      { confirmations: 0 },
    );
  }
  if (reading.state === "failed") throw notVerified("tx_failed_on_chain", "The transaction failed on the chain and paid nothing.");
  const total = reading.transfers.reduce((sum, { units }) => sum + units, 0n);
  if (total === 0n) throw notVerified("no_usdc_transfer_to_wallet", "The transaction brought no USDC to this service's wallet.");
  const { blockHash, blockTime, authorizations } = reading;
  const position = { chainId: chain.chainId, txHash, blockNumber: Number(reading.blockNumber), blockHash, blockTime };
  const transfers = reading.transfers.map(({ logIndex, from, units }) => ({ ...position, logIndex, sender: from, units }));
  const quoted = payingTransfer(quote, transfers);
  requireDepth(
    reading,
    unitsAtStake(transfers, (transfer) => (transfer === quoted ? quote : null)),
  );
  return { total, authorizations, transfers };
}
