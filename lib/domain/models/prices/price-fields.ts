import { DAY_MS } from "../../basics/time";
import type { Billing, ListingFacts, ModelListing, Observation, PriceReading, ReadingSource, SetAsideReading } from "../model-listing";
import { isAtBand } from "./time-band";
import { mergeConditions, type PriceCondition } from "./price-condition";
import { judgeReadings, sortByTrust, sortForPrices } from "./price-evidence";

/** Relative difference up to which two sources agree. */
const PRICE_TOLERANCE = 0.005;
/** Prices read further apart in time are a price change, not a disagreement. */
const COMPARABLE_DAYS = 90;

/** `plan`: it sells seats. `free`: it gives its models away, within limits. */
export type Charging = "tokens" | "plan" | "free";

export interface MergeContext {
  readAt: Partial<Record<ReadingSource, Date>>;
  /** How a provider charges; by tokens where that is left out. */
  chargesBy?: (providerId: string) => Charging;
}

const differs = (left: number, right: number): boolean =>
  left !== right && Math.abs(left - right) / Math.max(Math.abs(left), Math.abs(right)) > PRICE_TOLERANCE;

type TokenPrices = Pick<PriceReading, "inputPrice" | "outputPrice">;

export const pricesDisagree = (left: TokenPrices, right: TokenPrices): boolean =>
  differs(left.inputPrice, right.inputPrice) || differs(left.outputPrice, right.outputPrice);

function readTime(reading: PriceReading, { readAt }: MergeContext): number | null {
  if (reading.verifiedAt !== null) return Date.parse(reading.verifiedAt);
  return readAt[reading.source as ReadingSource]?.getTime() ?? null;
}

function areComparable(left: PriceReading, right: PriceReading, context: MergeContext): boolean {
  const [first, second] = [readTime(left, context), readTime(right, context)];
  return first === null || second === null || Math.abs(first - second) <= COMPARABLE_DAYS * DAY_MS;
}

/** A live price goes before a price that was verified months earlier. */
function freshFirst(readings: readonly PriceReading[], context: MergeContext): PriceReading[] {
  const [first, ...others] = readings;
  if (!first || first.verifiedAt === null) return [...readings];
  const fresher = others.find((other) => other.verifiedAt === null && !areComparable(first, other, context));
  return fresher ? [fresher, ...readings.filter((reading) => reading !== fresher)] : [...readings];
}

const isLive = (reading: PriceReading): boolean => reading.verifiedAt === null;

interface Prices {
  /** The price of the listing itself, never that of a cross-check. */
  chosen: PriceReading | undefined;
  all: PriceReading[];
  setAside: SetAsideReading[];
}

/** The key under which answers name an observation's source. */
const sourceOf = ({ source, quoted }: Observation): string => (source === "bundled" ? (quoted[0]?.source ?? source) : source);

const setAsideByReader = (observation: Observation): SetAsideReading[] =>
  observation.facts.setAside.map((entry) => ({ ...entry, source: sourceOf(observation), verifiedAt: null }));

function readingsOf(own: readonly Observation[], crossChecks: readonly Observation[], context: MergeContext): Prices {
  const judged = judgeReadings(own, crossChecks, { readTime: (reading) => readTime(reading, context) });
  const readings = freshFirst(judged.believed, context);
  const isNew = (reading: PriceReading, position: number): boolean =>
    !readings.some((other) => other.source === reading.source && other.verifiedAt === null) &&
    judged.crossChecked.findIndex(({ source }) => source === reading.source) === position;
  return {
    chosen: readings[0],
    all: [...readings, ...judged.crossChecked.filter(isNew)],
    setAside: [...sortByTrust(own).flatMap(setAsideByReader), ...judged.setAside],
  };
}

const CONTRADICTIONS: ReadonlySet<string> = new Set(["unit_suspect", "zero_beside_price"]);

function hasConflict({ chosen, all, setAside }: Prices, conditions: readonly PriceCondition[], context: MergeContext): boolean {
  if (chosen === undefined) return false;
  const isContradicted = setAside.some(({ kind, reason }) => kind === "token_price" && CONTRADICTIONS.has(reason));
  // The price of other hours is no other opinion.
  const isOtherPrice = (other: PriceReading): boolean => pricesDisagree(chosen, other) && !conditions.some((band) => isAtBand(band, other));
  return isContradicted || all.some((other) => isOtherPrice(other) && areComparable(chosen, other, context));
}

/** What an observation's prices beside those of tokens were stated for. */
function baseOf({ source, facts: { inputPrice, outputPrice }, quoted }: Observation): TokenPrices | null {
  if (source === "bundled") return quoted[0] ?? null;
  return inputPrice === null || outputPrice === null ? null : { inputPrice, outputPrice };
}

const isFrom = (chosen: PriceReading | undefined, { source }: Observation): boolean =>
  chosen !== undefined && source === (isLive(chosen) ? chosen.source : "bundled");

interface OfSamePrice {
  /** Stated for the chosen price itself. */
  same: Observation[];
  /** Readings that state the chosen price, also as the price of some hours. */
  related: Observation[];
}

