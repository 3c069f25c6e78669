import type { Db } from "@/db/client";
import { listLatestRuns, type JobRunRecord, type SourceRecord } from "@/db/queries/freshness/operations";
import { datasetNames, datasets, type Dataset, type DatasetName } from "@/lib/datasets";
import { vainAttempts, type DatasetAge } from "@/lib/domain/freshness/age-words";
import { ageSecondsOf, isStaleAge } from "@/lib/domain/freshness/clock";
import { liveSources, originOf } from "@/lib/domain/freshness/dataset-capture";
import { hasMachineAddress, statusPages } from "@/lib/catalogs/status-pages";
import { recentSources } from "./recent-sources";

/** The strictest promise among the datasets an answer reads; null when none has one. */
export function slaOf(names: readonly DatasetName[]): number | null {
  const seconds = names.map((name) => datasets[name].slaSeconds).filter((sla) => sla !== null);
  return seconds.length === 0 ? null : Math.min(...seconds);
}

export interface DatasetFreshness extends DatasetAge {
  dataset: DatasetName;
  title: string;
  capturedAt: Date | null;
  slaSeconds: number | null;
  isStale: boolean;
  /** Sources whose last attempt read them whole. */
  sourcesRead: number;
  /** Sources that are followed, but offer nothing that a program can read; they are not in the total. */
  sourcesUnreadable: number;
  cadenceSeconds: number | null;
  lastRun: JobRunRecord | null;
}

/** Pages for people alone. One that could be read all the same has become a source. */
function unreadableOf(name: DatasetName, sources: readonly SourceRecord[]): number {
  if (name !== "provider_status") return 0;
  const ids = new Set(sources.map(({ id }) => id));
  return statusPages.filter((page) => !hasMachineAddress(page) && !ids.has(`provider_status/${page.id}`)).length;
}

function freshnessOf(name: DatasetName, sources: readonly SourceRecord[], runs: readonly JobRunRecord[], now: Date): DatasetFreshness {
  const { title, slaSeconds, cadenceSeconds, job }: Dataset = datasets[name];
  const { capturedAt, isShipped } = originOf(sources, now);
  const ageSeconds = ageSecondsOf(capturedAt, now);
  const live = liveSources(sources);
  const counted = live.length > 0 ? live : sources;
  return {
    dataset: name,
    title,
    capturedAt,
    ageSeconds,
    slaSeconds,
    isStale: isStaleAge(ageSeconds, slaSeconds),
    isShipped: isShipped && job !== null,
    vainAttempts: vainAttempts(live),
    sourcesTotal: counted.length,
    sourcesRead: counted.filter((source) => source.lastFault === null && source.lastReadAt !== null).length,
    sourcesUnreadable: unreadableOf(name, sources),
    cadenceSeconds,
    lastRun: runs.find((run) => run.job === job) ?? null,
  };
}

/** Callers that have read the latest runs of the jobs already pass them. */
export async function datasetFreshness(db: Db, now: Date, latestRuns?: readonly JobRunRecord[]): Promise<DatasetFreshness[]> {
  const runs = latestRuns ?? (await listLatestRuns(db));
  return Promise.all(datasetNames.map(async (name) => freshnessOf(name, await recentSources(db, name), runs, now)));
}
