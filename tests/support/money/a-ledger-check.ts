import type { recordCheck } from "@/db/queries/money/ledger/ledger-check";

type LedgerCheck = Parameters<typeof recordCheck>[1];

/** A check of empty books, which found these faults. */
export const aLedgerCheck = (at: Date, faults: string[] = []): LedgerCheck => ({
  at,
  transactions: 0,
  accounts: 0,
  faults,
  credits: { customers: 0, held: 0, sold: 0, used: 0, receivable: 0 },
  units: { received: 0, sales: 0, unclaimed: 0 },
});
