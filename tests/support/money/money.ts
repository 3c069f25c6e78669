import type { Db } from "@/db/client";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { fundedAccount, type Funded } from "./paid-calls";

/** An account with credits, a token of it, and the header that shows it. */
export async function fundedToken(db: Db, credits: number): Promise<Funded & { bearer: { Authorization: string } }> {
  const funded = await fundedAccount(db, credits);
  return { ...funded, bearer: { Authorization: `Bearer ${funded.token}` } };
}

export const faultsOfLedger = async (db: Db): Promise<string[]> => (await checkLedger(db, new Date())).faults;
