import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** Customers own credits. System accounts (negative ids) are the counterparty of every movement. */
export const accounts = pgTable(
  "accounts",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    kind: text("kind", { enum: ["customer", "wallet", "system"] }).notNull(),
    /** Sum of the account's credit entries; maintained for customers only, to avoid hot system rows. */
    posted: bigint("posted", { mode: "number" }).notNull().default(0),
    held: bigint("held", { mode: "number" }).notNull().default(0),
    /** Lower-case address that first paid into the account; its signature restores access. */
    ownerWallet: text("owner_wallet"),
    name: text("name"),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    check("accounts_held_not_negative", sql`${table.held} >= 0`),
    check("accounts_no_overdraft", sql`${table.posted} >= ${table.held}`),
    index("accounts_owner_wallet").on(table.ownerWallet),
    uniqueIndex("accounts_one_per_wallet")
      .on(table.ownerWallet)
      .where(sql`kind = 'wallet'`),
  ],
);

export const accountOf = (name: string) =>
  bigint(name, { mode: "number" })
    .notNull()
    .references(() => accounts.id);

/** A credential of an account. Only its hash and the characters shown to users are stored. */
export const tokens = pgTable(
  "tokens",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    accountId: accountOf("account_id"),
    /** SHA-256 of the whole token, hex. */
    hash: text("hash").notNull(),
    /** First and last eight characters of the secret part, after the prefix that all tokens but imported ones share. */
    head: text("head").notNull(),
    tail: text("tail").notNull(),
    name: text("name").notNull(),
    origin: text("origin", { enum: ["purchase", "minted", "imported", "rotated"] }).notNull(),
    createdAt: moment("created_at").notNull(),
    revokedAt: moment("revoked_at"),
    balanceAtRevoke: integer("balance_at_revoke"),
  },
  (table) => [uniqueIndex("tokens_hash").on(table.hash), index("tokens_account").on(table.accountId)],
);
