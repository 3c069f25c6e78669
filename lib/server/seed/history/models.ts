import { inTransaction, type Db } from "@/db/client";
import { beginListingSpans, type ListingSpan } from "@/db/queries/history/listing-history";
import { listModels } from "@/db/queries/models/models";
import { batchesOf } from "@/db/queries/upsert-rows";
import { listingSpanOf } from "@/jobs/capture-snapshots/capture-listings";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import { bundledModels } from "@/lib/catalogs/models";
import type { ListingFacts, ModelListing } from "@/lib/domain/models/model-listing";
import { cleanPrice } from "@/lib/domain/models/prices/price-units";
import { withHash } from "@/lib/sources/workers/model-catalog";
import { pick, seededRandom } from "../rng";
import { SEEDED_ROWS } from "./captured-days";
import { spansOfLife, type Life } from "./spans";

const HOSTED_SINCE_DAYS = 400;

/**
 * Models that no release names. Some are sold at the end; the withdrawn ones have ids only, and cost
 * what the first of the others costs.
 */
export interface InventedModels {
  facts: readonly ListingFacts[];
  withdrawn: readonly string[];
}

const CROSS_CHECKED_EVERY = 5;
const DISAGREES_EVERY = 15;

/** A second source's prices for some models; where it disagrees, the listing has a price conflict. */
function crossCheckOf({ inputPrice, outputPrice, ...facts }: ListingFacts, index: number): ListingFacts {
  const factor = index % DISAGREES_EVERY === 0 ? 1.2 : 1;
  const scaled = (price: number | null): number | null => price && cleanPrice(price * factor);
  return { ...facts, inputPrice: scaled(inputPrice), outputPrice: scaled(outputPrice) };
}

export async function plantModels(db: Db, invented: readonly ListingFacts[], hasCrossChecks: boolean, at: Date): Promise<void> {
  const facts = [...bundledModels.observations.map((observation) => observation.facts), ...invented];
  const observations = facts.map((entry) => withHash({ source: "models.dev", facts: entry, quoted: [], isCrossCheck: false }));
  const checks = facts.map(crossCheckOf).filter((_, index) => hasCrossChecks && index % CROSS_CHECKED_EVERY === 0);
  const crossChecks = checks.map((entry) => withHash({ source: "litellm", facts: entry, quoted: [], isCrossCheck: true }));
  await storeCatalog(db, {
    now: at,
    replacing: new Map([
      ["models.dev", observations],
      ["litellm", crossChecks],
    ]),
    readAt: { "models.dev": at, ...(hasCrossChecks ? { litellm: at } : {}) },
  });
}

/** The listing before its latest change of price, or of context window where there is no price. */
function earlier(listing: ModelListing, random: () => number): ModelListing {
  const { inputPrice, outputPrice } = listing;
  if (inputPrice === null || outputPrice === null || inputPrice + outputPrice === 0 || random() < 0.1) {
    return { ...listing, contextWindow: (listing.contextWindow ?? 128_000) + 1024 };
  }
  const factor = pick(random, [0.8, 0.9, 1.1, 1.25, 1.5]);
  const scaled = (price: number): number => Math.min(500, Math.max(0.001, cleanPrice(price * factor)));
  const changed = { ...listing, inputPrice: scaled(inputPrice), outputPrice: scaled(outputPrice) };
  return changed.inputPrice === inputPrice && changed.outputPrice === outputPrice
    ? { ...listing, contextWindow: (listing.contextWindow ?? 128_000) + 1024 }
    : changed;
}

/** Most prices last for months, some for weeks, a few for days. */
function paceOf(random: () => number): number {
  const chance = random();
  return chance < 0.6 ? 150 : chance < 0.9 ? 30 : 5;
}

function lifeOf(listing: ModelListing, days: readonly string[], random: () => number): Life<ModelListing> {
  const last = days.length - 1;
  const first = listing.isMakersListing ? 0 : Math.max(0, last - Math.floor(random() * HOSTED_SINCE_DAYS));
  return { value: listing, first, last, endsOn: null, pace: paceOf(random), before: (value) => earlier(value, random) };
}

function withdrawnLife(modelId: string, like: ModelListing, days: readonly string[], random: () => number): Life<ModelListing> {
  const last = Math.floor(days.length * (0.3 + 0.6 * random()));
  return {
    value: { ...like, modelId, name: modelId },
    first: 0,
    last,
    endsOn: days[last] as string,
    pace: paceOf(random),
    before: (current: ModelListing) => earlier(current, random),
  };
}

/** Plants the price history: makers' listings from the first day on, others for about a year or less. */
export async function plantPrices(db: Db, days: readonly string[], withdrawn: readonly string[]): Promise<ListingSpan[]> {
  const random = seededRandom(31);
  const listings = await listModels(db, { scope: "all" });
  const like = listings.at(0);
  const lives = [
    ...listings.map((listing) => lifeOf(listing, days, random)),
    ...(like ? withdrawn.map((modelId) => withdrawnLife(modelId, like, days, random)) : []),
  ];
  const spans = lives.flatMap((life) =>
    spansOfLife(days, life, random).map(({ value, firstDate, lastDate }) => ({ ...listingSpanOf(value, firstDate), lastDate })),
  );
  for (const batch of batchesOf(spans, SEEDED_ROWS)) await inTransaction(db, (tx) => beginListingSpans(tx, batch));
  return spans;
}
