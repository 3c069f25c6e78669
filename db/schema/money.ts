import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { accountOf, accounts, tokens } from "./accounts";
import type { receipts } from "./receipts";

type ReceiptRow = typeof receipts.$inferInsert;

const units = (name: string) => bigint(name, { mode: "bigint" });

/** An offer: `units` of USDC, sent within half an hour, buy `credits`. The memo is a secret, so only its hash is stored. */
export const quotes = pgTable(
  "quotes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    memoHash: text("memo_hash").notNull(),
    /** Requested amount in base units of USDC; decides the rate. */
    requestedUnits: units("asked_units").notNull(),
    /** Exact amount to send in base units: slightly above the requested amount, unique among live quotes. */
    units: units("units").notNull(),
    credits: integer("credits").notNull(),
    senderWallet: text("sender_wallet"),
    endpoint: text("endpoint"),
    /** An account, or the hash of an address or network. */
    caller: text("caller").notNull(),
    status: text("status", { enum: ["open", "credited"] }).notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    creditedAt: moment("credited_at"),
    accountId: bigint("account_id", { mode: "number" }).references(() => accounts.id),
  },
  (table) => [
    uniqueIndex("quotes_memo").on(table.memoHash),
    index("quotes_caller").on(table.caller, table.expiresAt),
    index("quotes_units").on(table.units),
  ],
);

/** Reserves an exact amount for a quote until `free_at`. The primary key makes amounts unique. */
export const quoteAmounts = pgTable("quote_amounts", {
  units: units("units").primaryKey(),
  quoteId: bigint("quote_id", { mode: "number" }).notNull(),
  freeAt: moment("free_at").notNull(),
});

