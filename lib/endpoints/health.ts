import { describeFailure } from "@/db/store/store-state";
import { z } from "zod";
import { consultClock } from "@/db/queries/clock";
import { countStored } from "@/db/queries/freshness/health";
import { findLastSnapshotTime } from "@/db/queries/history/history";
import { countOpenDisputes } from "@/db/queries/money/purchase/disputes";
import { gasSpent } from "@/db/queries/money/call/x402";
import { findLastCheck } from "@/db/queries/money/ledger/ledger-check";
import { listClosedDays } from "@/db/queries/receipts/receipt-log";
import { listLatestRuns, type JobRunRecord, type SourceRecord } from "@/db/queries/freshness/operations";
import { agents, agentsUpdated } from "@/lib/catalogs/agents-directory";
import { clockDoubt } from "@/lib/config/clock";
import { databaseChoice } from "@/lib/config/database-choice";
import { unreadWords, vainAttempts } from "@/lib/domain/freshness/age-words";
import { describeDoubt, type ClockDoubt } from "@/lib/domain/freshness/clock";
import { utcDay } from "@/lib/domain/basics/date-range";
import { env } from "@/lib/config/env";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { isOwnStorageLow } from "@/lib/http/call/as-api-error";
import { operatorTasks } from "@/lib/http/operator/operator-tasks";
import { missingForSale } from "@/lib/domain/money/selling";
import { lowSettler, sellingConfiguration } from "@/lib/money/base/rails";
import { configuredX402 } from "@/lib/money/chain/x402";
import { datasetFreshness } from "@/lib/loaders/freshness/freshness";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { oncePerVersion } from "@/lib/loaders/freshness/once-per-version";
import { allRecentSources } from "@/lib/loaders/freshness/recent-sources";
import { requestCounts } from "@/lib/http/call/request-counts";
import type { DatasetName } from "@/lib/datasets";
import type { Db } from "@/db/client";
import { log } from "@/lib/config/log";
import { DAY_MS } from "@/lib/domain/basics/time";

const moment = z.iso.datetime().nullable();
const count = z.int().nullable().describe("Null when the database cannot be asked.");
const part = { count, lastUpdated: moment };

const Run = z
  .strictObject({
    job: z.string(),
    outcome: z.enum(["running", "done", "failed", "skipped", "cut"]),
    startedAt: z.iso.datetime(),
    finishedAt: moment,
    reason: z.string().nullable(),
    counts: z.record(z.string(), z.union([z.number(), z.string()])).nullable(),
  })
  .meta({ id: "JobRun" });

const FailingSource = z
  .strictObject({
    source: z.string(),
    dataset: z.string(),
    fault: z.string(),
    consecutiveFailures: z.int(),
    lastReadAt: moment,
    note: z.string(),
  })
  .meta({ id: "FailingSource" });

const Health = z.strictObject({
  timestamp: z.iso.datetime(),
  status: z
    .enum(["ok", "degraded"])
    .describe(
      "Degraded while there is something that the operator can act on, which `tasks` says, and while data with a promise is still missing, as after the first start. A source that is away is neither.",
    ),
  tasks: z.array(z.string()).describe("What the operator can do something about, one sentence each."),
  staleDatasets: z.array(z.string()),
  news: z.strictObject({ ...part, totalArticles: count, sourcesPolled: z.int(), sourcesSucceeded: z.int() }),
  models: z.strictObject({ ...part, listings: count }),
  benchmarks: z.strictObject(part),
  agents: z.strictObject({ ...part, lastManualUpdate: z.string(), stale: z.boolean() }),
  providerStatus: z.strictObject(part),
  incidents: z.strictObject({ ...part, open: count }),
  trending: z.strictObject(part),
  lastDailyUpdate: moment,
  lastCronRun: moment,
  jobs: z.array(Run),
  failingSources: z.array(FailingSource),
  ledger: z.strictObject({
    checked_at: moment.describe("When every balance was last recomputed from the journal."),
    balanced_at: moment.describe("When that last agreed."),
    faults: z.int().nullable().describe("What the last check found; null before the first."),
    disputes: count.describe("Purchases that two parties claim and that wait for the operator. Null when the database cannot be asked."),
  }),
  gasless: z
    .strictObject({
      gas_gwei: count.describe("Gas of the last 24 hours, spent or reserved. Null when the database cannot be asked."),
      budget_gwei: z.int().describe("At this much further ones are refused."),
    })
    .nullable()
    .describe("Calls and purchases whose gas this service pays; null where it pays none."),
  clock: z.strictObject({
    sure: z
      .boolean()
      .describe(
        "Whether the clocks that this service compares agree. While they do not no job runs, no day of the receipt log is closed, and paid calls are answered for nothing.",
      ),
    reason: z.string().nullable().describe("Which clock disagrees, and by how much; null while all agree."),
    closed_early: z
      .array(z.iso.date())
      .describe(
        "Days whose receipt log was closed before they were over: until the operator opens them again paid calls are answered for nothing.",
      ),
  }),
  database: z.strictObject({
    driver: z.enum(["pglite", "pg", "vercel"]),
    reachable: z.boolean(),
    pingMs: z.number().nullable(),
    storageLow: z
      .boolean()
      .nullable()
      .describe(
        "True: the embedded database's disk has less than 64 MB left, and paid calls are refused with `storage_full`. Null where that is not known.",
      ),
  }),
  requests: z.strictObject({
    since: z.iso.datetime(),
    answered: z.int(),
    prepared: z.int(),
    notModified: z.int(),
    clientErrors: z.int(),
    limited: z.int(),
    serverErrors: z.int(),
  }),
});

