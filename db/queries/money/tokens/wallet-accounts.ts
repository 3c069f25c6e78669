import { and, asc, count, eq, isNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { accounts, tokens } from "@/db/schema/accounts";

interface WalletToken {
  id: number;
  head: string;
  name: string;
  createdAt: Date;
  isRevoked: boolean;
}

export interface WalletAccount {
  id: number;
  spendable: number;
  createdAt: Date;
  tokens: WalletToken[];
}

export async function listWalletAccounts(db: Db, wallet: string): Promise<WalletAccount[]> {
  const rows = await db
    .select({
      accountId: accounts.id,
      posted: accounts.posted,
      held: accounts.held,
      accountCreatedAt: accounts.createdAt,
      id: tokens.id,
      head: tokens.head,
      name: tokens.name,
      createdAt: tokens.createdAt,
      revokedAt: tokens.revokedAt,
    })
    .from(accounts)
    .leftJoin(tokens, eq(tokens.accountId, accounts.id))
    .where(eq(accounts.ownerWallet, wallet))
    .orderBy(asc(accounts.id), asc(tokens.id));
  const found = new Map<number, WalletAccount>();
  for (const { accountId, posted, held, accountCreatedAt, id, head, name, createdAt, revokedAt } of rows) {
    const account = found.get(accountId) ?? { id: accountId, spendable: posted - held, createdAt: accountCreatedAt, tokens: [] };
    found.set(accountId, account);
    if (id !== null && head !== null && name !== null && createdAt !== null) {
      account.tokens.push({ id, head, name, createdAt, isRevoked: revokedAt !== null });
    }
  }
  return [...found.values()];
}

/** Whether the wallet owns the account, and the account the token if one is passed. Locks the account. */
export async function findWalletAccount(tx: Db, wallet: string, accountId: number, tokenId: number | null): Promise<boolean> {
  const owned = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.ownerWallet, wallet)))
    .for("update");
  if (owned.length === 0 || tokenId === null) return owned.length === 1;
  const matching = await tx
    .select({ id: tokens.id })
    .from(tokens)
    .where(and(eq(tokens.id, tokenId), eq(tokens.accountId, accountId)));
  return matching.length === 1;
}

export async function countActiveTokens(db: Db, accountId: number): Promise<number> {
  const [row] = await db
    .select({ active: count() })
    .from(tokens)
    .where(and(eq(tokens.accountId, accountId), isNull(tokens.revokedAt)));
  return row?.active ?? 0;
}
