import { inTransaction, type Db } from "@/db/client";
import { listDisputesOf, type Dispute } from "@/db/queries/money/purchase/disputes";
import { post } from "@/db/queries/money/ledger/ledger";
import {
  countTokens,
  lockPurchasesOf,
  lockSpendable,
  markSigned,
  updatePurchases,
  type Purchase,
} from "@/db/queries/money/purchase/purchases";
import { updateQuote } from "@/db/queries/money/purchase/quotes";
import { addToken, findTokenUse } from "@/db/queries/money/tokens/tokens";
import { ApiError } from "@/lib/errors";
import { mintToken } from "../base/access-token";
import { replaceToken } from "../tokens/account-tokens";
import type { SigningText } from "../base/prove-payer";
import { decidedForMemo, disputeOpen, holdForOperator, decideDispute } from "./purchase-disputes";
import { refusal, retryable } from "../base/refusals";
import { DAY_MS } from "@/lib/domain/basics/time";

export interface Collector {
  accountId: number | null;
  hasMemo: boolean;
  signer: string | null;
  sign: SigningText;
  now: Date;
}

export interface Collection {
  purchases: Purchase[];
  /** Null when the account already has a token, or when the purchase's token was replaced or revoked. */
  token: string | null;
  /** Spendable credits of the account; null when the caller did not prove access to it. */
  balance: number | null;
  note: string | null;
}

const MEMO_REPEATS_MS = DAY_MS;
const GONE_RETRY_SECONDS = 5;
const NOTE_OTHER_TOKEN = "These credits were added to an account with a token of its own; that token spends them.";
const NOTE_TOKEN_ENDED =
  "The token of this purchase was revoked or replaced by its owner. The paying wallet's signature gives a new one at POST /api/payment/tokens/rotate.";

/** Moves credits to the collector's account. Allowed only from an account without tokens whose credits are unspent. */
async function moveCredits(tx: Db, purchases: readonly Purchase[], from: number, to: number, now: Date): Promise<void> {
  const credits = purchases.reduce((sum, purchase) => sum + purchase.credits, 0);
  const isUntouched = (await countTokens(tx, from)) === 0 && (await lockSpendable(tx, from)) >= credits;
  if (!isUntouched) {
    throw new ApiError("tx_already_claimed", "These credits were given to another account before.", { reason: "tx_already_claimed" });
  }
  const ids = purchases.map(({ id }) => id);
  const sides = [
    { accountId: from, unit: "credit", amount: -credits },
    { accountId: to, unit: "credit", amount: credits },
  ] as const;
  await post(tx, { kind: "collection", externalRef: `collection:${ids.join(",")}:${to}`, sides }, now);
  await updatePurchases(tx, ids, { accountId: to });
  for (const { quoteId } of purchases) if (quoteId !== null) await updateQuote(tx, quoteId, { accountId: to });
}

async function linkToken(tx: Db, purchases: readonly Purchase[], tokenId: number): Promise<void> {
  await updatePurchases(
    tx,
    purchases.map(({ id }) => id),
    { tokenId },
  );
}

async function issueToken(
  tx: Db,
  purchases: readonly Purchase[],
  accountId: number,
  now: Date,
): Promise<Pick<Collection, "token" | "note">> {
  const tokenId = purchases.find((purchase) => purchase.tokenId !== null)?.tokenId ?? null;
  const name = `purchase ${purchases[0]?.txHash.slice(0, 10) ?? ""}`.trim();
  const { token, row } = mintToken(name, tokenId === null ? "purchase" : "rotated");
  if (tokenId === null) {
    if ((await countTokens(tx, accountId)) > 0) return { token: null, note: NOTE_OTHER_TOKEN };
    await linkToken(tx, purchases, await addToken(tx, accountId, row, now));
  } else {
    const replacing = await replaceToken(tx, tokenId, row, now);
    if (replacing === null) return { token: null, note: NOTE_TOKEN_ENDED };
    await linkToken(tx, purchases, replacing);
  }
  return { token, note: tokenId === null ? null : "The token that was given for this purchase before has ended; this one replaces it." };
}

async function isCollectedByMemo(tx: Db, purchase: Purchase, { accountId }: Collector): Promise<boolean> {
  if (purchase.quoteId === null || purchase.signedAt !== null || purchase.accountId === accountId) return false;
  return (
    purchase.tokenId !== null ||
    (await countTokens(tx, purchase.accountId)) > 0 ||
    (await lockSpendable(tx, purchase.accountId)) < purchase.credits
  );
}

/**
 * A memo replaces its token for one day and only while the token is unused. It never does after the
 * paying wallet has signed.
 */