type Health = z.input<typeof Health>;

const isoOf = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

const clockOf = (doubt: ClockDoubt | null, closedEarly: string[]): Health["clock"] => ({
  sure: doubt === null,
  reason: doubt && describeDoubt(doubt),
  closed_early: closedEarly,
});

const paysGas = (): boolean => configuredX402()?.settler != null;

const storedCounts = oncePerVersion(["news", "models", "benchmarks", "provider_status", "trending"], countStored);

async function askDatabase(db: Db, now: Date) {
  const startedAt = performance.now();
  const runs = await listLatestRuns(db);
  const pingMs = Math.round((performance.now() - startedAt) * 100) / 100;
  await ensureFreshVersions(db);
  const counts = await storedCounts(db);
  const clock = clockOf(await consultClock(db), await listClosedDays(db, utcDay(now)));
  const [datasets, sources, snapshotAt, ledger, disputes, gasGwei] = await Promise.all([
    datasetFreshness(db, now, runs),
    allRecentSources(db),
    findLastSnapshotTime(db),
    findLastCheck(db),
    countOpenDisputes(db),
    paysGas() ? gasSpent(db, new Date(now.getTime() - DAY_MS)) : 0,
  ]);
  return { counts, pingMs, datasets, sources, runs, snapshotAt, ledger, disputes, gasGwei, clock };
}

type Asked = Awaited<ReturnType<typeof askDatabase>>;
type Unknowable = "counts" | "pingMs" | "disputes" | "gasGwei";
type DatabaseState = Omit<Asked, Unknowable> & { [Member in Unknowable]: Asked[Member] | null };

async function readDatabaseState(db: Db, now: Date): Promise<DatabaseState> {
  try {
    return await askDatabase(db, now);
  } catch (error) {
    log.error("health cannot ask the database", { error: describeFailure(error) });
    const nothing = { counts: null, pingMs: null, datasets: [], sources: [], runs: [], snapshotAt: null, disputes: null, gasGwei: null };
    return { ...nothing, ledger: { checkedAt: null, balancedAt: null, faults: [] }, clock: clockOf(clockDoubt(), []) };
  }
}

/**
 * A failed run has counts only if it could read no source. Its error then names the sources and their
 * faults, and nothing else.
 */
const hasReadNothing = ({ status, counts }: JobRunRecord): boolean => status === "failed" && counts !== null;

function runOf(run: JobRunRecord): z.input<typeof Run> {
  return {
    job: run.job,
    outcome: run.status as z.input<typeof Run>["outcome"],
    startedAt: run.startedAt.toISOString(),
    finishedAt: isoOf(run.finishedAt),
    // The error of another failed run stays in the log: it may name hosts and files of this machine.
    reason: run.status === "skipped" || run.status === "cut" || hasReadNothing(run) ? run.error : null,
    counts: run.counts,
  };
}

function noteOf(source: SourceRecord): string {
  const attempts = vainAttempts([source]);
  if (attempts !== null) return unreadWords(attempts);
  return source.lastFault === "shrunk" ? "its last answer shrank by more than a fifth; keeps previous" : "keeps previous";
}

