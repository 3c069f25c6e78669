import { inTransaction, type Db } from "@/db/client";
import { listDisputesOf, type Dispute } from "@/db/queries/money/purchase/disputes";
import { post } from "@/db/queries/money/ledger/ledger";
import {
  countTokens,
  lockPurchasesOf,
  lockSpendable,
  markSigned,
  movePurchases,
  setPurchaseToken,
  type Purchase,
} from "@/db/queries/money/purchase/purchases";
import { moveQuote } from "@/db/queries/money/purchase/quotes";
import { addToken, findTokenHolder, findTokenUse, rotateToken } from "@/db/queries/money/tokens/tokens";
import { ApiError } from "@/lib/errors";
import { mintToken } from "../tokens/access-token";
import type { SigningText } from "./prove-payer";
import { decidedForMemo, disputed, holdForOperator, settleDispute } from "./purchase-disputes";
import { refusal, retryable } from "../call/refusals";
import { DAY_MS } from "@/lib/domain/basics/time";

/** Who comes for bought credits, and how that was proven: the holder of a token to top up, or somebody who gets a token of his own. */
export interface Collector {
  accountId: number | null;
  /** Whether the memo of the quote that was paid was shown. */
  hasMemo: boolean;
  /** The paying wallet, where its signature was shown. */
  signer: string | null;
  /** What the paying wallet is to sign where the memo does not suffice. */
  sign: SigningText;
  now: Date;
}

export interface Collected {
  purchases: Purchase[];
  /** Null where none is given: the credits went to an account with a token, or the given one was replaced or revoked since. */
  token: string | null;
  /** Spendable credits of the account; null where the caller did not prove that it is his. */
  balance: number | null;
  note: string | null;
}

const MEMO_REPEATS_MS = DAY_MS;
const GONE_RETRY_SECONDS = 5;
const ELSEWHERE = "These credits were added to an account with a token of its own; that token spends them.";
const ENDED =
  "The token of this purchase was revoked or replaced by its owner. The paying wallet's signature gives a new one at POST /api/payment/tokens/rotate.";

/** To the collector's own account, from one that nobody held a token of. */
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
  await movePurchases(tx, ids, to);
  for (const { quoteId } of purchases) if (quoteId !== null) await moveQuote(tx, quoteId, to);
}

async function keepToken(tx: Db, purchases: readonly Purchase[], hash: string): Promise<void> {
  const holder = await findTokenHolder(tx, hash);
  if (!holder) throw new Error("a token that was just written is not there");
  await setPurchaseToken(
    tx,
    purchases.map(({ id }) => id),
    holder.tokenId,
  );
}

async function giveToken(tx: Db, purchases: readonly Purchase[], accountId: number, now: Date): Promise<Pick<Collected, "token" | "note">> {
  const tokenId = purchases.find((purchase) => purchase.tokenId !== null)?.tokenId ?? null;
  const name = `purchase ${purchases[0]?.txHash.slice(0, 10) ?? ""}`.trim();
  const { token, row } = mintToken(name, tokenId === null ? "purchase" : "rotated");
  if (tokenId === null) {
    if ((await countTokens(tx, accountId)) > 0) return { token: null, note: ELSEWHERE };
    await addToken(tx, accountId, row, now);
  } else if (!(await rotateToken(tx, tokenId, row, now))) {
    return { token: null, note: ENDED };
  }
  await keepToken(tx, purchases, row.hash);
  return { token, note: tokenId === null ? null : "The token that was given for this purchase before has ended; this one replaces it." };
}

/** Whether somebody else has these credits because of a quote's memo: a token for them, an account of his, or calls that they paid. */
async function isTakenByMemo(tx: Db, purchase: Purchase, { accountId }: Collector): Promise<boolean> {
  if (purchase.quoteId === null || purchase.signedAt !== null || purchase.accountId === accountId) return false;
  return (
    purchase.tokenId !== null ||
    (await countTokens(tx, purchase.accountId)) > 0 ||
    (await lockSpendable(tx, purchase.accountId)) < purchase.credits
  );
}

