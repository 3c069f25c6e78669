import { z } from "zod";
import { DAY_MS } from "@/lib/domain/basics/time";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { DatedReading, StatedPrice } from "@/lib/domain/history/price-book/published-states";
import { listingKey, type Observation } from "@/lib/domain/models/model-listing";
import type { StatedCondition } from "@/lib/domain/models/prices/price-condition";
import { StatedCondition as Condition } from "@/lib/schemas/models/price-condition";
import { ProviderId } from "./catalog-entries";
import { bundledModels } from "./models";
import { CalendarDate, parseCatalog, WebAddress } from "./parse-catalog";
import { priceSources, priceSourceUrl, pricesAsOf } from "./price-sources";
import raw from "./dated-prices.json";

const FILE = "lib/catalogs/dated-prices.json";

const Price = z.number().nonnegative();
/** A day begins at midnight UTC. */
const Moment = z.union([CalendarDate, z.iso.datetime()]).transform((text) => Date.parse(text));

/** USD per 1M tokens between two moments. `validated` is the last day on which a source had the price. */
const Span = z.strictObject({
  from: Moment,
  to: Moment.nullable().default(null),
  validated: Moment,
  input: Price,
  output: Price,
  cached: Price.nullable().default(null),
  cache_write: Price.nullable().default(null),
  conditions: z.array(Condition).default([]),
});

const Entry = z
  .strictObject({
    provider: ProviderId,
    model: z.string().min(1),
    source: z.enum(priceSources.map(({ key }) => key)),
    url: WebAddress,
    spans: z.array(Span).min(1),
  })
  .refine(
    ({ spans }) => spans.every(({ to }, index) => index === spans.length - 1 || (to !== null && to <= (spans[index + 1]?.from ?? 0))),
    {
      message: "spans overlap, or one in between has no end",
      path: ["spans"],
    },
  );

const withCacheWrite = (price: number | null, conditions: readonly StatedCondition[]): StatedCondition[] => [
  ...(price === null ? [] : [{ kind: "cache_write_5m" as const, cache_write: price }]),
  ...conditions,
];

const keyOf = ({ provider, model }: z.output<typeof Entry>): string => listingKey({ providerId: provider, modelId: model });

const entries = parseCatalog(FILE, Entry, raw.prices, keyOf);

/** Prices that sources give with their days, by listing. */
export const statedPrices: ReadonlyMap<string, readonly StatedPrice[]> = new Map(
  entries.map((entry) => [
    keyOf(entry),
    entry.spans.map((span) => ({
      source: entry.source,
      sourceUrl: entry.url,
      from: span.from,
      to: span.to,
      validatedAt: span.validated,
      inputPrice: span.input,
      outputPrice: span.output,
      cachedInputPrice: span.cached,
      priceConditions: withCacheWrite(span.cache_write, span.conditions as StatedCondition[]),
    })),
  ]),
);

/** The last day that a date of a year, a month or a day can mean, at midnight. */
function lastDayOf(date: string): number {
  const [year = 0, month, day] = date.split("-").map(Number);
  const end = day !== undefined ? Date.parse(date) : month !== undefined ? Date.UTC(year, month) - DAY_MS : Date.UTC(year + 1, 0) - DAY_MS;
  return Math.min(end, Date.parse(pricesAsOf));
}

/** The first reading has what was stated beside it; of others only their prices of tokens are known. */
function readingsOf({ facts, quoted }: Observation): DatedReading[] {
  const conditions = withCacheWrite(facts.cacheWritePrice, facts.conditions);
  return quoted.flatMap(({ source, inputPrice, outputPrice, verifiedAt }, position) => {
    if (verifiedAt === null) return [];
    const beside =
      position === 0
        ? { cachedInputPrice: facts.cachedInputPrice, priceConditions: conditions }
        : { cachedInputPrice: null, priceConditions: [] };
    return [{ source, sourceUrl: priceSourceUrl(source), readAt: lastDayOf(verifiedAt), inputPrice, outputPrice, ...beside }];
  });
}

/** Prices of the bundled catalog with the day of each, by listing, the most trusted first. */
export const datedReadings: ReadonlyMap<string, readonly DatedReading[]> = new Map(
  [...groupBy(bundledModels.observations, ({ facts }) => listingKey(facts))].map(([key, group]) => [key, group.flatMap(readingsOf)]),
);