function toFailingSources(sources: readonly SourceRecord[]): Health["failingSources"] {
  return sources
    .filter((source) => source.lastFault !== null)
    .map((source) => ({
      source: source.id,
      dataset: source.dataset,
      fault: source.lastFault ?? "",
      consecutiveFailures: source.consecutiveFailures,
      lastReadAt: isoOf(source.lastReadAt),
      note: noteOf(source),
    }));
}

function requestsOf(): Health["requests"] {
  const { startedAt, ...counts } = requestCounts();
  return { since: startedAt, ...counts };
}

/** Publishes the number of faults; the faults themselves are for the operator only. */
function ledgerOf({ ledger: { checkedAt, balancedAt, faults }, disputes }: DatabaseState): Health["ledger"] {
  return { checked_at: isoOf(checkedAt), balanced_at: isoOf(balancedAt), faults: checkedAt && faults.length, disputes };
}

const MANUAL_STALE_MS = 30 * DAY_MS;

function datasetParts({ counts, datasets }: DatabaseState, now: Date) {
  const of = (name: DatasetName) => datasets.find(({ dataset }) => dataset === name);
  const updated = (name: DatasetName) => isoOf(of(name)?.capturedAt);
  const news = of("news");
  return {
    news: {
      count: counts?.articles ?? null,
      totalArticles: counts?.articles ?? null,
      sourcesPolled: news?.sourcesTotal ?? 0,
      sourcesSucceeded: news?.sourcesRead ?? 0,
      lastUpdated: updated("news"),
    },
    models: {
      count: counts?.models ?? null,
      listings: counts?.listings ?? null,
      lastUpdated: updated("models"),
    },
    benchmarks: {
      count: counts?.benchmarkModels ?? null,
      lastUpdated: updated("benchmarks"),
    },
    agents: {
      count: agents.length,
      lastUpdated: updated("agents_directory"),
      lastManualUpdate: agentsUpdated,
      stale: now.getTime() - Date.parse(agentsUpdated) > MANUAL_STALE_MS,
    },
    providerStatus: { count: counts?.services ?? null, lastUpdated: updated("provider_status") },
    incidents: { count: counts?.incidents ?? null, open: counts?.openIncidents ?? null, lastUpdated: updated("provider_status") },
    trending: { count: counts?.repositories ?? null, lastUpdated: updated("trending") },
  };
}

export const health = defineEndpoint({
  method: "GET",
  path: "/api/health",
  tag: "Service",
  summary: "Health of this service: what is fresh, what failed last, and how busy it is",
  description: "Always 200 while the process serves; `status` says whether anything is wrong.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  response: Health,
}).handle(async ({ db, now }) => {
  const stored = await readDatabaseState(db, now);
  const staleDatasets = stored.datasets.filter(({ isStale }) => isStale).map(({ dataset }) => dataset);
  const { driver } = databaseChoice(env());
  const storageLow = isOwnStorageLow();
  const runningSeconds = env().isVercel ? Number.POSITIVE_INFINITY : process.uptime();
  const isReachable = stored.counts !== null;
  const configuration = { isNameless: env().isNameless, missingForSale: missingForSale(sellingConfiguration(env())).map(({ key }) => key) };
  const machine = { runningSeconds, isReachable, isStorageLow: storageLow, lowSettler: lowSettler() };
  const tasks = operatorTasks({ ...stored, ...configuration, ...machine }, now);
  const finished = stored.runs.map(({ finishedAt }) => finishedAt?.getTime() ?? 0);
  return {
    timestamp: now.toISOString(),
    // Never-read data is nobody's task right after the start, and no reason to say that all is well.
    status: tasks.length > 0 || stored.datasets.some(({ isStale, ageSeconds }) => isStale && ageSeconds === null) ? "degraded" : "ok",
    tasks,
    staleDatasets,
    ...datasetParts(stored, now),
    lastDailyUpdate: isoOf(stored.snapshotAt),
    lastCronRun: finished.some((time) => time > 0) ? new Date(Math.max(...finished)).toISOString() : null,
    jobs: stored.runs.map(runOf),
    failingSources: toFailingSources(stored.sources),
    ledger: ledgerOf(stored),
    gasless: paysGas() ? { gas_gwei: stored.gasGwei, budget_gwei: env().GASLESS_GAS_GWEI_PER_DAY } : null,
    clock: stored.clock,
    database: { driver, storageLow, reachable: isReachable, pingMs: stored.pingMs },
    requests: requestsOf(),
  };
});