/** The memo collects anew for a day, while nothing was paid with the token that it gave, and not what the payer's signature took. */
async function requireMemoSuffices(tx: Db, purchases: readonly Purchase[], { accountId, sign, now }: Collector): Promise<void> {
  if (purchases.some((purchase) => purchase.accountId === accountId)) return;
  const refuse = (why: string) =>
    refusal("tx_already_claimed", `${why} The paying wallet's signature is needed.`, {
      reason: "signature_required",
      retryable: false,
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

interface Disputes {
  open: Dispute[];
  /** Those that the operator has decided for the memo's holder. */
  decided: Dispute[];
  isNew: boolean;
}

/** The disputes that keep these purchases from the one who comes for them, opened now where he is their payer and another has them by memo. */
async function disputesOf(tx: Db, purchases: readonly Purchase[], collector: Collector): Promise<Disputes> {
  const { hasMemo, signer, now } = collector;
  const [first] = purchases;
  const known = first ? await listDisputesOf(tx, first.chainId, first.txHash) : [];
  const disputes: Disputes = { open: [], decided: [], isNew: false };
  for (const purchase of purchases) {
    const own = known.filter(({ logIndex }) => logIndex === purchase.logIndex);
    const current = own.find(({ resolvedAt }) => resolvedAt === null);
    if (current && hasMemo && signer !== null) {
      await settleDispute(tx, current, { outcome: "withdrawn", note: "memo and signature came together", now });
    } else if (current) disputes.open.push(current);
    else if (!hasMemo && signer !== null && (await isTakenByMemo(tx, purchase, collector))) {
      const decided = own.find(({ outcome }) => outcome === "memo");
      if (decided) disputes.decided.push(decided);
      else disputes.open.push(await holdForOperator(tx, purchase, signer, now));
      disputes.isNew ||= !decided;
    }
  }
  return disputes;
}

/** All on one account: tops up the collector's, or gives the account's token, anew each time. */
async function give(tx: Db, purchases: readonly Purchase[], collector: Collector): Promise<Collected> {
  const { accountId, hasMemo, signer, now } = collector;
  const owner = purchases[0]?.accountId as number;
  const mine = purchases.filter((purchase) => purchase.accountId === owner);
  if (signer !== null) {
    await markSigned(
      tx,
      mine.map(({ id }) => id),
      now,
    );
  } else if (hasMemo) await requireMemoSuffices(tx, mine, collector);
  if (accountId !== null && accountId !== owner) await moveCredits(tx, mine, owner, accountId, now);
  const given = accountId === null ? await giveToken(tx, mine, owner, now) : { token: null, note: null };
  const isKnown = accountId !== null || given.token !== null;
  return { purchases: mine, ...given, balance: isKnown ? await lockSpendable(tx, accountId ?? owner) : null };
}

/** The credits of one proof; where two parties claim them, neither gets them. */
export async function collectToken(db: Db, bought: readonly Purchase[], collector: Collector): Promise<Collected> {
  const [first] = bought;
  if (!first) throw new Error("nothing was bought");
  const result = await inTransaction(db, async (tx) => {
    const wanted = new Set(bought.map(({ id }) => id));
    const lock = async () => (await lockPurchasesOf(tx, first.chainId, first.txHash)).filter(({ id }) => wanted.has(id));
    const { open, decided, isNew } = await disputesOf(tx, await lock(), collector);
    const purchases = await lock();
    if (purchases.length === 0) throw retryable("tx_not_confirmed", "The block of this payment went away. Retry.", GONE_RETRY_SECONDS);
    const free = purchases.filter(({ logIndex }) => ![...open, ...decided].some((dispute) => dispute.logIndex === logIndex));
    if (free.length > 0 && !isNew) return give(tx, free, collector);
    if (open.length === 0 && decided[0]) throw decidedForMemo(decided[0]);
    return { open };
  });
  if ("open" in result) throw disputed(result.open);
  return result;
}