/** Observations that speak of the chosen price, in order of trust; of all where none is known. */
function ofSamePrice(own: readonly Observation[], chosen: PriceReading | undefined): OfSamePrice {
  const sorted = sortForPrices(own).toSorted((left, right) => Number(isFrom(chosen, right)) - Number(isFrom(chosen, left)));
  if (chosen === undefined) return { same: sorted, related: sorted };
  const isSame = (observation: Observation): boolean => {
    const base = baseOf(observation);
    return base !== null && !pricesDisagree(base, chosen);
  };
  const hasBand = ({ facts }: Observation): boolean => facts.conditions.some((band) => isAtBand(band, chosen));
  return { same: sorted.filter(isSame), related: sorted.filter((observation) => isSame(observation) || hasBand(observation)) };
}

function conditionsOf(stated: readonly Observation[], writing: Observation | undefined): PriceCondition[] {
  const readings = stated.map((observation) =>
    observation.facts.conditions.map((condition): PriceCondition => ({ ...condition, source: sourceOf(observation) })),
  );
  const price = writing?.facts.cacheWritePrice ?? null;
  const ofWriting: PriceCondition[] =
    writing && price !== null ? [{ kind: "cache_write_5m", cache_write: price, source: sourceOf(writing) }] : [];
  return mergeConditions([ofWriting, ...readings]);
}

function billingOf(setAside: readonly SetAsideReading[], chosen: PriceReading | undefined): Billing {
  const reasons = new Set(setAside.filter(({ kind }) => kind === "token_price").map(({ reason }) => reason));
  if (reasons.has("billed_by_plan")) return "plan";
  if (chosen !== undefined) return "tokens";
  if (reasons.has("billed_by_request")) return "request";
  return reasons.has("negative") ? "route" : "tokens";
}

function capturedFrom(chosen: PriceReading | undefined, own: readonly Observation[]): ReadingSource {
  if (!chosen) return sortByTrust(own)[0]?.source ?? "bundled";
  const isEarlierPrice = own.some(({ source, quoted }) => source === chosen.source && quoted.length > 0);
  return isLive(chosen) || isEarlierPrice ? (chosen.source as ReadingSource) : "bundled";
}

/** Seats and plans have no price of tokens: their figures, mostly zeros, are set aside. */
function withCharging(observation: Observation, charging: Charging): Observation {
  const { facts } = observation;
  if (charging === "free") return { ...observation, facts: { ...facts, isGivenAway: true } };
  if (charging === "tokens") return observation;
  const { inputPrice: input, outputPrice: output } = facts;
  return {
    ...observation,
    quoted: [],
    facts: {
      ...facts,
      inputPrice: null,
      outputPrice: null,
      cachedInputPrice: null,
      cacheWritePrice: null,
      conditions: [],
      setAside: [
        {
          kind: "token_price",
          input,
          output,
          reason: "billed_by_plan",
        },
      ],
    },
  };
}

type PriceFields = Pick<
  ModelListing,
  | "inputPrice"
  | "outputPrice"
  | "cachedInputPrice"
  | "cacheWritePrice"
  | "priceConditions"
  | "billing"
  | "isFreeListing"
  | "priceSource"
  | "verifiedAt"
  | "capturedFrom"
  | "priceReadings"
  | "readingsSetAside"
  | "hasPriceConflict"
  | "note"
>;

/** The chosen price and what belongs to it. Facts that its reading lacks come from others of the same price. */
export function priceFields(own: readonly Observation[], crossChecks: readonly Observation[], context: MergeContext): PriceFields {
  const charging = (observation: Observation): Observation =>
    withCharging(observation, context.chargesBy?.(observation.facts.providerId) ?? "tokens");
  const charged = own.map(charging);
  const prices = readingsOf(charged, crossChecks, context);
  const { chosen, setAside } = prices;
  const { same, related } = ofSamePrice(charged, chosen);
  const known = (key: keyof ListingFacts): Observation | undefined => same.find(({ facts }) => facts[key] !== null);
  const priceConditions = conditionsOf(related, known("cacheWritePrice"));
  const band = chosen && priceConditions.find((condition) => isAtBand(condition, chosen));
  return {
    inputPrice: chosen?.inputPrice ?? null,
    outputPrice: chosen?.outputPrice ?? null,
    cachedInputPrice: known("cachedInputPrice")?.facts.cachedInputPrice ?? band?.cached_input ?? null,
    cacheWritePrice: known("cacheWritePrice")?.facts.cacheWritePrice ?? null,
    priceConditions,
    billing: billingOf(setAside, chosen),
    isFreeListing: chosen?.inputPrice === 0 && chosen.outputPrice === 0,
    priceSource: chosen?.source ?? null,
    verifiedAt: chosen?.verifiedAt ?? null,
    capturedFrom: capturedFrom(chosen, own),
    priceReadings: prices.all,
    readingsSetAside: setAside,
    hasPriceConflict: hasConflict(prices, priceConditions, context),
    note: known("note")?.facts.note ?? null,
  };
}
