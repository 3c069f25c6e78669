import type { Db } from "@/db/client";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { fundedAccount, type FundedAccount } from "./paid-calls";

export async function fundedToken(
  db: Db,
  credits: number,
  now = new Date(),
): Promise<FundedAccount & { bearer: { Authorization: string } }> {
  const funded = await fundedAccount(db, credits, now);
  return { ...funded, bearer: { Authorization: `Bearer ${funded.token}` } };
}

export const faultsOfLedger = async (db: Db): Promise<string[]> => (await checkLedger(db, new Date())).faults;
