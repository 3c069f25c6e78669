import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid, varchar } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";

/**
 * Has a single row, made with the tables. Backups and the marker beside an embedded database identify
 * the data's owner by it.
 */
export const installations = pgTable("installations", {
  id: uuid("id").primaryKey().defaultRandom(),
  createdAt: moment("created_at").notNull().defaultNow(),
  /** True for ever once invented data was planted: answers and pages then say that they show samples. */
  isSample: boolean("is_sample").notNull().default(false),
});

/** Incremented in the transaction that changes a dataset; a prepared answer is valid for one version. */
export const datasetVersions = pgTable("dataset_versions", {
  dataset: text("dataset").primaryKey(),
  version: bigint("version", { mode: "number" }).notNull().default(0),
  bumpedAt: moment("bumped_at").notNull(),
});

/** Sources as `dataset/name`, each with its last result and the time of its last complete reading. */
export const sources = pgTable(
  "sources",
  {
    id: text("id").primaryKey(),
    dataset: text("dataset").notNull(),
    firstAttemptAt: moment("first_attempt_at"),
    lastAttemptAt: moment("last_attempt_at"),
    lastReadAt: moment("last_read_at"),
    lastFault: text("last_fault"),
    lastError: text("last_error"),
    consecutiveFailures: integer("consecutive_failures").notNull().default(0),
    itemCount: integer("item_count"),
    url: text("url"),
    etag: text("etag"),
    lastModified: text("last_modified"),
  },
  (table) => [index("sources_dataset").on(table.dataset)],
);

export const hostBreakers = pgTable("host_breakers", {
  host: text("host").primaryKey(),
  failures: integer("failures").notNull().default(0),
  openUntil: moment("open_until"),
});

export const jobRuns = pgTable(
  "job_runs",
  {
    job: text("job").notNull(),
    slot: moment("slot").notNull(),
    status: text("status", { enum: ["running", "done", "failed", "skipped", "cut"] }).notNull(),
    owner: text("owner").notNull(),
    startedAt: moment("started_at").notNull(),
    finishedAt: moment("finished_at"),
    counts: jsonb("counts").$type<Record<string, number | string>>(),
    error: text("error"),
  },
  (table) => [
    primaryKey({ columns: [table.job, table.slot] }),
    uniqueIndex("job_runs_one_running")
      .on(table.job)
      .where(sql`status = 'running'`),
    index("job_runs_started").on(table.startedAt),
  ],
);

/** Hash of the bundled catalog that was last loaded, so that an unchanged file is not loaded again. */
export const catalogLoads = pgTable("catalog_loads", {
  catalog: text("catalog").primaryKey(),
  sha256: text("sha256").notNull(),
  loadedAt: moment("loaded_at").notNull(),
});

/** Calls per UTC day, for limits that must survive a restart. The caller is stored as a hash. */
export const dailyUses = pgTable(
  "daily_uses",
  {
    day: day("day").notNull(),
    policy: text("policy").notNull(),
    caller: text("caller").notNull(),
    uses: integer("uses").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.policy, table.caller] })],
);

/** The table that rate-limiter-flexible expects of its Postgres store. */
export const rateLimits = pgTable("rate_limits", {
  key: varchar("key", { length: 255 }).primaryKey(),
  points: integer("points").notNull().default(0),
  expire: bigint("expire", { mode: "number" }),
});

/** The operator's confirmations of the clock. Ledger entries up to the confirmed one no longer cast doubt on it. */
export const clockConfirmations = pgTable("clock_confirmations", {
  ledgerThrough: bigint("ledger_through", { mode: "number" }).primaryKey(),
  confirmedAt: moment("confirmed_at").notNull(),
});
