import { and, asc, eq } from "drizzle-orm";
import { matching, type Db } from "@/db/client";
import { accounts, tokens } from "@/db/schema/accounts";
import { isAccepted } from "./tokens";

export interface WalletAccount {
  id: number;
  spendable: number;
  createdAt: Date;
  tokens: (typeof tokens.$inferSelect)[];
}

export async function listWalletAccounts(db: Db, wallet: string): Promise<WalletAccount[]> {
  const rows = await db
    .select({ account: accounts, token: tokens })
    .from(accounts)
    .leftJoin(tokens, eq(tokens.accountId, accounts.id))
    .where(eq(accounts.ownerWallet, wallet))
    .orderBy(asc(accounts.id), asc(tokens.id));
  const found = new Map<number, WalletAccount>();
  for (const { account, token } of rows) {
    const { id, posted, held, createdAt } = account;
    const shown = found.get(id) ?? { id, spendable: posted - held, createdAt, tokens: [] };
    found.set(id, shown);
    if (token) shown.tokens.push(token);
  }
  return [...found.values()];
}

/** Whether the wallet owns the account, and the account the token if one is passed. Locks the account. */
export async function findWalletAccount(tx: Db, wallet: string, accountId: number, tokenId: number | null): Promise<boolean> {
  const owned = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(matching(accounts, { id: accountId, ownerWallet: wallet }))
    .for("update");
  if (owned.length === 0 || tokenId === null) return owned.length === 1;
  return (await tx.$count(tokens, matching(tokens, { id: tokenId, accountId }))) === 1;
}

export const countAcceptedTokens = async (db: Db, accountId: number, now: Date): Promise<number> =>
  db.$count(tokens, and(eq(tokens.accountId, accountId), isAccepted(now)));
