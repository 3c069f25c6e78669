import { desc, eq, sql } from "drizzle-orm";
import { firstOf, matching, type Db } from "@/db/client";
import { accounts } from "@/db/schema/accounts";
import { ledgerEntries, ledgerTransactions } from "@/db/schema/ledger";

/** Raw SQL, because the query builder omits the table name of a column when a query has only one table. */
const reversedBy = sql<number | null>`(select r.id::int from ledger_transactions r where r.reverses = ledger_transactions.id)`;

export const findTransaction = async (db: Db, id: number) =>
  db
    .select({ kind: ledgerTransactions.kind, externalRef: ledgerTransactions.externalRef, reversedBy })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.id, id))
    .then(firstOf);

export async function listEntries(db: Db, accountId: number, limit: number) {
  const { kind, at, externalRef, note } = ledgerTransactions;
  return db
    .select({ transactionId: ledgerEntries.transactionId, kind, at, credits: ledgerEntries.amount, externalRef, note, reversedBy })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(matching(ledgerEntries, { accountId, unit: "credit" }))
    .orderBy(desc(ledgerEntries.transactionId))
    .limit(limit);
}

export async function findAccount(db: Db, id: number) {
  const { kind, posted, held, ownerWallet } = accounts;
  return db.select({ kind, posted, held, ownerWallet }).from(accounts).where(eq(accounts.id, id)).then(firstOf);
}
