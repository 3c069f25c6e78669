import { database } from "@/db/database";
import { findAccount } from "@/db/queries/money/ledger/journal";
import { serviceTime } from "@/lib/config/clock";
import { listAccountTokens, type ListedToken } from "@/lib/money/tokens/list-account-tokens";
import type { AccountSession } from "./visit";

/** What a session sees of its account even when the account has no token in use, as after its wallet has ended them all. */
export interface AccountFacts {
  /** Credits that no call under way has set aside. */
  spendable: number;
  /** Whether a wallet opens the account when no token does. */
  hasWallet: boolean;
  tokens: ListedToken[];
}

export async function accountFacts({ accountId, tokenId }: Pick<AccountSession, "accountId" | "tokenId">): Promise<AccountFacts> {
  const db = await database();
  const account = await findAccount(db, accountId);
  if (!account) throw new Error("a session's account is not there");
  const { posted, held, ownerWallet } = account;
  return {
    spendable: posted - held,
    hasWallet: ownerWallet !== null,
    tokens: await listAccountTokens(db, { accountId, tokenId }, serviceTime()),
  };
}
