import { isOffered } from "@/lib/domain/models/model-life";
import { z } from "zod";
import { listingScores, listingsOf, type CarriedScores } from "@/lib/loaders/models/all-listings";
import { MODEL_PROVIDERS } from "@/lib/catalogs/models";
import { closestProviders } from "@/lib/catalogs/name-params";
import { providers, resolveProvider, type ProviderEntry } from "@/lib/catalogs/providers";
import { estimatesOf } from "@/lib/domain/models/capability/estimated-scores";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { worstState } from "@/lib/domain/status/service-state";
import { ApiError } from "@/lib/errors";
import { listingCapabilities } from "@/lib/loaders/models/capability-models";
import { attributionOf } from "@/lib/loaders/models/attribution";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { inputTimes } from "@/lib/loaders/freshness/recent-capture";
import { loadProviderStates, type WatchedPage } from "@/lib/loaders/status/provider-states";
import { trafficByProvider } from "@/lib/loaders/agents/provider-traffic";
import { recentNewsOf } from "@/lib/loaders/news/recent-news";
import { Attribution, InputTimes, ListingFacts, RecentNews, toListingFacts } from "@/lib/schemas/models/matched-model";
import { AssumedScore } from "@/lib/schemas/models/assumed-score";
import { ScoresOf } from "@/lib/schemas/models/benchmark";
import { textParam } from "@/lib/schemas/params";
import { utcDay } from "@/lib/domain/basics/date-range";
import { ServiceComponent, ServiceStatus } from "@/lib/schemas/status";

const MOST_COMPONENTS = 8;
const MOST_NEWS = 8;

const Model = ListingFacts.extend({
  license: z.string().nullable(),
  benchmark_scores: z.record(z.string(), z.number()).describe("0 to 100 by benchmark id; empty where nothing was measured"),
  estimated_scores: z.array(AssumedScore).describe("For listings of a ranked model's maker: estimates of scores that nobody measured"),
  scores_of: ScoresOf,
}).meta({ id: "ProfiledModel" });

const Status = z.strictObject({
  state: ServiceStatus.describe("The worst of the services"),
  last_checked: z.iso.datetime().nullable(),
  status_page_url: z.url().nullable(),
  services: z.array(z.string()).describe("Names of the services that make the state"),
  components: z.array(ServiceComponent).describe("At most eight, the worst service's first"),
});

const ids = providers.map(({ id }) => id).toSorted();

function requireProvider(name: string): ProviderEntry {
  const { provider, candidates: fitting } = resolveProvider(name);
  if (provider) return provider;
  const candidates = closestProviders(name);
  const reason =
    fitting.length > 0
      ? `it could be any of ${fitting.join(", ")}`
      : candidates.length > 0
        ? `perhaps ${candidates.join(", ")} was meant`
        : "no id, name or alias is like it";
  const given = [...name].slice(0, 80).join("");
  throw new ApiError("provider_not_found", `No provider is called "${given}": ${reason}.`, {
    reason,
    candidates,
    available_providers: fitting.length > 0 ? fitting : ids,
  });
}

const SEVERITY = { down: 0, degraded: 1, unknown: 2, operational: 3 };

function toStatus(pages: readonly WatchedPage[]): z.input<typeof Status> {
  const stateOf = ({ now }: WatchedPage) => now?.state ?? "unknown";
  const worstFirst = pages.toSorted((a, b) => SEVERITY[stateOf(a)] - SEVERITY[stateOf(b)]);
  const checks = pages.flatMap(({ now }) => now?.checkedAt?.toISOString() ?? []).toSorted();
  return {
    state: worstState(pages.map(stateOf)),
    last_checked: checks[0] ?? null,
    status_page_url: worstFirst[0]?.page.pageUrl ?? null,
    services: pages.map(({ page }) => page.name),
    components: worstFirst
      .flatMap(({ now }) => now?.components ?? [])
      .slice(0, MOST_COMPONENTS)
      .map(({ name, status, rawStatus }) => ({ name: sanitizeLabel(name), status, rawStatus })),
  };
}

type Scores = ReadonlyMap<string, CarriedScores>;
type Abilities = Awaited<ReturnType<typeof listingCapabilities>>;

