import type { Db } from "@/db/client";
import { pricedSpanPages, type PricedSpan } from "@/db/queries/history/listing-history";
import { listKeptScores } from "@/db/queries/models/scores/score-history";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { byProviderAndId } from "@/lib/domain/history/compare-prices";
import { compareText } from "@/lib/domain/basics/text";
import { keepSpans, type DatedValue, type KeptSpans } from "@/lib/domain/history/kept-spans";
import { keyOf } from "@/lib/domain/models/pair-models";
import type { SingleScore } from "@/lib/domain/models/scores/scores-by-model";
import { versioned } from "../freshness/once-per-version";

/** A price, and what answers say of its listing. */
export interface KeptPrice extends PricedSpan {
  /** `provider/id`. */
  reference: string;
  providerLabel: string;
}

/** One text for all that are equal: less to hold, and sooner compared. */
function createShared(): (text: string) => string {
  const texts = new Map<string, string>();
  return (text) => {
    const known = texts.get(text) ?? text;
    texts.set(known, known);
    return known;
  };
}

// Member by member: of objects put together by spreading each answer would take three times as long.
const keptPrice = (
  { providerId, modelId, name, inputPrice, outputPrice, isMakersListing }: PricedSpan,
  shared: (text: string) => string,
): KeptPrice => ({
  providerId: shared(providerId),
  modelId: shared(modelId),
  key: shared(keyOf({ providerId, modelId })),
  name: shared(name),
  inputPrice,
  outputPrice,
  isMakersListing,
  reference: shared(`${providerId}/${modelId}`),
  providerLabel: providerName(providerId),
});

interface KeptPrices {
  /** Makers' own. */
  makers: KeptSpans<KeptPrice>;
  all: KeptSpans<KeptPrice>;
}

async function keepPrices(db: Db): Promise<KeptPrices> {
  const shared = createShared();
  const spans: DatedValue<KeptPrice>[] = [];
  for await (const page of pricedSpanPages(db)) {
    for (const { value, firstDay, lastDay } of page) spans.push({ value: keptPrice(value, shared), firstDay, lastDay });
  }
  spans.sort((left, right) => byProviderAndId(left.value, right.value));
  return { makers: keepSpans(spans.filter(({ value }) => value.isMakersListing)), all: keepSpans(spans) };
}

const byModel = (left: SingleScore, right: SingleScore): number =>
  compareText(left.benchmarkKey, right.benchmarkKey) || compareText(left.benchmark, right.benchmark);

/**
 * Prices and scores of every day, held in memory: most of them stand for months, so that three years take no more room
 * than some weeks' rows would. What two days differ in is found here sooner than the database finds either.
 */
export const keptPrices = versioned(["history"], keepPrices);

export const keptScores = versioned(["history"], async (db) =>
  keepSpans((await listKeptScores(db)).sort((left, right) => byModel(left.value, right.value))),
);
