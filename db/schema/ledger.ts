import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, primaryKey, text, timestamp, uniqueIndex, integer, jsonb } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { accountOf, tokens } from "./accounts";

/** Append-only journal in which every transaction sums to zero per unit. Triggers in the ledger migration enforce both. */
export const ledgerTransactions = pgTable(
  "ledger_transactions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind", {
      enum: ["usage", "purchase", "observed", "unobserved", "grant", "import", "refund", "reversal", "collection", "dispute"],
    }).notNull(),
    at: moment("at").notNull(),
    /** Idempotency reference: `usage:<hold>`, `observed:<chain>:<hash>:<log>`, `import:<token hash>`. */
    externalRef: text("external_ref").notNull(),
    reverses: bigint("reverses", { mode: "number" }),
    note: text("note"),
  },
  (table) => [
    uniqueIndex("ledger_transactions_external_ref").on(table.externalRef),
    uniqueIndex("ledger_transactions_reverses").on(table.reverses),
  ],
);

export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    transactionId: bigint("transaction_id", { mode: "number" })
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: accountOf("account_id"),
    unit: text("unit", { enum: ["credit", "usdc_base_unit"] }).notNull(),
    amount: bigint("amount", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.accountId, table.unit] }),
    index("ledger_entries_account").on(table.accountId, table.unit),
    check("ledger_entries_not_zero", sql`${table.amount} <> 0`),
  ],
);

/** Credits held for one call: captured when charged, released when not charged, expired when it died. */
export const holds = pgTable(
  "holds",
  {
    id: text("id").primaryKey(),
    accountId: accountOf("account_id"),
    tokenId: bigint("token_id", { mode: "number" }).references(() => tokens.id),
    credits: integer("credits").notNull(),
    status: text("status", { enum: ["reserved", "captured", "released", "expired"] }).notNull(),
    method: text("method").notNull(),
    endpoint: text("endpoint").notNull(),
    createdAt: moment("created_at").notNull(),
    /** When it ends by itself. Null only for holds that older versions made for a claim. */
    expiresAt: moment("expires_at"),
    resolvedAt: moment("resolved_at"),
    receiptId: text("receipt_id"),
    /** Why the call was not charged, and what its caller was answered. Null for a charged call and for one that died without an answer. */
    noChargeReason: text("no_charge_reason"),
    answerStatus: integer("answer_status"),
    /** Identifies the answer that is an error. An answer with a receipt is known by its receipt. */
    requestId: text("request_id"),
  },
  (table) => [
    index("holds_open")
      .on(table.expiresAt)
      .where(sql`status = 'reserved'`),
    index("holds_account_resolved").on(table.accountId, table.resolvedAt),
    index("holds_uncharged")
      .on(table.resolvedAt)
      .where(sql`status in ('released', 'expired')`),
    check("holds_cost_something", sql`${table.credits} > 0`),
  ],
);

/** Answers for repeats of the same request, by Idempotency-Key, transaction hash or x402 nonce. Stored for a day. */
export const storedAnswers = pgTable(
  "stored_answers",
  {
    /**
     * `account:<id>`, `wallet:<address>`, `tx` or `x402`. Two endpoints have scopes of their own:
     * `buy:<owner>` and `confirm:<owner>`.
     */
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    status: integer("status"),
    headers: jsonb("headers").$type<Record<string, string>>(),
    body: text("body"),
    /** While `status` is null, the first request counts as running until then. */
    leaseUntil: moment("lease_until").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] }), index("stored_answers_created").on(table.createdAt)],
);

export const noChargeEvents = pgTable(
  "no_charge_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment("at").notNull(),
    reason: text("reason").notNull(),
    /** The declared path, because a caller's values must not become public. */
    endpoint: text("endpoint").notNull(),
    creditsSkipped: integer("credits_skipped").notNull(),
    tokenShort: text("token_short").notNull(),
    receiptId: text("receipt_id"),
  },
  (table) => [index("no_charge_events_at").on(table.at)],
);

/** Times of a token's latest identical requests, faults or uncharged answers, for the breakers. */
export const callCounters = pgTable(
  "call_counters",
  {
    key: text("key").primaryKey(),
    recent: timestamp("recent", { withTimezone: true, mode: "date" }).array().notNull(),
    trippedUntil: moment("tripped_until"),
    touchedAt: moment("touched_at").notNull(),
  },
  (table) => [index("call_counters_touched").on(table.touchedAt)],
);

export const ledgerChecks = pgTable("ledger_checks", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment("at").notNull(),
  transactions: bigint("transactions", { mode: "number" }).notNull(),
  accounts: integer("accounts").notNull(),
  faults: jsonb("faults").$type<string[]>().notNull(),
});