async function requireMemoSuffices(tx: Db, purchases: readonly Purchase[], { accountId, sign, now }: Collector): Promise<void> {
  if (purchases.some((purchase) => purchase.accountId === accountId)) return;
  const refuse = (why: string) =>
    refusal("tx_already_claimed", `${why} The paying wallet's signature is needed.`, {
      reason: "signature_required",
      retryable: false,
      tx_hash: purchases[0]?.txHash ?? null,
      sign,
    });
  if (purchases.some(({ signedAt }) => signedAt !== null)) {
    throw refuse("The wallet that paid has collected these credits, so the memo alone does not give them any more.");
  }
  const tokenId = purchases.find((purchase) => purchase.tokenId !== null)?.tokenId ?? null;
  const token = accountId !== null || tokenId === null ? null : await findTokenUse(tx, tokenId);
  if (!token?.isActive) return;
  if (token.isUsed) throw refuse("The token of this purchase was used, so the memo alone does not replace it.");
  if (now.getTime() - token.createdAt.getTime() > MEMO_REPEATS_MS) {
    throw refuse("The token of this purchase is older than a day, so the memo alone does not replace it.");
  }
}

interface BlockingDisputes {
  open: Dispute[];
  /** Decided for the memo's holder. */
  decided: Dispute[];
  isNew: boolean;
}

/** Disputes that block the collector. Opens one when the payer signs for a purchase that another party collected by memo. */
async function disputesOf(tx: Db, purchases: readonly Purchase[], collector: Collector): Promise<BlockingDisputes> {
  const { hasMemo, signer, now } = collector;
  const [first] = purchases;
  const disputesOfTransaction = first ? await listDisputesOf(tx, first.chainId, first.txHash) : [];
  const disputes: BlockingDisputes = { open: [], decided: [], isNew: false };
  for (const purchase of purchases) {
    const own = disputesOfTransaction.filter(({ logIndex }) => logIndex === purchase.logIndex);
    const current = own.find(({ resolvedAt }) => resolvedAt === null);
    if (current && hasMemo && signer !== null) {
      await decideDispute(tx, current, { outcome: "withdrawn", note: "memo and signature came together", now });
    } else if (current) disputes.open.push(current);
    else if (!hasMemo && signer !== null && (await isCollectedByMemo(tx, purchase, collector))) {
      const decided = own.find(({ outcome }) => outcome === "memo");
      if (decided) disputes.decided.push(decided);
      else disputes.open.push(await holdForOperator(tx, purchase, signer, now));
      disputes.isNew ||= !decided;
    }
  }
  return disputes;
}

async function handOver(tx: Db, purchases: readonly Purchase[], collector: Collector): Promise<Collection> {
  const { accountId, hasMemo, signer, now } = collector;
  const owner = purchases[0]?.accountId as number;
  const handedOver = purchases.filter((purchase) => purchase.accountId === owner);
  if (signer !== null) {
    await markSigned(
      tx,
      handedOver.map(({ id }) => id),
      now,
    );
  } else if (hasMemo) await requireMemoSuffices(tx, handedOver, collector);
  if (accountId !== null && accountId !== owner) await moveCredits(tx, handedOver, owner, accountId, now);
  const issued = accountId === null ? await issueToken(tx, handedOver, owner, now) : { token: null, note: null };
  const isKnown = accountId !== null || issued.token !== null;
  return { purchases: handedOver, ...issued, balance: isKnown ? await lockSpendable(tx, accountId ?? owner) : null };
}

/** Hands purchased credits to the collector. Throws `purchase_disputed` while two parties claim them. */
export async function collectToken(db: Db, bought: readonly Purchase[], collector: Collector): Promise<Collection> {
  const [first] = bought;
  if (!first) throw new Error("nothing was bought");
  const result = await inTransaction(db, async (tx) => {
    const ids = new Set(bought.map(({ id }) => id));
    const lock = async () => (await lockPurchasesOf(tx, first.chainId, first.txHash)).filter(({ id }) => ids.has(id));
    const { open, decided, isNew } = await disputesOf(tx, await lock(), collector);
    const purchases = await lock();
    if (purchases.length === 0) throw retryable("tx_not_confirmed", "The block of this payment went away. Retry.", GONE_RETRY_SECONDS);
    const free = purchases.filter(({ logIndex }) => ![...open, ...decided].some((dispute) => dispute.logIndex === logIndex));
    if (free.length > 0 && !isNew) return handOver(tx, free, collector);
    if (open.length === 0 && decided[0]) throw decidedForMemo(decided[0]);
    return { open };
  });
  if ("open" in result) throw disputeOpen(result.open);
  return result;
}
