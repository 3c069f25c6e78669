import { z } from "zod";
import { EMPTY_FACTS, type ListingFacts, type Observation, type PriceReading } from "@/lib/domain/models/model-listing";
import type { ModelAlias } from "@/lib/domain/models/resolve-model";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { priceSources, pricesAsOf } from "./price-sources";
import { findProvider } from "./providers";
import raw from "./models.json";

const FILE = "lib/catalogs/models.json";

const ProviderId = z.string().refine((id) => findProvider(id) !== null, "is not in the provider table");
const PartialDate = z.string().regex(/^\d{4}(-\d{2}(-\d{2})?)?$/);
const Price = z.number().min(0).max(100_000);
const Tokens = z.number().int().positive();

const LongContext = z.strictObject({ above: Tokens, input: Price, output: Price, cached: Price.optional() });

/** `prices`: USD per 1M tokens as [source, input, output]; the first takes precedence. */
const Entry = z.strictObject({
  provider: ProviderId,
  model: z.string().min(1).max(160),
  name: z.string().min(1).max(120),
  maker: ProviderId.nullable(),
  family: z.string().optional(),
  tier: z.enum(["flagship", "mid", "budget"]).optional(),
  prices: z
    .array(z.tuple([z.string(), Price, Price]))
    .min(1)
    .optional(),
  verified_at: PartialDate.optional(),
  cached: Price.optional(),
  cache_write: Price.optional(),
  long_context: z.array(LongContext).optional(),
  free: z.literal(true).optional(),
  context: Tokens.optional(),
  max_output: Tokens.optional(),
  in: z.array(z.string()),
  out: z.array(z.string()),
  capabilities: z.array(z.string()),
  open_weights: z.boolean().optional(),
  knowledge: PartialDate.optional(),
  released: PartialDate.optional(),
  deprecated: PartialDate.optional(),
  status: z.string().optional(),
  note: z.string().optional(),
  facts: z.array(z.string()).min(1),
});

type Entry = z.output<typeof Entry>;

const Alias = z.strictObject({ alias: z.string().min(1), provider: ProviderId, model: z.string().min(1) });

const dateOf = new Map(priceSources.map((source) => [source.key, source.date]));

function load(): Entry[] {
  const entries = parseCatalog(FILE, Entry, raw.models);
  requireUnique(
    FILE,
    entries.map((entry) => `${entry.provider}/${entry.model.toLowerCase()}`),
  );
  for (const entry of entries) {
    const unknown = [...(entry.prices ?? []).map(([source]) => source), ...entry.facts].find((key) => !dateOf.has(key));
    if (unknown) throw new Error(`${FILE}, entry ${entry.provider}/${entry.model}: source ${unknown} is not in the list of sources`);
    if (entry.prices && !entry.verified_at) throw new Error(`${FILE}, entry ${entry.provider}/${entry.model}: a price needs verified_at`);
  }
  return entries;
}

// The first price has its own date; the others are as old as the copy of their source.
function quotedOf(entry: Entry): PriceReading[] {
  return (entry.prices ?? []).map(([source, inputPrice, outputPrice], position) => ({
    source,
    inputPrice,
    outputPrice,
    verifiedAt: (position === 0 ? entry.verified_at : dateOf.get(source)) ?? null,
  }));
}

function factsOf(entry: Entry): ListingFacts {
  const [, inputPrice, outputPrice] = entry.prices?.[0] ?? [null, null, null];
  return {
    ...EMPTY_FACTS,
    providerId: entry.provider,
    modelId: entry.model,
    name: entry.name,
    makerId: entry.maker,
    family: entry.family ?? null,
    tier: entry.tier ?? null,
    inputPrice,
    outputPrice,
    cachedInputPrice: entry.cached ?? null,
    cacheWritePrice: entry.cache_write ?? null,
    longContext:
      entry.long_context?.map((tier) => ({
        aboveInputTokens: tier.above,
        inputPrice: tier.input,
        outputPrice: tier.output,
        cachedInputPrice: tier.cached ?? null,
      })) ?? null,
    contextWindow: entry.context ?? null,
    maxOutputTokens: entry.max_output ?? null,
    modalitiesIn: entry.in,
    modalitiesOut: entry.out,
    capabilities: entry.capabilities,
    isOpenWeights: entry.open_weights ?? null,
    knowledgeCutoff: entry.knowledge ?? null,
    released: entry.released ?? null,
    deprecationDate: entry.deprecated ?? null,
    status: entry.status ?? null,
    note: entry.note ?? null,
  };
}

/** Models bundled with the release, used until the price sources have been read. */
export const bundledModels = {
  asOf: pricesAsOf,
  aliases: parseCatalog(FILE, Alias, raw.aliases).map((entry): ModelAlias => ({
    alias: entry.alias,
    providerId: entry.provider,
    modelId: entry.model,
  })),
  observations: load().map((entry): Observation => ({
    source: "bundled",
    facts: factsOf(entry),
    quoted: quotedOf(entry),
    isCrossCheck: false,
  })),
};
