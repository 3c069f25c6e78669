import { inTransaction, type Db } from "@/db/client";
import { post } from "@/db/queries/ledger";
import { countTokens, lockPurchasesOf, lockSpendable, movePurchases, setPurchaseToken, type Purchase } from "@/db/queries/purchases";
import { moveQuote } from "@/db/queries/quotes";
import { addToken, findTokenHolder, rotateToken } from "@/db/queries/tokens";
import { ApiError } from "@/lib/errors";
import { mintToken } from "./access-token";

/** Who comes for bought credits: the holder of a token to top up, or somebody who gets a token of his own. */
export interface Collector {
  accountId: number | null;
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

const ELSEWHERE = "These credits were added to an account with a token of its own; that token spends them.";
const ENDED = "The token of this purchase was revoked or replaced by its owner. The paying wallet's signature gives a new one at POST /api/payment/tokens/rotate.";

/** To the collector's own account, from one that nobody held a token of. */
async function moveCredits(tx: Db, purchases: readonly Purchase[], from: number, to: number, now: Date): Promise<void> {
  const credits = purchases.reduce((sum, purchase) => sum + purchase.credits, 0);
  const isUntouched = (await countTokens(tx, from)) === 0 && (await lockSpendable(tx, from)) >= credits;
  if (!isUntouched) throw new ApiError("tx_already_claimed", "These credits were given to another account before.", { reason: "tx_already_claimed" });
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
  await setPurchaseToken(tx, purchases.map(({ id }) => id), holder.tokenId);
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

/** The credits of one proof, all on one account: tops up the collector's, or gives the account's token, anew each time. */
export async function collectToken(db: Db, bought: readonly Purchase[], { accountId, now }: Collector): Promise<Collected> {
  const [first] = bought;
  if (!first) throw new Error("nothing was bought");
  return inTransaction(db, async (tx) => {
    const wanted = new Set(bought.map(({ id }) => id));
    const purchases = (await lockPurchasesOf(tx, first.chainId, first.txHash)).filter(({ id }) => wanted.has(id));
    const owner = purchases[0]?.accountId;
    if (owner === undefined) throw new ApiError("tx_not_confirmed", "The block of this payment went away. Retry.", { reason: "tx_not_confirmed", retryable: true, retry_after: 5 }, { "Retry-After": "5" });
    const mine = purchases.filter((purchase) => purchase.accountId === owner);
    if (accountId !== null && accountId !== owner) await moveCredits(tx, mine, owner, accountId, now);
    const given = accountId === null ? await giveToken(tx, mine, owner, now) : { token: null, note: null };
    const isKnown = accountId !== null || given.token !== null;
    return { purchases: mine, ...given, balance: isKnown ? await lockSpendable(tx, accountId ?? owner) : null };
  });
}
