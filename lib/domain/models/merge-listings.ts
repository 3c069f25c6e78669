import { groupBy } from "../basics/group-by";
import { listingKey, type ListingFacts, type ModelListing, type Observation, type PriceReading, type ReadingSource } from "./model-listing";
import { tierOf } from "./model-tier";
import { DAY_MS } from "../basics/time";

/** Relative difference up to which two sources agree. */
const PRICE_TOLERANCE = 0.005;
/** Prices read further apart in time are a price change, not a disagreement. */
const COMPARABLE_DAYS = 90;

const TRUST_ORDER: readonly ReadingSource[] = ["models.dev", "bundled", "litellm", "openrouter"];

export interface MergeContext {
  readAt: Partial<Record<ReadingSource, Date>>;
}

const differs = (left: number, right: number): boolean =>
  left !== right && Math.abs(left - right) / Math.max(Math.abs(left), Math.abs(right)) > PRICE_TOLERANCE;

export const pricesDisagree = (left: PriceReading, right: PriceReading): boolean =>
  differs(left.inputPrice, right.inputPrice) || differs(left.outputPrice, right.outputPrice);

function sortByTrust(observations: readonly Observation[]): Observation[] {
  return TRUST_ORDER.flatMap((source) => observations.filter((observation) => observation.source === source));
}

function liveReading(observation: Observation): PriceReading | null {
  const { inputPrice, outputPrice } = observation.facts;
  if (observation.source === "bundled" || inputPrice === null || outputPrice === null) return null;
  return { source: observation.source, inputPrice, outputPrice, verifiedAt: null };
}

/** One reading per source, the most trusted first: a live reading replaces the bundled catalog's quote of the same source. */
function readingsInOrder(observations: readonly Observation[]): PriceReading[] {
  const inOrder = sortByTrust(observations);
  const live = new Map(inOrder.flatMap((observation) => liveReading(observation) ?? []).map((reading) => [reading.source, reading]));
  const all = inOrder.flatMap((observation) => (observation.source === "bundled" ? observation.quoted : (liveReading(observation) ?? [])));
  const bySource = new Map<string, PriceReading>();
  for (const reading of all) if (!bySource.has(reading.source)) bySource.set(reading.source, live.get(reading.source) ?? reading);
  return [...bySource.values()];
}

function readTime(reading: PriceReading, context: MergeContext): number | null {
  if (reading.verifiedAt !== null) return Date.parse(reading.verifiedAt);
  return context.readAt[reading.source as ReadingSource]?.getTime() ?? null;
}

function areComparable(left: PriceReading, right: PriceReading, context: MergeContext): boolean {
  const [first, second] = [readTime(left, context), readTime(right, context)];
  return first === null || second === null || Math.abs(first - second) <= COMPARABLE_DAYS * DAY_MS;
}

/** A live price goes before one that was verified months earlier. */
function freshFirst(readings: readonly PriceReading[], context: MergeContext): PriceReading[] {
  const [first, ...others] = readings;
  if (!first || first.verifiedAt === null) return [...readings];
  const fresher = others.find((other) => other.verifiedAt === null && !areComparable(first, other, context));
  return fresher ? [fresher, ...readings.filter((reading) => reading !== fresher)] : [...readings];
}

interface Prices {
  /** The price of the listing itself, never that of a cross-check. */
  chosen: PriceReading | undefined;
  all: PriceReading[];
}

function pricesOf(own: readonly Observation[], crossChecks: readonly Observation[], context: MergeContext): Prices {
  const readings = freshFirst(readingsInOrder(own), context);
  const isNew = (reading: PriceReading): boolean => !readings.some((other) => other.source === reading.source && other.verifiedAt === null);
  return { chosen: readings[0], all: [...readings, ...readingsInOrder(crossChecks).filter(isNew)] };
}

function hasConflict({ chosen, all }: Prices, context: MergeContext): boolean {
  return chosen !== undefined && all.some((other) => pricesDisagree(chosen, other) && areComparable(chosen, other, context));
}

function firstKnown<Key extends keyof ListingFacts>(facts: readonly ListingFacts[], key: Key): ListingFacts[Key] | null {
  return facts.find((entry) => entry[key] !== null)?.[key] ?? null;
}

function firstFilled(facts: readonly ListingFacts[], key: "modalitiesIn" | "modalitiesOut"): string[] {
  return facts.find((entry) => entry[key].length > 0)?.[key] ?? [];
}

