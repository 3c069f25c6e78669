import { z } from "zod";
import { allListings } from "@/lib/loaders/models/all-listings";
import { listingCapabilities } from "@/lib/loaders/models/capability-models";
import { agentCategories, agents } from "@/lib/catalogs/agents-directory";
import { countSince, windowsOf } from "@/lib/domain/attention/attention-counts";
import { isAttentionProvider } from "@/lib/domain/attention/attention-terms";
import { utcDay } from "@/lib/domain/basics/date-range";
import { lifeFields } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { blendedOrNull } from "@/lib/domain/models/model-listing";
import { pricesByProvider, type ProviderPrices, type SoldListing } from "@/lib/domain/models/provider-prices";
import { AGENT_SORTS, sortAgents, trendingScore, type AgentSignals } from "@/lib/domain/agents/trending-agents";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { inputTimes } from "@/lib/loaders/freshness/recent-capture";
import { newsNamings } from "@/lib/loaders/news/namings";
import { loadProviderStates, type ProviderStates } from "@/lib/loaders/status/provider-states";
import { trafficByProvider } from "@/lib/loaders/agents/provider-traffic";
import { oncePerDay } from "@/lib/loaders/freshness/once-per-version";
import { AgentCategory, AgentEntry } from "@/lib/schemas/agents";
import { InputTimes } from "@/lib/schemas/models/matched-model";
import { ModelLifeFields } from "@/lib/schemas/models/model-life";
import { MODEL_CAPABILITIES } from "@/lib/schemas/models/model";
import { booleanParam, integerParam } from "@/lib/schemas/params";
import { ServiceStatus } from "@/lib/schemas/status";

const ModelPrice = z
  .strictObject({ id: z.string(), name: z.string(), input: z.number(), output: z.number(), blended: z.number(), ...ModelLifeFields })
  .meta({ id: "AgentModelPrice" });

const EnrichedAgent = AgentEntry.extend({
  live_status: ServiceStatus.describe("State of the provider; unknown where no status page of it is followed"),
  recent_news_count: z
    .int()
    .nullable()
    .describe("Articles of the last 7 days that name the provider; null unless it is one of the twelve of the attention index"),
  agent_traffic_24h: z.int().describe("Hits on this service in the last 24 hours by crawlers that the provider operates"),
  models_count: z.int().describe("Model listings of the provider, retired ones included"),
  flagship_pricing: ModelPrice.nullable().describe(
    "The provider's flagship: the newest priced and not retired model of its ablest line, its own models before resold ones, USD per 1M tokens; null where it sells none",
  ),
  cheapest_pricing: ModelPrice.nullable().describe("The provider's cheapest priced model that has not been retired"),
  trending_score: z.number().describe("3 × at most 20 articles + at most 30 crawler hits + 10 operational, 6 unknown, 4 degraded, 0 down"),
}).meta({ id: "EnrichedAgent" });

/** Hosts' listings included: they are what a host sells. */
const loadPrices = oncePerDay(["models", "benchmarks"], async (db, today) => {
  const abilities = await listingCapabilities(db);
  const rankedOf = (key: string) => {
    const capability = abilities.get(key);
    return capability?.unranked === null ? capability : undefined;
  };
  return pricesByProvider(await allListings(db), today, rankedOf);
});

interface Facts {
  prices: ReadonlyMap<string, ProviderPrices>;
  states: ProviderStates;
  news: ReadonlyMap<string, number>;
  traffic: ReadonlyMap<string, number>;
}

interface EnrichedEntry extends AgentSignals {
  entry: AgentEntry;
  prices: ProviderPrices | null;
}

