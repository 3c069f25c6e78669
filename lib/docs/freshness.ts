import { z } from "zod";
import { datasetNames } from "@/lib/datasets";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import type { DatasetFreshness } from "@/lib/loaders/freshness/freshness";
import { freshnessPromises, FreshnessPromise } from "./fair-trade";

const moment = z.iso.datetime().nullable();

const DatasetState = z
  .strictObject({
    dataset: z.enum(datasetNames),
    title: z.string(),
    captured_at: moment,
    age_seconds: z.int().nullable(),
    is_shipped: z
      .boolean()
      .describe(
        "True while data that is read from sources still is what the release brought: `captured_at` is then the day on which people revised that.",
      ),
    sla_seconds: z.int().nullable(),
    stale: z.boolean(),
    sources_total: z.int(),
    sources_read: z.int(),
    sources_unreadable: z
      .int()
      .describe("Sources that are followed although they offer nothing that a program can read: not in `sources_total`, and never read."),
    vain_attempts: z
      .strictObject({ count: z.int(), since: z.iso.datetime(), fault: z.string() })
      .nullable()
      .describe(
        "How often the sources were tried, since when, and what most of them failed by; null before the first attempt and once any was read.",
      ),
    cadence_seconds: z.int().nullable(),
    last_run: z
      .strictObject({
        job: z.string(),
        outcome: z.enum(["running", "done", "failed", "skipped", "cut"]),
        started_at: z.iso.datetime(),
        finished_at: moment,
      })
      .nullable(),
  })
  .meta({ id: "DatasetFreshness" });

export const Freshness = z.strictObject({
  count: z.int(),
  note: z.string(),
  endpoints: z.array(FreshnessPromise),
  datasets: z.array(DatasetState),
});

type State = z.input<typeof DatasetState>;

function stateOf({ lastRun, ...freshness }: DatasetFreshness): State {
  return {
    dataset: freshness.dataset,
    title: freshness.title,
    captured_at: freshness.capturedAt?.toISOString() ?? null,
    age_seconds: freshness.ageSeconds,
    is_shipped: freshness.isShipped,
    sla_seconds: freshness.slaSeconds,
    stale: freshness.isStale,
    sources_total: freshness.sourcesTotal,
    sources_read: freshness.sourcesRead,
    sources_unreadable: freshness.sourcesUnreadable,
    vain_attempts: freshness.vainAttempts,
    cadence_seconds: freshness.cadenceSeconds,
    last_run: lastRun && {
      job: lastRun.job,
      outcome: lastRun.status as NonNullable<State["last_run"]>["outcome"],
      started_at: lastRun.startedAt.toISOString(),
      finished_at: lastRun.finishedAt?.toISOString() ?? null,
    },
  };
}

const NOTE =
  "An endpoint's max_age_seconds is the strictest promise among the datasets it reads: an answer is stale when any of them is older than its own. A dataset's captured_at is the newest time at which 80% of its sources had been read whole, or the day on which people last revised it where no source was read yet or there is none. It is null where nothing was read or recorded yet, and where all times lie in the future. stale is true for a dataset that is older than its sla_seconds, or whose captured_at is null; a dataset without sla_seconds is never stale, whatever its age.";

export function freshnessAnswer(catalog: readonly AnyEndpoint[], states: readonly DatasetFreshness[]): z.input<typeof Freshness> {
  const endpoints = freshnessPromises(catalog);
  return { count: endpoints.length, note: NOTE, endpoints, datasets: states.map(stateOf) };
}
