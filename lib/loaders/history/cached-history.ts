import type { Db } from "@/db/client";
import { pricedSpanPages, type PricedSpan } from "@/db/queries/history/listing-history";
import { listAllScores } from "@/db/queries/models/scores/score-history";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { byProviderAndId } from "@/lib/domain/history/compare-prices";
import { compareText } from "@/lib/domain/basics/text";
import { spanColumns, type DatedValue, type SpanColumns } from "@/lib/domain/history/span-columns";
import { keyOf } from "@/lib/domain/models/pair-models";
import type { SingleScore } from "@/lib/domain/models/scores/scores-by-model";
import { oncePerVersion } from "../freshness/once-per-version";

export interface CachedPrice extends PricedSpan {
  /** `provider/id`. */
  reference: string;
  providerLabel: string;
}

/** Interns strings: equal ones share memory and compare faster. */
function createInterner(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const interned = texts.get(text) ?? text;
    texts.set(interned, interned);
    return interned;
  };
}

// Member by member: objects built by spreading make every answer three times slower.
const cachedPrice = (
  { providerId, modelId, name, inputPrice, outputPrice, isMakersListing }: PricedSpan,
  intern: (text: string) => string,
): CachedPrice => ({
  providerId: intern(providerId),
  modelId: intern(modelId),
  key: intern(keyOf({ providerId, modelId })),
  name: intern(name),
  inputPrice,
  outputPrice,
  isMakersListing,
  reference: intern(`${providerId}/${modelId}`),
  providerLabel: providerName(providerId),
});

interface CachedPrices {
  /** Only makers' own listings. */
  makers: SpanColumns<CachedPrice>;
  all: SpanColumns<CachedPrice>;
}

async function loadPrices(db: Db): Promise<CachedPrices> {
  const intern = createInterner();
  const spans: DatedValue<CachedPrice>[] = [];
  for await (const page of pricedSpanPages(db)) {
    for (const { value, firstDay, lastDay } of page) spans.push({ value: cachedPrice(value, intern), firstDay, lastDay });
  }
  spans.sort((left, right) => byProviderAndId(left.value, right.value));
  return { makers: spanColumns(spans.filter(({ value }) => value.isMakersListing)), all: spanColumns(spans) };
}

const byModel = (left: SingleScore, right: SingleScore): number =>
  compareText(left.benchmarkKey, right.benchmarkKey) || compareText(left.benchmark, right.benchmark);

/**
 * Prices and scores of every day, in memory. Most stay the same for months, so that three years as spans take no more room
 * than a few weeks as daily rows. Comparing two days here is faster than querying one of them.
 */
export const cachedPrices = oncePerVersion(["history"], loadPrices);

export const cachedScores = oncePerVersion(["history"], async (db) =>
  spanColumns((await listAllScores(db)).sort((left, right) => byModel(left.value, right.value))),
);
