import { inTransaction, type Db } from "@/db/client";
import { recordSourceOutcomes, type SourceOutcome } from "@/db/queries/freshness/operations";
import { pruneRepositories, saveRepositories } from "@/db/queries/agents/trending";
import { env } from "@/lib/config/env";
import { SourceError, type SourceFault } from "@/lib/sources/http/source";
import {
  readSearch,
  TRENDING_SEARCHES,
  type SearchReading,
  type SearchSetup,
  type TrendingSearch,
} from "@/lib/sources/agents/github-search";
import { offload } from "@/lib/sources/workers/offload";
import { requireOneRead } from "@/lib/ingest/require-one-read";
import { defineJob, type JobCounts } from "./define";
import { DAY_MS } from "@/lib/domain/basics/time";

const STORED_MS = 90 * DAY_MS;

type TrendingRun = Omit<SearchSetup, "parse"> & { db: Db };

interface SearchOutcome {
  search: TrendingSearch;
  reading: SearchReading | null;
  fault: SourceFault | null;
  error: string | null;
}

/** Faults of the whole host: further searches would fail the same way. */
const STOPPING = new Set<SourceFault>(["rate_limited", "breaker_open", "cancelled"]);

async function trySearch(search: TrendingSearch, run: TrendingRun): Promise<SearchOutcome> {
  try {
    const reading = await readSearch(search, { ...run, parse: (bytes) => offload("parseRepositorySearch", bytes) });
    const isWhole = !reading.isIncomplete;
    return { search, reading, fault: isWhole ? null : "not_expected", error: isWhole ? null : "GitHub answered incomplete results" };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { search, reading: null, fault: error.fault, error: error.message };
  }
}

/** Sequential, as GitHub's guidelines ask. At the first sign of the rate limit the remaining searches are skipped. */
async function searchAll(run: TrendingRun): Promise<SearchOutcome[]> {
  const outcomes: SearchOutcome[] = [];
  for (const search of TRENDING_SEARCHES) {
    const previous = outcomes.at(-1);
    if (previous && ((previous.fault && STOPPING.has(previous.fault)) || previous.reading?.remaining === 0)) {
      outcomes.push({
        search,
        reading: null,
        fault: previous.fault && STOPPING.has(previous.fault) ? previous.fault : "rate_limited",
        error: "not asked: GitHub's search limit is used up",
      });
    } else {
      outcomes.push(await trySearch(search, run));
    }
  }
  return outcomes;
}

const toSourceOutcome = ({ search, reading, fault, error }: SearchOutcome, at: Date): SourceOutcome => ({
  source: `trending/github-${search.id}`,
  dataset: "trending",
  at,
  fault,
  error,
  itemCount: reading?.repositories.length ?? null,
});

export async function runTrending(run: TrendingRun): Promise<JobCounts | { skipped: string }> {
  const { db, now } = run;
  const outcomes = await searchAll(run);
  const found = outcomes.flatMap(({ reading }) => reading?.repositories ?? []);
  const repositories = [...new Map(found.map((repository) => [repository.id, repository])).values()];
  const recorded = outcomes.map((outcome) => toSourceOutcome(outcome, now));
  if (repositories.length === 0) {
    await recordSourceOutcomes(db, recorded);
    const unread = recorded.flatMap(({ source, fault }) => (fault === null ? [] : [{ source, fault }]));
    requireOneRead(recorded.length, unread);
    return { skipped: "no repository was found: every search that was answered was empty" };
  }
  await inTransaction(db, async (tx) => {
    await saveRepositories(tx, repositories, now);
    await pruneRepositories(tx, new Date(now.getTime() - STORED_MS));
    await recordSourceOutcomes(tx, recorded);
  });
  return {
    searches: outcomes.length,
    read: outcomes.filter(({ reading }) => reading !== null).length,
    incomplete: outcomes.filter(({ reading }) => reading?.isIncomplete).length,
    repositories: repositories.length,
  };
}

export const refreshTrending = defineJob({
  name: "refresh-trending",
  summary: "Reads the most starred AI repositories and notes their stars by day",
  cadence: { everyHours: 1, atMinute: 20 },
  writes: ["trending"],
  timeoutSeconds: 120,
  runsAtStart: true,
  run: ({ db, http, now }) => runTrending({ db, http, now, token: env().GITHUB_TOKEN }),
});
