import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, tokens } from "./accounts";
import type { receipts } from "./receipts";

type ReceiptRow = typeof receipts.$inferInsert;

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const units = (name: string) => bigint(name, { mode: "bigint" });

/** An offer: so many units of USDC, sent within half an hour, buy so many credits. The memo is a secret: only its hash is kept. */
export const quotes = pgTable(
  "quotes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    memoHash: text("memo_hash").notNull(),
    /** What was asked for, in base units of USDC; decides the rate. */
    askedUnits: units("asked_units").notNull(),
    /** What must be sent to the unit: the asked amount and a little, unique among live quotes. */
    units: units("units").notNull(),
    credits: integer("credits").notNull(),
    senderWallet: text("sender_wallet"),
    /** Set for a quote that pays one call: its endpoint's path. */
    endpoint: text("endpoint"),
    /** Who asked: an account, or the hash of an address or network. */
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

/** Which quote an exact amount belongs to, until the amount is free again. The primary key is what makes amounts unique. */
export const quoteAmounts = pgTable("quote_amounts", {
  units: units("units").primaryKey(),
  quoteId: bigint("quote_id", { mode: "number" }).notNull(),
  freeAt: moment("free_at").notNull(),
});

/** The amounts that one caller keeps from others, each in a numbered place. The primary key is what bounds them. */
export const quotePlaces = pgTable(
  "quote_places",
  {
    caller: text("caller").notNull(),
    place: integer("place").notNull(),
    quoteId: bigint("quote_id", { mode: "number" }).notNull(),
    /** When the quote's amount is free again; a paid quote leaves its place at once. */
    freeAt: moment("free_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.place] })],
);

/** Every USDC transfer to our wallet that was seen in a sealed block, and what became of it. */
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
    /** How often it was mined: a reorganisation may take a transaction out of a block and put it back. */
    sightings: integer("sightings").notNull().default(1),
    /** Units that became credits; the rest is unclaimed. */
    claimedUnits: units("claimed_units").notNull(),
    /** True once its block is final: a reorganisation can no longer take it back. */
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
  ],
);

/** One claim per transaction hash, on whatever rail. */
export const claims = pgTable(
  "claims",
  {
    chainId: integer("chain_id").notNull(),
    txHash: text("tx_hash").notNull(),
    rail: text("rail", { enum: ["quote", "proof", "bare", "x402"] }).notNull(),
    /** The account whose credits pay the call that this hash is presented for. */
    accountId: bigint("account_id", { mode: "number" }).references(() => accounts.id),
    /** Bound request while a call runs or once it was paid; null: may pay any one call. */
    requestHash: text("request_hash"),
    /** Null for claims that bought credits and pay no call of their own. */
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

/** An x402 authorisation is used once, and for the request it was first shown with. */
export const x402Authorizations = pgTable(
  "x402_authorizations",
  {
    asset: text("asset").notNull(),
    payer: text("payer").notNull(),
    nonce: text("nonce").notNull(),
    requestHash: text("request_hash").notNull(),
    /** `settling`: the answer is ready, and the payment may have been sent. */
    state: text("state", { enum: ["running", "settling", "settled", "failed"] }).notNull(),
    units: units("units").notNull(),
    /** After it the chain refuses the payment. */
    validBefore: moment("valid_before").notNull(),
    /** What is logged once it has settled: the answer's receipt. */
    receipt: jsonb("receipt").$type<ReceiptRow>(),
    txHash: text("tx_hash"),
    /** While it settles: what sends it again without its caller. */
    sending: jsonb("sending").$type<Record<string, unknown>>(),
    leaseUntil: moment("lease_until").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.asset, table.payer, table.nonce] }),
    index("x402_authorizations_payer").on(table.payer, table.createdAt),
    index("x402_authorizations_settling")
      .on(table.leaseUntil)
      .where(sql`state = 'settling'`),
  ],
);

/** How far the chain was scanned, with the hash that proves it was this chain. */
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
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    quoteId: bigint("quote_id", { mode: "number" }),
    chainId: integer("chain_id").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    sender: text("sender").notNull(),
    units: units("units").notNull(),
    credits: integer("credits").notNull(),
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    transactionId: bigint("transaction_id", { mode: "number" }).notNull(),
    /** The token that was given for it; null until somebody collects. */
    tokenId: bigint("token_id", { mode: "number" }).references(() => tokens.id),
    confirmedAt: moment("confirmed_at").notNull(),
    /** When the paying wallet's signature first took it: a quote's memo alone collects it no more. */
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

/** A transfer whose credits a quote's memo collected and whose payer then proved by signature to have paid: held until the operator decides. */
export const purchaseDisputes = pgTable(
  "purchase_disputes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    chainId: integer("chain_id").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    /** The wallet that paid and signed. */
    payer: text("payer").notNull(),
    /** Where the memo's holder had the credits. */
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    /** Opened for this dispute, without a token: what could be set aside stands there. */
    heldAccountId: bigint("held_account_id", { mode: "number" })
      .notNull()
      .references(() => accounts.id),
    /** Credits that were set aside: those of the purchase that were not spent yet. */
    heldCredits: integer("held_credits").notNull(),
    openedAt: moment("opened_at").notNull(),
    resolvedAt: moment("resolved_at"),
    /** Whom the credits went to; `withdrawn`: one party showed both the memo and the signature. */
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
