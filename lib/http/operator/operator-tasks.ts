import type { LastCheck } from "@/db/queries/money/ledger/ledger-check";
import { datasets, type Dataset } from "@/lib/datasets";
import type { DatasetFreshness } from "@/lib/loaders/freshness/freshness";

/** What health knows; null where the database cannot be asked. */
export interface KnownState {
  isReachable: boolean;
  isStorageLow: boolean | null;
  ledger: Pick<LastCheck, "faults">;
  disputes: number | null;
  clock: { reason: string | null; closed_early: readonly string[] };
  datasets: readonly DatasetFreshness[];
}

/** A job is given this many of its cadences before it counts as not running. */
const LATE_CADENCES = 2;
/** A source may be away for a while; a dataset that is this many times older than promised needs somebody to look. */
const LATE_PROMISES = 2;

/** Why a dataset is stale, where that is not its sources' doing alone; null where it is, which passes without the operator. */
function taskOfDataset({ dataset, title, ageSeconds, slaSeconds, cadenceSeconds, lastRun }: DatasetFreshness, now: Date): string | null {
  const { job }: Dataset = datasets[dataset];
  if (job === null) return null;
  const sinceRun = lastRun && (now.getTime() - lastRun.startedAt.getTime()) / 1000;
  if (sinceRun === null || (cadenceSeconds !== null && sinceRun > LATE_CADENCES * cadenceSeconds)) {
    return `${title}: the job ${job} does not run as often as it should. Set SCHEDULER=on, or have a scheduler call /api/cron/${job}.`;
  }
  // A failed run that counts its sources could read none of them; another one failed by a fault of its own.
  if (lastRun?.status === "failed" && lastRun.counts === null) {
    return `${title}: the job ${job} failed. \`npm run jobs -- list\` says why.`;
  }
  const isLong = ageSeconds === null || (slaSeconds !== null && ageSeconds > LATE_PROMISES * slaSeconds);
  return isLong ? `${title}: no source could be read for more than twice as long as promised. See failingSources.` : null;
}

function tasksOfMoney({ ledger, disputes }: KnownState): (string | false)[] {
  return [
    ledger.faults.length > 0 && "The ledger does not balance: run `npm run ledger -- verify`.",
    (disputes ?? 0) > 0 && "A purchase is claimed by two parties: run `npm run ledger -- disputes`.",
  ];
}

function tasksOfMachine({ isReachable, isStorageLow, clock }: KnownState): (string | false)[] {
  return [
    !isReachable && "The database cannot be asked: `npm run doctor` says why.",
    isStorageLow === true && "The disk of the database is nearly full: make room.",
    clock.reason !== null && `Set the clock: ${clock.reason}.`,
    clock.closed_early.length > 0 && "A day of the receipt log was closed too early: run `npm run doctor -- repair`.",
  ];
}

/** What the operator can do something about, one sentence each. A source that is away for a while is not among it. */
export function operatorTasks(state: KnownState, now: Date): string[] {
  const stale = state.datasets.filter(({ isStale }) => isStale).map((dataset) => taskOfDataset(dataset, now));
  return [...tasksOfMachine(state), ...tasksOfMoney(state), ...stale].filter((task) => typeof task === "string");
}
