import { and, desc, eq, sql } from "drizzle-orm";
import { toDate, type Db } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { ledgerEntries, ledgerTransactions } from "@/db/schema/ledger";

export interface FoundTransaction {
  kind: string;
  externalRef: string;
  reversedBy: number | null;
}

/** Raw SQL, because the query builder omits the table name of a column when a query has only one table. */
const reversedBy = sql<number | null>`(select r.id::int from ledger_transactions r where r.reverses = ledger_transactions.id)`;

export async function findTransaction(db: Db, id: number): Promise<FoundTransaction | null> {
  const [row] = await db
    .select({ kind: ledgerTransactions.kind, externalRef: ledgerTransactions.externalRef, reversedBy })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, id));
  return row ?? null;
}

export interface AccountEntry {
  transactionId: number;
  kind: string;
  at: Date;
  credits: number;
  externalRef: string;
  note: string | null;
  reversedBy: number | null;
}

export async function listEntries(db: Db, accountId: number, limit: number): Promise<AccountEntry[]> {
  const { kind, at, externalRef, note } = ledgerTransactions;
  const rows = await db
    .select({ transactionId: ledgerEntries.transactionId, kind, at, credits: ledgerEntries.amount, externalRef, note, reversedBy })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerEntries.accountId, accountId), eq(ledgerEntries.unit, "credit")))
    .orderBy(desc(ledgerEntries.transactionId))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: toDate(row.at) }));
}

export interface FoundAccount {
  kind: "customer" | "wallet" | "system";
  posted: number;
  held: number;
}

export async function findAccount(db: Db, id: number): Promise<FoundAccount | null> {
  const { kind, posted, held } = accounts;
  const [row] = await db.select({ kind, posted, held }).from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}
