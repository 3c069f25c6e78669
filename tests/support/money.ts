import type { Db } from "@/db/client";
import { openAccount, post, SYSTEM } from "@/db/queries/ledger";
import { checkLedger } from "@/db/queries/ledger-check";
import { addToken } from "@/db/queries/tokens";
import { mintToken } from "@/lib/billing/access-token";

let grants = 0;

/** An account with credits, and a token of it. */
export async function fundedToken(db: Db, credits: number): Promise<{ token: string; accountId: number; tokenId: number; bearer: { Authorization: string } }> {
  const now = new Date();
  const accountId = await openAccount(db, { name: "test", now });
  const { token, row } = mintToken("test", "minted");
  const tokenId = await addToken(db, accountId, row, now);
  if (credits > 0) {
    const sides = [
      { accountId: SYSTEM.sales, unit: "credit" as const, amount: -credits },
      { accountId, unit: "credit" as const, amount: credits },
    ];
    await post(db, { kind: "grant", externalRef: `grant:test:${process.pid}:${++grants}`, sides }, now);
  }
  return { token, accountId, tokenId, bearer: { Authorization: `Bearer ${token}` } };
}

export const faultsOfLedger = async (db: Db): Promise<string[]> => (await checkLedger(db, new Date())).faults;