// Live sources only guess the maker from the id, while the bundled catalog states it.
function makerOf(own: readonly Observation[]): string | null {
  const bundled = own.find((observation) => observation.source === "bundled");
  return (
    bundled?.facts.makerId ??
    firstKnown(
      sortByTrust(own).map((observation) => observation.facts),
      "makerId",
    )
  );
}

// The "code" capability comes from the bundled catalog's benchmark scores, the rest from the most trusted source.
function capabilitiesOf(facts: readonly ListingFacts[]): string[] {
  const trusted = facts.find((entry) => entry.capabilities.length > 0)?.capabilities ?? [];
  const isCoder = facts.some((entry) => entry.capabilities.includes("code"));
  return [...new Set(["text", ...trusted, ...(isCoder ? ["code"] : [])])].sort();
}

const isLive = (reading: PriceReading): boolean => reading.verifiedAt === null;

function capturedFrom(chosen: PriceReading | undefined, own: readonly Observation[]): ReadingSource {
  if (chosen) return isLive(chosen) ? (chosen.source as ReadingSource) : "bundled";
  return sortByTrust(own)[0]?.source ?? "bundled";
}

type PriceFields = Pick<
  ModelListing,
  | "inputPrice"
  | "outputPrice"
  | "cachedInputPrice"
  | "cacheWritePrice"
  | "longContext"
  | "isFreeListing"
  | "priceSource"
  | "verifiedAt"
  | "capturedFrom"
  | "priceReadings"
  | "hasPriceConflict"
>;

/** The chosen price and what belongs to it: cached and long-context prices come from the same reading or stay null. */
function priceFields(own: readonly Observation[], crossChecks: readonly Observation[], context: MergeContext): PriceFields {
  const prices = pricesOf(own, crossChecks, context);
  const { chosen } = prices;
  const origin = capturedFrom(chosen, own);
  const priced = chosen && own.find((observation) => observation.source === origin)?.facts;
  return {
    inputPrice: chosen?.inputPrice ?? null,
    outputPrice: chosen?.outputPrice ?? null,
    cachedInputPrice: priced?.cachedInputPrice ?? null,
    cacheWritePrice: priced?.cacheWritePrice ?? null,
    longContext: priced?.longContext ?? null,
    isFreeListing: chosen?.inputPrice === 0 && chosen.outputPrice === 0,
    priceSource: chosen?.source ?? null,
    verifiedAt: chosen?.verifiedAt ?? null,
    capturedFrom: origin,
    priceReadings: prices.all,
    hasPriceConflict: hasConflict(prices, context),
  };
}

/** Whether the listing is the maker's own is decided later, over the whole catalog. */
export function mergeListing(observations: readonly Observation[], context: MergeContext): ModelListing {
  const own = observations.filter((observation) => !observation.isCrossCheck);
  const facts = sortByTrust(own).map((observation) => observation.facts);
  const [first] = facts;
  if (!first) throw new Error("a listing needs an observation of its own");
  const prices = priceFields(
    own,
    observations.filter((observation) => observation.isCrossCheck),
    context,
  );
  return {
    providerId: first.providerId,
    modelId: first.modelId,
    name: firstKnown(facts, "name") ?? first.modelId,
    makerId: makerOf(own),
    isMakersListing: false,
    family: firstKnown(facts, "family"),
    tier: firstKnown(facts, "tier") ?? tierOf(first.modelId, prices.inputPrice, prices.outputPrice),
    ...prices,
    contextWindow: firstKnown(facts, "contextWindow"),
    maxOutputTokens: firstKnown(facts, "maxOutputTokens"),
    modalitiesIn: firstFilled(facts, "modalitiesIn"),
    modalitiesOut: firstFilled(facts, "modalitiesOut"),
    capabilities: capabilitiesOf(facts),
    isOpenWeights: firstKnown(facts, "isOpenWeights"),
    knowledgeCutoff: firstKnown(facts, "knowledgeCutoff"),
    released: firstKnown(facts, "released"),
    deprecationDate: firstKnown(facts, "deprecationDate"),
    status: firstKnown(facts, "status"),
    note: firstKnown(facts, "note"),
    retirement: null,
    unlisted: null,
  };
}

/** Groups by (provider, id), ignoring the case of the id, and merges each group. The order of input does not matter. */
export function mergeListings(observations: readonly Observation[], context: MergeContext): ModelListing[] {
  const groups = groupBy(observations, ({ facts }) => listingKey(facts));
  const isListed = (group: readonly Observation[]): boolean => group.some((observation) => !observation.isCrossCheck);
  return [...groups.values()].filter(isListed).map((group) => mergeListing(group, context));
}
