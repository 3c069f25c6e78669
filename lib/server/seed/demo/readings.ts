import { inTransaction, type Db } from "@/db/client";
import { storeCrawlerBatch } from "@/db/queries/agents/crawlers";
import { saveRepositories } from "@/db/queries/agents/trending";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { replaceProviderOffers, type GpuOfferRow } from "@/db/queries/gpu/gpu";
import { listClusterableArticles, replaceClusterDay } from "@/db/queries/news/stories/news-clusters";
import { crawlers } from "@/lib/catalogs/crawlers";
import { gpuModels } from "@/lib/catalogs/gpu-pricing";
import { groupBy } from "@/lib/domain/basics/group-by";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { dayClosesAt, storyOf } from "@/lib/domain/news/stories/cluster-story";
import { loadGpuCatalog } from "@/lib/ingest/gpu/load-bundled-offers";
import { TRENDING_SEARCHES } from "@/lib/sources/agents/github-search";
import { seededRandom } from "../rng";
import { HOUR_MS } from "@/lib/domain/basics/time";

const MAX_ARTICLES = 4000;

type Stored = Awaited<ReturnType<typeof listClusterableArticles>>[number];

/** Invented stories that several sources told on one day have the same title there. */
export async function plantStories(db: Db, days: readonly string[], now: Date): Promise<void> {
  for (const date of days) {
    const from = new Date(`${date}T00:00:00Z`);
    const articles = await listClusterableArticles(db, from, new Date(`${addDays(date, 1)}T00:00:00Z`), MAX_ARTICLES);
    const groups = [...groupBy(articles, ({ title }) => title).values()];
    const stories = groups.filter(({ length }) => length > 1).map((group) => ({ date, ...storyOf(group as [Stored, ...Stored[]]) }));
    const day = {
      date,
      model: "sample",
      threshold: 1,
      articleCount: articles.length,
      storyCount: groups.length,
      isFinal: now >= dayClosesAt(date),
      capturedAt: now,
      clusteredAt: now,
    };
    await inTransaction(db, (tx) => replaceClusterDay(tx, day, stories));
  }
}

const REPOSITORIES = 24;
const LANGUAGES = ["Python", "TypeScript", "Rust", "Go"] as const;

/** Invented repositories that gain stars at different speeds. Their domain is reserved for examples. */
export async function plantRepositories(db: Db, days: readonly string[], now: Date): Promise<void> {
  for (const [age, date] of days.entries()) {
    const readings = Array.from({ length: REPOSITORIES }, (_, index) => ({
      id: index + 1,
      fullName: `sample/agent-${index + 1}`,
      name: `agent-${index + 1}`,
      description: "An invented repository.",
      url: `https://code.example.org/sample/agent-${index + 1}`,
      language: LANGUAGES[index % LANGUAGES.length] ?? null,
      topics: ["ai-agents"],
      stars: 500 + 90 * index + age * (3 + ((index * 7) % 40)),
      createdAt: new Date(`${days[0]}T00:00:00Z`),
    }));
    const at = date === utcDay(now) ? now : new Date(`${date}T12:00:00Z`);
    await inTransaction(db, (tx) => saveRepositories(tx, readings, at));
  }
  await recordSourceOutcomes(
    db,
    TRENDING_SEARCHES.map(({ id }) => ({ source: `trending/github-${id}`, dataset: "trending" as const, at: now, fault: null })),
  );
}

const LIVE_LISTS = ["runpod", "azure", "akash"] as const;
const listOf = (provider: string): string => `gpu_prices/${provider}`;

export async function plantOffers(db: Db, now: Date): Promise<void> {
  await loadGpuCatalog(db, now);
  const random = seededRandom(42);
  for (const provider of LIVE_LISTS) {
    const offers = gpuModels.map(({ id, vramGb }, index): GpuOfferRow => {
      const price = Math.round((1 + index * 0.2) * (1 + random() * 0.6) * 100) / 100;
      return {
        id: `${provider}/live/${id}`,
        provider,
        gpuRaw: id,
        gpu: id,
        vramGb,
        tier: null,
        region: null,
        instance: null,
        gpusPerInstance: 1,
        onDemandUsdHour: price,
        spotUsdHour: Math.round(price * 50) / 100,
        availableCount: null,
        priceKind: "list",
        isLive: true,
        source: listOf(provider),
        sourceUrl: "https://prices.example.org",
        note: null,
        seenAt: now,
      };
    });
    await inTransaction(db, (tx) => replaceProviderOffers(tx, provider, offers));
  }
  await recordSourceOutcomes(
    db,
    LIVE_LISTS.map((provider) => ({ source: listOf(provider), dataset: "gpu_prices" as const, at: now, fault: null })),
  );
}

const PATH_GROUPS = ["/api/news", "/api/models", "/api/status", "/llms.txt"] as const;

/** Hits of the crawlers that are told apart, four times a day. */
export async function plantCrawlerHits(db: Db, days: readonly string[], now: Date): Promise<void> {
  const bots = [...new Set(crawlers.filter(({ isMatched }) => isMatched).map(({ label }) => label))];
  for (const [age, date] of days.entries()) {
    const hours = [0, 6, 12, 18].map((hour) => new Date(Date.parse(date) + hour * HOUR_MS)).filter((hour) => hour <= now);
    const buckets = hours.flatMap((hour) =>
      bots.flatMap((bot, index) =>
        PATH_GROUPS.map((pathGroup, place) => ({ hour, bot, pathGroup, hits: 1 + ((age * 3 + index * 5 + place * 7) % 23) })),
      ),
    );
    const isNewest = age === days.length - 1;
    const recent = isNewest
      ? bots.map((bot, index) => ({ bot, pathGroup: PATH_GROUPS[index % 4] ?? "/api/news", at: hours.at(-1) ?? now }))
      : [];
    await inTransaction(db, (tx) => storeCrawlerBatch(tx, { buckets, recent }));
  }
}
