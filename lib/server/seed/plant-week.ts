import type { Db } from "@/db/client";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { captureSnapshots } from "@/jobs/capture-snapshots/capture-snapshots";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import { storePoll } from "@/jobs/poll-status/store-poll";
import { storeReading } from "@/jobs/refresh-news/store-reading";
import { bundledModels } from "@/lib/catalogs/models";
import { newsSources } from "@/lib/catalogs/news-sources";
import type { ListingFacts } from "@/lib/domain/models/model-listing";
import { cleanPrice } from "@/lib/domain/models/prices/price-units";
import { scoreReaders } from "@/lib/sources/models/scores/read-scores";
import { withHash } from "@/lib/sources/workers/model-catalog";
import { polledPages } from "./polled-pages";
import { seededRandom } from "./rng";
import { DAYS, LAST_MOMENT, type Scenario } from "./scenarios";
import { inventTitle, storyOf } from "./stories";
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/basics/time";

/** Polls more than ten minutes apart each count alone; on the last day transitions must be exact. */
const LAST_DAY_STEP_MS = 10 * MINUTE_MS;

export interface PlantedWeek {
  polls: number;
  articles: number;
  listings: number;
}

async function plantNews(db: Db, scenario: Scenario, random: () => number, at: Date): Promise<number> {
  let added = 0;
  for (const [position, source] of newsSources.entries()) {
    const items = random() < 0.4 ? [storyOf(scenario.name, source, at, position, inventTitle(random))] : [];
    const reading = { items, entryCount: Math.max(1, items.length), unusableCount: 0 };
    added += (await storeReading(db, { kind: "fresh", source, reading, validators: { etag: null, lastModified: null } }, at)).added;
  }
  return added;
}

function factsOn(day: string, scenario: Scenario, facts: ListingFacts): ListingFacts {
  const factor = scenario.priceFactor(facts.makerId === facts.providerId ? facts.makerId : null, day);
  const scaled = (price: number | null) => (price === null ? null : cleanPrice(price * factor));
  return {
    ...facts,
    inputPrice: scaled(facts.inputPrice),
    outputPrice: scaled(facts.outputPrice),
    cachedInputPrice: scaled(facts.cachedInputPrice),
  };
}

async function plantModels(db: Db, scenario: Scenario, day: string, at: Date): Promise<number> {
  const observations = bundledModels.observations.map(({ facts }) =>
    withHash({ source: "models.dev", facts: factsOn(day, scenario, facts), quoted: [], isCrossCheck: false }),
  );
  const { listings } = await storeCatalog(db, {
    now: at,
    replacing: new Map([["models.dev", observations]]),
    readAt: { "models.dev": at },
  });
  const read = { at, fault: null };
  await recordSourceOutcomes(db, [
    { ...read, source: "models/models.dev", dataset: "models", itemCount: observations.length },
    ...scoreReaders.map(({ name }) => ({ ...read, source: `benchmarks/${name}`, dataset: "benchmarks" as const })),
  ]);
  return listings;
}

async function captureDay(db: Db, at: Date): Promise<void> {
  const noNetwork = () => Promise.reject(new Error("a seed asks nobody"));
  await captureSnapshots.run({
    db,
    now: at,
    signal: new AbortController().signal,
    http: { get: noNetwork, measure: noNetwork },
    log: () => undefined,
  });
}

/** Plants a day in the order a service lives it: polls, readings, capture at 07:00, remaining polls. */
async function plantDay(db: Db, scenario: Scenario, day: string, random: () => number): Promise<PlantedWeek> {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const end = Math.min(midnight + 24 * HOUR_MS, LAST_MOMENT.getTime());
  const step = end === LAST_MOMENT.getTime() ? LAST_DAY_STEP_MS : HOUR_MS;
  const capture = midnight + 7 * HOUR_MS;
  const counts = { polls: 0, articles: 0, listings: 0 };
  for (let at = midnight; at <= end; at += step) {
    if (at === capture) {
      counts.articles = await plantNews(db, scenario, random, new Date(at - 5 * MINUTE_MS));
      counts.listings = await plantModels(db, scenario, day, new Date(at - 4 * MINUTE_MS));
    }
    const slot = new Date(at);
    await storePoll(
      db,
      polledPages((service) => scenario.stateOf(service, slot)),
      { slot, now: slot },
    );
    counts.polls++;
    if (at === capture) await captureDay(db, new Date(at));
  }
  return counts;
}

/** Plants a week through the same store functions that the jobs use. */
export async function plantWeek(db: Db, scenario: Scenario): Promise<PlantedWeek> {
  const random = seededRandom(scenario.seed);
  const planted: PlantedWeek = { polls: 0, articles: 0, listings: 0 };
  for (const day of DAYS) {
    const counts = await plantDay(db, scenario, day, random);
    planted.polls += counts.polls;
    planted.articles += counts.articles;
    planted.listings = counts.listings;
  }
  return planted;
}
