import { describeFailure } from "@/db/store/store-state";
import { Gauge, Registry } from "prom-client";
import type { Db } from "@/db/client";
import { listLatestRuns, listSources, type JobRunRecord } from "@/db/queries/freshness/operations";
import { listTroubledHosts, sumStoredWork } from "@/db/queries/freshness/monitoring";
import { countOpenDisputes } from "@/db/queries/money/purchase/disputes";
import { findLastCheck } from "@/db/queries/money/ledger/ledger-check";
import { clockDoubt } from "@/lib/config/clock";
import { datasetFreshness } from "@/lib/loaders/freshness/freshness";
import { log } from "@/lib/config/log";
import { within } from "@/lib/config/within";

type Labels = Readonly<Record<string, string>>;
/** Values that are not known are left out: Prometheus has no null, and a 0 would be a lie. */
type Sample = readonly [Labels, number | null];

function gauge(registry: Registry, name: string, help: string, samples: readonly Sample[]): void {
  const known = samples.filter(([, value]) => value !== null);
  const labelNames = Object.keys(samples[0]?.[0] ?? {});
  const own = new Gauge({ name: `aed_${name}`, help, labelNames, registers: [registry] });
  // A gauge without labels begins with 0.
  if (known.length === 0) own.remove();
  for (const [labels, value] of known) own.set({ ...labels }, value ?? 0);
}

const secondsBetween = (earlier: Date | null, now: Date): number | null =>
  earlier && Math.max(0, (now.getTime() - earlier.getTime()) / 1000);

async function addLedger(registry: Registry, db: Db, now: Date): Promise<void> {
  const [work, check, disputes] = [await sumStoredWork(db), await findLastCheck(db), await countOpenDisputes(db)];
  gauge(registry, "holds_open", "Prices of calls that are on hold", [[{}, work.holdsOpen]]);
  gauge(registry, "ledger_credits", "Credits of all customers, and how many of them are on hold", [
    [{ side: "posted" }, work.creditsPosted],
    [{ side: "held" }, work.creditsHeld],
  ]);
  gauge(registry, "ledger_faults", "Faults that the last check of the ledger found", [[{}, check.checkedAt && check.faults.length]]);
  gauge(registry, "ledger_balanced_age_seconds", "Seconds since the ledger last balanced", [[{}, secondsBetween(check.balancedAt, now)]]);
  gauge(registry, "disputes_open", "Purchases that two parties claim", [[{}, disputes]]);
  gauge(registry, "deliveries_waiting", "Deliveries of watches that were not sent yet", [[{}, work.deliveriesWaiting]]);
  gauge(registry, "watches_active", "Watches that have not ended", [[{}, work.activeWatches]]);
}

function addJobs(registry: Registry, runs: readonly JobRunRecord[], now: Date): void {
  gauge(
    registry,
    "job_last_outcome",
    "1 for the outcome of each job's last run",
    runs.map(({ job, status }) => [{ job, outcome: status }, 1]),
  );
  gauge(
    registry,
    "job_age_seconds",
    "Seconds since each job's last run began",
    runs.map(({ job, startedAt }) => [{ job }, secondsBetween(startedAt, now)]),
  );
}

async function addSources(registry: Registry, db: Db, runs: readonly JobRunRecord[], now: Date): Promise<void> {
  const [sources, datasets, hosts] = [await listSources(db), await datasetFreshness(db, now, runs), await listTroubledHosts(db)];
  gauge(
    registry,
    "source_failures",
    "Failed readings of each source since it was last read",
    sources.map(({ id, dataset, consecutiveFailures }) => [{ source: id, dataset }, consecutiveFailures]),
  );
  gauge(
    registry,
    "source_age_seconds",
    "Seconds since each source was last read",
    sources.map(({ id, dataset, lastReadAt }) => [{ source: id, dataset }, secondsBetween(lastReadAt, now)]),
  );
  gauge(
    registry,
    "dataset_age_seconds",
    "Seconds since each dataset was captured",
    datasets.map(({ dataset, ageSeconds }) => [{ dataset }, ageSeconds]),
  );
  gauge(
    registry,
    "dataset_promise_seconds",
    "Age up to which each dataset counts as fresh",
    datasets.map(({ dataset, slaSeconds }) => [{ dataset }, slaSeconds]),
  );
  gauge(
    registry,
    "breaker_open",
    "1 while a host of sources is left alone after failures, 0 while it is only failing",
    hosts.map(({ host, openUntil }) => [{ host }, openUntil !== null && openUntil > now ? 1 : 0]),
  );
}

async function addStored(registry: Registry, db: Db, now: Date): Promise<void> {
  await addLedger(registry, db, now);
  const runs = await listLatestRuns(db);
  addJobs(registry, runs, now);
  await addSources(registry, db, runs, now);
}

function addProcess(registry: Registry): void {
  gauge(registry, "resident_memory_bytes", "Memory of the process, of all its threads", [[{}, process.memoryUsage.rss()]]);
  gauge(registry, "uptime_seconds", "Seconds since the process started", [[{}, process.uptime()]]);
  gauge(registry, "clock_sure", "1 while the clocks that are compared agree", [[{}, clockDoubt() === null ? 1 : 0]]);
}

/** What the database and the process are like now. Without an answer of the database its part is left out, not zero. */
export async function storedMetrics(db: Db, now: Date): Promise<Registry> {
  const stored = new Registry();
  const began = performance.now();
  const isUp = await within(addStored(stored, db, now)).then(
    () => true,
    (error: unknown) => {
      log.error("the metrics of the database cannot be read", { error: describeFailure(error) });
      return false;
    },
  );
  const registry = isUp ? stored : new Registry();
  gauge(registry, "database_up", "1 when the database answered the questions of this answer", [[{}, isUp ? 1 : 0]]);
  gauge(registry, "database_seconds", "Seconds that it took to answer them", [[{}, isUp ? (performance.now() - began) / 1000 : null]]);
  addProcess(registry);
  return registry;
}