function toModel(listing: ModelListing, scores: Scores, abilities: Abilities, today: string): z.input<typeof Model> {
  const carried = scores.get(`${listing.providerId}/${listing.modelId}`);
  // Hosts' listings carry no scores, also where the model was measured.
  const ability = listing.isMakersListing ? abilities.get(listingKey(listing)) : undefined;
  return {
    ...toListingFacts(listing, today),
    license: listing.isOpenWeights === false ? "Proprietary" : null,
    benchmark_scores: carried?.scores ?? {},
    estimated_scores: Object.values(estimatesOf(ability, {})).filter(({ benchmark }) => carried?.scores[benchmark] === undefined),
    scores_of: carried?.scoresOf ?? null,
  };
}

function notesOn({ listed, ended }: { listed: number; ended: number }, pages: readonly WatchedPage[], areNewsUnknown: boolean): string[] {
  const notes: string[] = [];
  if (listed === 0) notes.push("No model listing of this provider is known.");
  if (ended > 0) {
    notes.push(
      `Left out: ${ended} ${ended === 1 ? "model that is" : "models that are"} sold no more. /api/models has them, with their status.`,
    );
  }
  if (pages.length === 0) notes.push("No status page of this provider is followed, so that its state is unknown.");
  // The specification makes the count an integer, which cannot say so itself.
  if (areNewsUnknown) {
    notes.push("The news were never read: `recent_news_count` is 0 because nothing is known, not because nothing was written.");
  }
  return notes;
}

export const providerProfile = defineEndpoint({
  method: "GET",
  path: "/api/premium/providers/[name]",
  tag: "Models",
  summary: "Provider profile: its state, models with prices and scores, news and the visits of its crawlers",
  description:
    "By id, name or alias, in any case and punctuation. The state is the worst of the provider's API services; a product without a status page has that of its company. Models come flagships first, then mid, budget and the rest, newest first; a price that nobody publishes is null. " +
    "`recent_news_count` counts articles of the last 7 days by the terms of the attention index, or by the provider's name where it is not one of the twelve.",
  access: premium(1),
  reads: ["provider_status", "models", "benchmarks", "news"],
  maxAgeSeconds: 0,
  params: z.object({ name: textParam(100).meta({ known: MODEL_PROVIDERS, description: "Provider id or name" }) }),
  response: z.strictObject({
    provider: z.strictObject({ id: z.string(), name: z.string(), url: z.string().nullable() }),
    status: Status,
    models: z.array(Model),
    ...RecentNews,
    agent_traffic_24h: z.int().describe("Hits on this service in the last 24 hours by crawlers that the provider operates"),
    attribution: Attribution,
    data_freshness: InputTimes,
    notes: z.array(z.string()),
  }),
  errors: {
    provider_not_found: z.object({
      reason: z.string(),
      candidates: z.array(z.string()).describe("Ids of providers with a similar name, best first"),
      available_providers: z.array(z.string()),
    }),
  },
  isEmpty: ({ models, status, recent_news_count: news, agent_traffic_24h: hits }) =>
    models.length === 0 && status.last_checked === null && news === 0 && hits === 0,
  example: { params: { name: "anthropic" } },
}).handle(async ({ params, db, now }) => {
  const { id, name, url } = requireProvider(params.name);
  const all = await listingsOf(db, id);
  const listings = all.filter((listing) => isOffered(listing, utcDay(now)));
  const [scores, abilities, states, news, traffic, times] = await Promise.all([
    listingScores(db),
    listingCapabilities(db),
    loadProviderStates(db),
    recentNewsOf(db, id, now, MOST_NEWS),
    trafficByProvider(db, now),
    inputTimes(db, now),
  ]);
  const pages = states.pagesOf(id);
  return {
    provider: { id, name, url },
    status: toStatus(pages),
    models: listings.map((listing) => toModel(listing, scores, abilities, utcDay(now))),
    ...news,
    agent_traffic_24h: traffic.get(id) ?? 0,
    attribution: attributionOf(listings, scores),
    data_freshness: times,
    notes: notesOn(
      { listed: listings.length, ended: all.length - listings.length },
      pages,
      news.recent_news_count === 0 && times.news === null,
    ),
  };
});
