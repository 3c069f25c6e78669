import type { LastCheck } from "@/db/queries/money/ledger/ledger-check";
import type { SourceRecord } from "@/db/queries/freshness/operations";
import { datasets, type Dataset, type DatasetName } from "@/lib/datasets";
import { ageWords, attemptWords } from "@/lib/domain/freshness/age-words";
import { liveSources } from "@/lib/domain/freshness/dataset-capture";
import { SETTLER_LOW } from "@/lib/domain/alerts/alerts";
import type { DatasetFreshness } from "@/lib/loaders/freshness/freshness";

/** What health knows; null where the database cannot be asked. */
export interface KnownState {
  isReachable: boolean;
  isStorageLow: boolean | null;
  ledger: Pick<LastCheck, "faults">;
  disputes: number | null;
  /** Address of the settler that has too little ether; null while none has. */
  lowSettler: string | null;
  clock: { reason: string | null; closed_early: readonly string[] };
  datasets: readonly DatasetFreshness[];
  /** Configuration keys that a service with a wallet lacks to sell. */
  missingForSale: readonly string[];
  /** Clients come by a name that this service was not told. */
  isNameless: boolean;
  /** Sources, with the fault of each one's last attempt. */
  sources: readonly Pick<SourceRecord, "id" | "dataset" | "lastAttemptAt" | "lastFault">[];
  /** How long this process has been able to run jobs; Infinity where a scheduler outside of it does. */
  runningSeconds: number;
}

/** A job is given this many of its cadences before it counts as not running. */
const LATE_CADENCES = 2;
/** A dataset this many times older than promised needs somebody to look. A source may be away for a while. */
const LATE_PROMISES = 2;

/**
 * The operator's task for sources that could not be read, once the job has had its time. Null while
 * the last reading is recent.
 */
function taskOfSources(dataset: DatasetFreshness, job: string): string | null {
  const { title, ageSeconds, slaSeconds, sourcesTotal, vainAttempts } = dataset;
  if (ageSeconds === null && sourcesTotal === 0) {
    return `${title}: never made, although the job ${job} has run. \`npm run jobs -- list\` says what it found.`;
  }
  if (ageSeconds === null || vainAttempts !== null) return `${title}: ${ageWords(dataset)}. See failingSources.`;
  const isLong = slaSeconds !== null && ageSeconds > LATE_PROMISES * slaSeconds;
  return isLong ? `${title}: no source could be read for more than twice as long as promised. See failingSources.` : null;
}

/**
 * Why a dataset is stale, where its sources alone are not to blame. Null where they are, as that
 * passes without the operator.
 */
function taskOfDataset(dataset: DatasetFreshness, now: Date, runningSeconds: number): string | null {
  const { title, cadenceSeconds, lastRun } = dataset;
  const { job }: Dataset = datasets[dataset.dataset];
  if (job === null) return null;
  const timeToRun = LATE_CADENCES * (cadenceSeconds ?? 0);
  const sinceRun = lastRun ? (now.getTime() - lastRun.startedAt.getTime()) / 1000 : Number.POSITIVE_INFINITY;
  if (lastRun?.status === "running" && sinceRun <= timeToRun) return null;
  // A failed job that counted its sources could read none of them. Without counts, the job itself has a fault.
  if (lastRun?.status === "failed" && lastRun.counts === null && sinceRun <= timeToRun) {
    return `${title}: the job ${job} failed. \`npm run jobs -- list\` says why.`;
  }
  // Runs that were missed while the process was not running say nothing about the scheduler.
  if (runningSeconds <= timeToRun) return null;
  if (lastRun === null || (cadenceSeconds !== null && sinceRun > timeToRun)) {
    return `${title}: the job ${job} does not run as often as it should. Set SCHEDULER=on, or have a scheduler call /api/cron/${job}.`;
  }
  return taskOfSources(dataset, job);
}