function enrich(entry: AgentEntry, { prices, states, news, traffic }: Facts): EnrichedEntry {
  const { providerId: id } = entry;
  const providerPrices = id === null ? null : (prices.get(id) ?? null);
  return {
    entry,
    name: entry.name,
    state: id === null ? "unknown" : states.stateOf(id),
    newsCount: id !== null && isAttentionProvider(id) ? (news.get(id) ?? 0) : null,
    crawlerHits: id === null ? 0 : (traffic.get(id) ?? 0),
    flagshipPrice: providerPrices?.flagship ? blendedOrNull(providerPrices.flagship.inputPrice, providerPrices.flagship.outputPrice) : null,
    prices: providerPrices,
  };
}

function toPrice(listing: SoldListing | null | undefined, today: string): z.input<typeof ModelPrice> | null {
  if (!listing) return null;
  const { modelId: id, inputPrice: input, outputPrice: output } = listing;
  return { id, name: modelLabel(listing.name), input, output, blended: blendedOrNull(input, output) ?? 0, ...lifeFields(listing, today) };
}

const toAgent = (agent: EnrichedEntry, today: string): z.input<typeof EnrichedAgent> => ({
  ...agent.entry,
  live_status: agent.state,
  recent_news_count: agent.newsCount,
  agent_traffic_24h: agent.crawlerHits,
  models_count: agent.prices?.modelCount ?? 0,
  flagship_pricing: toPrice(agent.prices?.flagship, today),
  cheapest_pricing: toPrice(agent.prices?.cheapest, today),
  trending_score: trendingScore(agent),
});

export const premiumAgentsDirectory = defineEndpoint({
  method: "GET",
  path: "/api/premium/agents/directory",
  tag: "Agents",
  summary: "The agent directory with each provider's live state, news, crawler visits and model prices",
  description:
    "The catalog of /api/agents/directory joined by provider. Trending is 3 points for each of at most 20 articles of 7 days, 1 for each of at most 30 crawler hits of 24 hours, and up to 10 for the state.",
  access: premium(1),
  reads: ["provider_status", "models", "news"],
  maxAgeSeconds: 0,
  query: z.object({
    category: z
      .enum(agentCategories.map(({ id }) => id))
      .optional()
      .describe("Only one category"),
    status: ServiceStatus.optional().describe("Only agents whose provider is in this state"),
    open_source: booleanParam().optional().describe("true: only agents under an open-source licence; false is no filter"),
    capability: z.enum(MODEL_CAPABILITIES).optional().describe("Only agents whose provider sells a model that can do this"),
    sort: z.enum(AGENT_SORTS).default("trending").describe("Prices are the flagship's; unknown ones come last"),
    limit: integerParam(1, 100).default(50).describe("How many agents"),
  }),
  response: z.strictObject({
    total: z.int().describe("Agents that pass the filters"),
    returned: z.int(),
    sort: z.enum(AGENT_SORTS),
    categories: z.array(AgentCategory),
    agents: z.array(EnrichedAgent),
    data_freshness: InputTimes,
  }),
  example: { query: { category: "coding", limit: "5" } },
}).handle(async ({ query, db, now }) => {
  const [prices, states, namings, traffic, times] = await Promise.all([
    loadPrices(db, utcDay(now)),
    loadProviderStates(db),
    newsNamings(db, now),
    trafficByProvider(db, now),
    inputTimes(db, now),
  ]);
  const news = countSince(namings.times, windowsOf(now).full);
  const matching = agents
    .filter(
      ({ category, openSource }) =>
        (query.category === undefined || category === query.category) && (query.open_source !== true || openSource),
    )
    .map((entry) => enrich(entry, { prices, states, news, traffic }))
    .filter(
      (agent) =>
        (query.status === undefined || agent.state === query.status) &&
        (query.capability === undefined || agent.prices?.capabilities.has(query.capability)),
    );
  const shown = sortAgents(matching, query.sort).slice(0, query.limit);
  return {
    total: matching.length,
    returned: shown.length,
    sort: query.sort,
    categories: [...agentCategories],
    agents: shown.map((agent) => toAgent(agent, utcDay(now))),
    data_freshness: times,
  };
});
