import { z } from "zod";
import { MODEL_PROVIDERS } from "@/lib/catalogs/models";
import { providerParam } from "@/lib/catalogs/name-params";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { scoresAsOf, scoreSources } from "@/lib/catalogs/score-sources";
import { FEWEST_SCORES, WIDEST_HALF } from "@/lib/domain/models/capability/capabilities";
import { utcDay } from "@/lib/domain/basics/date-range";
import { isOffered, lifeOf } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { isSold } from "@/lib/domain/models/provider-prices";
import { rankAmong } from "@/lib/domain/models/scores/saturation";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { oncePerDay } from "@/lib/loaders/freshness/once-per-version";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { capabilityModels, type CapabilityModel } from "@/lib/loaders/models/capability-models";
import { CapabilityEntry } from "@/lib/schemas/models/capability";
import { NamedSource } from "@/lib/schemas/models/matched-model";
import { booleanParam, dateParam, UNKNOWN_NAME } from "@/lib/schemas/params";

const METHOD =
  "Each model has one ability, each benchmark a curve: the share of its tasks that a model of some ability solves. Both are fitted to all scores together.";
const ATTRIBUTION = "eci: Epoch AI, Epoch Capabilities Index, epoch.ai/eci (CC BY 4.0)";

function toEntry({ capability, listings }: CapabilityModel, rank: number | null, today: string): CapabilityEntry {
  const { name, makerId, released, index, unranked, scores, model: _, names: __, ...points } = capability;
  const own = listings.find(({ isMakersListing }) => isMakersListing);
  const sold = listings.filter((listing) => isSold(listing) && isOffered(listing, today));
  return {
    rank,
    model: modelLabel(own?.name ?? name),
    id: own?.modelId ?? null,
    provider: providerName(makerId),
    providerId: makerId,
    released: released ?? own?.released ?? null,
    openSource: (own ?? listings[0])?.isOpenWeights ?? null,
    status: own ? lifeOf(own, today) : null,
    sold: sold.length > 0,
    hosts: new Set(sold.filter(({ isMakersListing }) => !isMakersListing).map(({ providerId }) => providerId)).size,
    ...points,
    score_count: scores,
    unranked_because: unranked,
    eci: index,
  };
}

const entries = oncePerDay(["models", "benchmarks"], async (db, today) => {
  const models = await capabilityModels(db);
  const abilities = models.flatMap(({ capability }) => (capability.unranked === null ? [capability.ability] : []));
  return models.map((model) => {
    const { unranked, ability } = model.capability;
    return toEntry(model, unranked === null ? rankAmong(abilities, ability) : null, today);
  });
});

const CSV_COLUMNS = [
  "rank",
  "providerId",
  "id",
  "model",
  "released",
  "openSource",
  "status",
  "sold",
  "hosts",
  "ability",
  "low",
  "high",
  "code",
  "maths",
  "score_count",
  "unranked_because",
] as const;

export const capability = defineEndpoint({
  method: "GET",
  path: "/api/capability",
  tag: "Models",
  summary: "Capability of models: one ability each, from all benchmark scores",
  description: `The ablest first, each with an interval of 90%. ${METHOD} A model with fewer than ${FEWEST_SCORES} scores, or with an interval wider than ${WIDEST_HALF} points to each side, has no rank. The method stands at /docs/guides/capability, in words and as a formula.`,
  access: free(),
  reads: ["benchmarks", "models"],
  maxAgeSeconds: 300,
  query: z.object({
    maker: providerParam().optional().meta({ known: MODEL_PROVIDERS, description: "Only this maker's" }),
    open_weights: booleanParam().optional().describe("Only weights that can be downloaded"),
    released_since: dateParam().optional().describe("Only what was released since"),
    sold: booleanParam().optional().describe("Only what is sold now"),
    ranked: booleanParam().optional().describe("`true` lists only models with a rank, `false` only models without"),
  }),
  response: z.strictObject({
    source: z.string(),
    lastUpdated: z.iso.date(),
    count: z.int(),
    method: z.string(),
    attribution: z.string(),
    models: z.array(CapabilityEntry),
    sources: z.array(NamedSource),
  }),
  csv: ({ models }) => ({
    columns: [...CSV_COLUMNS, "eci"],
    rows: models.map((model) => [...CSV_COLUMNS.map((column) => model[column]), model.eci?.value ?? null]),
  }),
  errors: UNKNOWN_NAME,
  example: { query: { maker: "openai", sold: "true" } },
}).handle(async ({ query, db, now, siteName }) => {
  const since = query.released_since;
  const models = (await entries(db, utcDay(now))).filter(
    ({ providerId, openSource, released, sold, rank }) =>
      (query.maker === undefined || providerId === query.maker) &&
      (!query.open_weights || openSource === true) &&
      (since === undefined || (released !== null && released >= since.slice(0, released.length))) &&
      (!query.sold || sold) &&
      (query.ranked === undefined || (rank !== null) === query.ranked),
  );
  const captured = await recentCapture(db, "benchmarks", now);
  return {
    source: siteName,
    lastUpdated: captured ? utcDay(captured) : scoresAsOf,
    count: models.length,
    method: METHOD,
    attribution: ATTRIBUTION,
    models,
    sources: scoreSources.map(({ key, name, url, license }) => ({ key, name, url, license })),
  };
});
