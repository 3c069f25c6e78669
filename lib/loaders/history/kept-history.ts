import type { Db } from "@/db/client";
import { pricedSpanPages, type PricedSpan } from "@/db/queries/history/listing-history";
import { listKeptScores } from "@/db/queries/models/scores/score-history";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { byProviderAndId } from "@/lib/domain/history/compare-prices";
import { compareText } from "@/lib/domain/basics/text";
import { keepSpans, type DatedValue, type KeptSpans } from "@/lib/domain/history/kept-spans";
import { keyOf } from "@/lib/domain/models/pair-models";
import type { SingleScore } from "@/lib/domain/models/scores/scores-by-model";
import { oncePerVersion } from "../freshness/once-per-version";

export interface KeptPrice extends PricedSpan {
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
const keptPrice = (
  { providerId, modelId, name, inputPrice, outputPrice, isMakersListing }: PricedSpan,
  intern: (text: string) => string,
): KeptPrice => ({
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

interface KeptPrices {
  /** Only makers' own listings. */
  makers: KeptSpans<KeptPrice>;
  all: KeptSpans<KeptPrice>;
}

async function keepPrices(db: Db): Promise<KeptPrices> {
  const intern = createInterner();
  const spans: DatedValue<KeptPrice>[] = [];
  for await (const page of pricedSpanPages(db)) {
    for (const { value, firstDay, lastDay } of page) spans.push({ value: keptPrice(value, intern), firstDay, lastDay });
  }
  spans.sort((left, right) => byProviderAndId(left.value, right.value));
  return { makers: keepSpans(spans.filter(({ value }) => value.isMakersListing)), all: keepSpans(spans) };
}

const byModel = (left: SingleScore, right: SingleScore): number =>
  compareText(left.benchmarkKey, right.benchmarkKey) || compareText(left.benchmark, right.benchmark);

/**
 * Prices and scores of every day, in memory. Most stay the same for months, so that three years as spans take no more room
 * than a few weeks as daily rows. Comparing two days here is faster than querying one of them.
 */
export const keptPrices = oncePerVersion(["history"], keepPrices);

export const keptScores = oncePerVersion(["history"], async (db) =>
  keepSpans((await listKeptScores(db)).sort((left, right) => byModel(left.value, right.value))),
);
