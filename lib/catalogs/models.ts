import { z } from "zod";
import type { ListingFacts, Observation, PriceReading } from "@/lib/domain/models/model-listing";
import { isUnitSuspect } from "@/lib/domain/models/prices/price-units";
import type { ModelAlias } from "@/lib/domain/models/resolve-model";
import { StatedCondition } from "@/lib/schemas/models/price-condition";
import { ProviderId } from "./catalog-entries";
import { providerParam } from "./name-params";
import { LooseDate, parseCatalog } from "./parse-catalog";
import { priceSources, pricesAsOf } from "./price-sources";
import raw from "./models.json";

const FILE = "lib/catalogs/models.json";

const Price = z
  .number()
  .min(0)
  .refine((price) => !isUnitSuspect(price), "no price per 1M tokens");
const Tokens = z.number().int().positive();

const LongContext = z.strictObject({ above: Tokens, input: Price, output: Price, cached: Price.nullable().default(null) });

/** `prices`: USD per 1M tokens as [source, input, output]; the first takes precedence. */
const Entry = z.strictObject({
  provider: ProviderId,
  model: z.string().min(1).max(160),
  name: z.string().min(1).max(120),
  maker: ProviderId.nullable(),
  family: z.string().nullable().default(null),
  tier: z.enum(["flagship", "mid", "budget"]).nullable().default(null),
  prices: z.array(z.tuple([z.string(), Price, Price])).default([]),
  verified_at: LooseDate.nullable().default(null),
  cached: Price.nullable().default(null),
  cache_write: Price.nullable().default(null),
  long_context: z.array(LongContext).default([]),
  conditions: z.array(StatedCondition).default([]),
  free: z.literal(true).optional(),
  context: Tokens.nullable().default(null),
  max_output: Tokens.nullable().default(null),
  in: z.array(z.string()),
  out: z.array(z.string()),
  capabilities: z.array(z.string()),
  open_weights: z.boolean().nullable().default(null),
  knowledge: LooseDate.nullable().default(null),
  released: LooseDate.nullable().default(null),
  deprecated: LooseDate.nullable().default(null),
  status: z.string().nullable().default(null),
  note: z.string().nullable().default(null),
  facts: z.array(z.string()).min(1),
});

type Entry = z.output<typeof Entry>;

const Alias = z.strictObject({ alias: z.string().min(1), provider: ProviderId, model: z.string().min(1) });

const dateOf = new Map(priceSources.map((source) => [source.key, source.date]));

function load(): Entry[] {
  const entries = parseCatalog(FILE, Entry, raw.models, ({ provider, model }) => `${provider}/${model.toLowerCase()}`);
  for (const entry of entries) {
    const unknown = [...entry.prices.map(([source]) => source), ...entry.facts].find((key) => !dateOf.has(key));
    if (unknown) throw new Error(`${FILE}, entry ${entry.provider}/${entry.model}: source ${unknown} is not in the list of sources`);
    if (entry.prices.length > 0 && !entry.verified_at) {
      throw new Error(`${FILE}, entry ${entry.provider}/${entry.model}: a price needs verified_at`);
    }
  }
  return entries;
}

// The first price has its own date; further prices are as old as the copy of their source.
function quotedOf(entry: Entry): PriceReading[] {
  return entry.prices.map(([source, inputPrice, outputPrice], position) => ({
    source,
    inputPrice,
    outputPrice,
    verifiedAt: (position === 0 ? entry.verified_at : dateOf.get(source)) ?? null,
  }));
}

/** LiteLLM, where it alone has the facts, states the most input and not the window. */
const tokensOf = ({ context, facts }: Pick<Entry, "context" | "facts">): Pick<ListingFacts, "contextWindow" | "maxInputTokens"> =>
  facts.every((source) => source === "litellm")
    ? { contextWindow: null, maxInputTokens: context }
    : { contextWindow: context, maxInputTokens: null };

const toStep = ({ above, input, output, cached }: z.output<typeof LongContext>): ListingFacts["conditions"][number] => ({
  kind: "prompt_tokens_above",
  above,
  input,
  output,
  ...(cached === null ? {} : { cached_input: cached }),
});

function factsOf({ provider, model, maker, prices, ...entry }: Entry): ListingFacts {
  const [, inputPrice, outputPrice] = prices[0] ?? [null, null, null];
  return {
    name: entry.name,
    family: entry.family,
    tier: entry.tier,
    capabilities: entry.capabilities,
    released: entry.released,
    status: entry.status,
    note: entry.note,
    inputPrice,
    outputPrice,
    providerId: provider,
    modelId: model,
    makerId: maker,
    cachedInputPrice: entry.cached,
    cacheWritePrice: entry.cache_write,
    conditions: [...entry.long_context.map(toStep), ...entry.conditions],
    isGivenAway: entry.free === true,
    setAside: [],
    ...tokensOf(entry),
    maxOutputTokens: entry.max_output,
    modalitiesIn: entry.in,
    modalitiesOut: entry.out,
    isOpenWeights: entry.open_weights,
    knowledgeCutoff: entry.knowledge,
    deprecationDate: entry.deprecated,
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

/** Ids of the providers whose models are listed whatever the price sources say. */
export const MODEL_PROVIDERS = {
  name: "model providers",
  values: [...new Set(bundledModels.observations.map(({ facts }) => facts.providerId))].sort(),
};

/** The parameter of what is asked of one seller of models; its value is the seller's id. */
export const sellerParam = () =>
  providerParam().optional().meta({ known: MODEL_PROVIDERS, description: "Only this provider's listings, maker or host, by id or name" });
