import { formatMoment } from "../pages/format";
import { confirmationsOf, isConfirmed } from "./confirmations";
import { formatUsd } from "./credits";
import { graceEnd } from "./quote";

export const UNFINISHED_STATES = ["waiting_for_payment", "confirming", "confirmed", "other_sender", "disputed"] as const;
type UnfinishedState = (typeof UNFINISHED_STATES)[number];

interface Quote {
  requestedUnits: bigint;
  units: bigint;
  senderWallet: string | null;
  endpoint: string | null;
  expiresAt: Date;
}

interface SeenTransfer {
  txHash: string;
  sender: string;
  blockNumber: number;
}

interface Progress {
  state: UnfinishedState;
  /** Blocks on top of the payment's, and how many its amount needs; null where they are not known. */
  confirmations: number | null;
  required: number | null;
  nextStep: string;
}

const UNKNOWN = { confirmations: null, required: null };

function waiting({ units, senderWallet, endpoint, expiresAt }: Quote): Progress {
  const from = senderWallet === null ? "" : ` from ${senderWallet}`;
  const then = endpoint === null ? "" : `, then call ${endpoint} with its hash`;
  return {
    state: "waiting_for_payment",
    ...UNKNOWN,
    nextStep: `Nothing was received yet. Send exactly ${formatUsd(units)} USDC${from} before ${formatMoment(expiresAt.toISOString())}${then}, or let the offer expire: it costs nothing. What is mined by ${formatMoment(graceEnd(expiresAt).toISOString())} still counts.`,
  };
}

/** How far a quote's payment is. `latest` is the newest block that was read; null before the first reading. */
export function progressOf(quote: Quote, transfer: SeenTransfer | null, latest: number | null): Progress {
  if (transfer === null) return waiting(quote);
  if (quote.senderWallet !== null && quote.senderWallet !== transfer.sender) {
    return {
      state: "other_sender",
      ...UNKNOWN,
      nextStep: `The amount came from ${transfer.sender}, but the quote was for ${quote.senderWallet}. Collect it at /api/payment/confirm with a signature of the wallet that paid. Nothing is lost.`,
    };
  }
  const heads = latest === null ? null : { latest: BigInt(latest), safe: null };
  const depth = heads ? confirmationsOf(BigInt(transfer.blockNumber), quote.requestedUnits, heads) : UNKNOWN;
  const isDeep = heads !== null && isConfirmed(BigInt(transfer.blockNumber), quote.requestedUnits, heads);
  if (quote.endpoint !== null) {
    return {
      state: isDeep ? "confirmed" : "confirming",
      ...depth,
      nextStep: `Call ${quote.endpoint} with X-Payment-Tx: ${transfer.txHash}. Left alone for an hour, it becomes credits by itself.`,
    };
  }
  return isDeep
    ? {
        state: "confirmed",
        ...depth,
        nextStep: "The payment is deep enough in the chain. Its credits come with the next reading of the chain, by themselves.",
      }
    : {
        state: "confirming",
        ...depth,
        nextStep: "Wait, and do not pay again: credits come by themselves once the payment is deep enough in the chain.",
      };
}