/** A host is left alone only after it did not answer. */
const NETWORK_FAULTS: readonly (string | null)[] = ["network", "timeout", "breaker_open"];
/** Datasets whose sources are all addresses of somebody else. All other datasets are made from these. */
const READ_FROM_OUTSIDE: readonly string[] = ["news", "provider_status", "models", "gpu_prices", "kev"] satisfies DatasetName[];

/** Whether anything was ever read; what a release brings was not. */
export const hasReadings = (sources: readonly SourceRecord[]): boolean =>
  liveSources(sources).some(({ dataset, lastReadAt }) => lastReadAt !== null && READ_FROM_OUTSIDE.includes(dataset));

/**
 * True where all sources of stale data fail, as without a network. Mending one of them would then not
 * help. What a source did before this process began says nothing about its network.
 */
function reachesNothing(stale: readonly DatasetFreshness[], { sources, runningSeconds }: KnownState, now: Date): boolean {
  const unread = new Set<string>(stale.map(({ dataset }) => dataset));
  const beganAt = now.getTime() - runningSeconds * 1000;
  const asked = liveSources(sources).filter(
    ({ dataset, lastAttemptAt }) =>
      unread.has(dataset) && READ_FROM_OUTSIDE.includes(dataset) && lastAttemptAt !== null && lastAttemptAt.getTime() >= beganAt,
  );
  return asked.length > 1 && asked.every(({ lastFault }) => NETWORK_FAULTS.includes(lastFault));
}

/** A hint for operators who want to see the service before it reads anything. */
export const SAMPLE_HINT = "To look around with sample data, run `npm run demo`";

/**
 * Says that this machine reaches no source. For never-read data it names the attempts of the dataset
 * that was tried most often.
 */
function unreached(stale: readonly DatasetFreshness[]): string {
  const [most] = stale.flatMap(({ vainAttempts }) => vainAttempts ?? []).toSorted((one, other) => other.count - one.count);
  const reason = "This machine reaches no source (network, DNS or proxy)";
  if (!most) return `${reason}. What was read before is served and marked stale.`;
  return `${reason}, ${attemptWords(most)}. ${SAMPLE_HINT}.`;
}

function tasksOfMoney({ ledger, disputes, lowSettler }: KnownState): (string | false)[] {
  return [
    lowSettler !== null && `${SETTLER_LOW}: send a little ether on Base to ${lowSettler}.`,
    ledger.faults.length > 0 && "The ledger does not balance: run `npm run ledger -- verify`.",
    (disputes ?? 0) > 0 && "A purchase is claimed by two parties: run `npm run ledger -- disputes`.",
  ];
}

function tasksOfConfiguration({ isNameless, missingForSale }: KnownState): (string | false)[] {
  return [
    isNameless && "Set PUBLIC_BASE_URL: feeds and documents name an address that no client reaches.",
    missingForSale.length > 0 && `Nothing is sold before ${missingForSale.join(", ")} ${missingForSale.length === 1 ? "is" : "are"} set.`,
  ];
}

function tasksOfMachine({ isReachable, isStorageLow, clock }: KnownState): (string | false)[] {
  return [
    !isReachable && "The database cannot be asked: `npm run doctor` says why.",
    isStorageLow === true && "The disk of the database is nearly full, and paid calls are refused: make room.",
    clock.reason !== null && `Set the clock: ${clock.reason}.`,
    clock.closed_early.length > 0 && "A day of the receipt log was closed too early: run `npm run doctor -- repair`.",
  ];
}

/** Tasks of the operator, one sentence each. A source that is away for a while is no task. */
export function operatorTasks(state: KnownState, now: Date): string[] {
  const stale = state.datasets.filter(({ isStale }) => isStale);
  const tasksOfData = reachesNothing(stale, state, now)
    ? [unreached(stale)]
    : stale.map((dataset) => taskOfDataset(dataset, now, state.runningSeconds));
  return [...tasksOfMachine(state), ...tasksOfConfiguration(state), ...tasksOfMoney(state), ...tasksOfData].filter(
    (task) => typeof task === "string",
  );
}
