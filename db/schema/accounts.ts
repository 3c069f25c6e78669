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
    /**
     * First and last eight characters of the secret part. The prefix before it is the same for all tokens
     * but imported ones.
     */
    head: text("head").notNull(),
    tail: text("tail").notNull(),
    name: text("name").notNull(),
    origin: text("origin", { enum: ["purchase", "minted", "imported", "rotated", "created"] }).notNull(),
    /** The token that made or was replaced by this one. Not a foreign key, because rotation moves older tokens under a newer one. */
    parentId: bigint("parent_id", { mode: "number" }),
    /** Hash of the Idempotency-Key of the creating request. A repeat of that request finds the token by it. */
    madeWith: text("made_with"),
    createdAt: moment("created_at").notNull(),
    /** Accepted until then: a time in the future is the end of the grace after a rotation. */
    revokedAt: moment("revoked_at"),
    suspendedUntil: moment("suspended_until"),
    balanceAtRevoke: integer("balance_at_revoke"),
  },
  (table) => [
    uniqueIndex("tokens_hash").on(table.hash),
    index("tokens_account").on(table.accountId),
    index("tokens_parent").on(table.parentId),
    uniqueIndex("tokens_made_with").on(table.accountId, table.madeWith),
  ],
);

/** Someone signed in on the pages. The cookie holds the secret whose hash is the key; the row holds what it opens. */
export const sessions = pgTable(
  "sessions",
  {
    hash: text("hash").primaryKey(),
    accountId: accountOf("account_id"),
    /** The token that signed in, with which the session ends; null for a wallet. */
    tokenId: bigint("token_id", { mode: "number" }).references(() => tokens.id),
    /** Lower-case address that signed in; null for a token. */
    wallet: text("wallet"),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [
    index("sessions_account").on(table.accountId),
    index("sessions_expires").on(table.expiresAt),
    check("sessions_one_credential", sql`(${table.tokenId} is null) <> (${table.wallet} is null)`),
  ],
);

/** Numbers that wallets have signed in with, so that each opens one session. A row stays until its number expires. */
export const signInNonces = pgTable(
  "sign_in_nonces",
  { hash: text("hash").primaryKey(), expiresAt: moment("expires_at").notNull() },
  (table) => [index("sign_in_nonces_expires").on(table.expiresAt)],
);