/** Numbered places for a caller's reserved amounts. The primary key limits how many a caller can have. */
export const quotePlaces = pgTable(
  "quote_places",
  {
    caller: text("caller").notNull(),
    place: integer("place").notNull(),
    quoteId: bigint("quote_id", { mode: "number" }).notNull(),
    freeAt: moment("free_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.place] })],
);

export const observedTransfers = pgTable(
  "observed_transfers",
  {
    chainId: integer("chain_id").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    sender: text("sender").notNull(),
    units: units("units").notNull(),
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    blockHash: text("block_hash").notNull(),
    blockTime: moment("block_time").notNull(),
    /** How often it was mined, because reorganisations can remove a transaction and mine it again. */
    sightings: integer("sightings").notNull().default(1),
    /** Base units that became credits; the rest is unclaimed. */
    claimedUnits: units("claimed_units").notNull(),
    isFinal: boolean("is_final").notNull().default(false),
    goneAt: moment("gone_at"),
    observedAt: moment("observed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash, table.logIndex] }),
    check("observed_transfers_claimed_within", sql`${table.claimedUnits} between 0 and ${table.units}`),
    index("observed_transfers_not_final")
      .on(table.blockNumber)
      .where(sql`not is_final and gone_at is null`),
    index("observed_transfers_units").on(table.units),
    index("observed_transfers_unclaimed")
      .on(table.blockNumber)
      .where(sql`claimed_units = 0 and gone_at is null`),
    index("observed_transfers_sender").on(table.sender, table.blockTime),
  ],
);

/** Transaction hashes that have paid: each is claimed once, across all rails. */
export const claims = pgTable(
  "claims",
  {
    chainId: integer("chain_id").notNull(),
    txHash: text("tx_hash").notNull(),
    rail: text("rail", { enum: ["quote", "proof", "bare", "x402"] }).notNull(),
    accountId: bigint("account_id", { mode: "number" }).references(() => accounts.id),
    /**
     * The request that the hash is bound to while its call runs and after it is paid. Null when it may pay
     * any one call.
     */
    requestHash: text("request_hash"),
    /** Null for claims that bought credits instead of paying a call. */
    holdId: text("hold_id"),
    state: text("state", { enum: ["unspent", "running", "spent", "bought", "gone"] }).notNull(),
    leaseUntil: moment("lease_until"),
    claimedAt: moment("claimed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash] }),
    index("claims_leased")
      .on(table.leaseUntil)
      .where(sql`state in ('running', 'gone')`),
  ],
);

/** Signed transfers, each used once: for the request that first presented it, or for a quote. */
export const x402Authorizations = pgTable(
  "x402_authorizations",
  {
    asset: text("asset").notNull(),
    payer: text("payer").notNull(),
    nonce: text("nonce").notNull(),
    requestHash: text("request_hash").notNull(),
    /** `settling` means that the answer is ready and the payment may have been sent. */
    state: text("state", { enum: ["running", "settling", "settled", "failed"] }).notNull(),
    units: units("units").notNull(),
    validBefore: moment("valid_before").notNull(),
    receipt: jsonb("receipt").$type<ReceiptRow>(),
    txHash: text("tx_hash"),
    /** Data to resend the payment without its caller; set while settling. */
    sending: jsonb("sending").$type<Record<string, unknown>>(),
    /** The quote that it pays, whose credits the scan of the chain gives; null for payments of calls. */
    quoteId: bigint("quote_id", { mode: "number" }),
    /**
     * Cost of sending it, for the daily budget; until that is known, the most that it may cost. Null where
     * a facilitator pays.
     */
    gasGwei: bigint("gas_gwei", { mode: "number" }),
    /** Hash of the address that asked to send it without gas of its own. */
    caller: text("caller"),
    leaseUntil: moment("lease_until").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.asset, table.payer, table.nonce] }),
    index("x402_authorizations_payer").on(table.payer, table.createdAt),
    uniqueIndex("x402_authorizations_quote")
      .on(table.quoteId)
      .where(sql`quote_id is not null`),
    /** Has the gas, so that a day's sum reads the index alone. */
    index("x402_authorizations_gas")
      .on(table.createdAt, table.gasGwei)
      .where(sql`gas_gwei is not null`),
    index("x402_authorizations_caller")
      .on(table.caller, table.createdAt)
      .where(sql`caller is not null`),
    index("x402_authorizations_settling")
      .on(table.leaseUntil)
      .where(sql`state = 'settling'`),
  ],
);

/** Last scanned block, with its hash to detect reorganisations. */
export const chainCursors = pgTable("chain_cursors", {
  chainId: integer("chain_id").primaryKey(),
  blockNumber: bigint("block_number", { mode: "number" }).notNull(),
  blockHash: text("block_hash").notNull(),
  scannedAt: moment("scanned_at").notNull(),
});

export const purchases = pgTable(
  "purchases",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: accountOf("account_id"),
    quoteId: bigint("quote_id", { mode: "number" }),
    chainId: integer("chain_id").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    sender: text("sender").notNull(),
    units: units("units").notNull(),
    credits: integer("credits").notNull(),
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    transactionId: bigint("transaction_id", { mode: "number" }).notNull(),
    tokenId: bigint("token_id", { mode: "number" }).references(() => tokens.id),
    confirmedAt: moment("confirmed_at").notNull(),
    /** When the paying wallet's signature first collected it; the quote's memo alone no longer does. */
    signedAt: moment("signed_at"),
    reversedAt: moment("reversed_at"),
  },
  (table) => [
    uniqueIndex("purchases_transfer")
      .on(table.chainId, table.txHash, table.logIndex)
      .where(sql`reversed_at is null`),
    index("purchases_account").on(table.accountId, table.confirmedAt),
    index("purchases_sender").on(table.sender),
    index("purchases_transaction").on(table.chainId, table.txHash),
    index("purchases_quote").on(table.quoteId),
  ],
);

/**
 * A transfer that was collected by memo, and claimed by its payer's signature. Its credits are held
 * until the operator decides.
 */
export const purchaseDisputes = pgTable(
  "purchase_disputes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer("chain_id").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    payer: text("payer").notNull(),
    accountId: accountOf("account_id"),
    heldAccountId: accountOf("held_account_id"),
    heldCredits: integer("held_credits").notNull(),
    openedAt: moment("opened_at").notNull(),
    resolvedAt: moment("resolved_at"),
    /** The party that got the credits. `withdrawn` when one party presented both memo and signature. */
    outcome: text("outcome", { enum: ["payer", "memo", "withdrawn"] }),
    note: text("note"),
  },
  (table) => [
    uniqueIndex("purchase_disputes_open")
      .on(table.chainId, table.txHash, table.logIndex)
      .where(sql`resolved_at is null`),
    index("purchase_disputes_transaction").on(table.chainId, table.txHash),
  ],
);
