import { DAY_MS } from "../../basics/time";
import type { Observation, PriceReading, ReadingSource, SetAsideReading } from "../model-listing";
import { isTenfold, isUnitSuspect, type SetAsideReason } from "./price-units";

/** Relative difference up to which two live sources confirm each other against an earlier price. */
const CONFIRMING_DIFFERENCE = 0.2;
/** A price that is older than this beside a 0 says nothing against it. */
const ZERO_DAYS = 30;

const TRUST_ORDER: readonly ReadingSource[] = ["models.dev", "bundled", "litellm", "openrouter"];

/** Sellers whose own list is read: it decides what they charge. */
const OWN_LISTS: Readonly<Record<string, ReadingSource>> = { openrouter: "openrouter" };

const inOrder = (observations: readonly Observation[], order: readonly ReadingSource[]): Observation[] =>
  order.flatMap((source) => observations.filter((observation) => observation.source === source));

/** Observations of one listing in the order in which their facts are believed. */
export const sortByTrust = (observations: readonly Observation[]): Observation[] => inOrder(observations, TRUST_ORDER);

/** Observations of one listing in the order in which their prices are believed. */
export function sortForPrices(observations: readonly Observation[]): Observation[] {
  const own = OWN_LISTS[observations[0]?.facts.providerId ?? ""];
  return inOrder(observations, own ? [own, ...TRUST_ORDER.filter((source) => source !== own)] : TRUST_ORDER);
}

interface Evidence extends PriceReading {
  isLive: boolean;
  isSellersOwn: boolean;
  /** The seller says that it gives the model away. */
  isGivenAway: boolean;
}

const isZero = ({ inputPrice, outputPrice }: PriceReading): boolean => inputPrice === 0 && outputPrice === 0;

function evidenceOf({ source, facts, quoted }: Observation): Evidence[] {
  const { inputPrice, outputPrice, isGivenAway, providerId } = facts;
  const toEvidence = (reading: PriceReading, isLive: boolean): Evidence => ({
    ...reading,
    isLive,
    isSellersOwn: OWN_LISTS[providerId] === reading.source,
    isGivenAway: isGivenAway && isZero(reading),
  });
  const earlier = quoted.map((reading) => toEvidence(reading, false));
  if (source === "bundled" || inputPrice === null || outputPrice === null) return earlier;
  return [toEvidence({ source, inputPrice, outputPrice, verifiedAt: null }, true), ...earlier];
}

const contradicts = (left: PriceReading, right: PriceReading): boolean =>
  !isZero(left) && !isZero(right) && (isTenfold(left.inputPrice, right.inputPrice) || isTenfold(left.outputPrice, right.outputPrice));

const isNear = (left: number, right: number): boolean => Math.abs(left - right) <= CONFIRMING_DIFFERENCE * Math.max(left, right);

const confirms = (left: Evidence, right: Evidence): boolean =>
  left.isLive &&
  right.isLive &&
  left.source !== right.source &&
  isNear(left.inputPrice, right.inputPrice) &&
  isNear(left.outputPrice, right.outputPrice);

/**
 * The reading that others must not contradict. It is the seller's own list unless an earlier price
 * contradicts it, then two live sources that confirm each other, then the earlier price, then the most
 * trusted source.
 */
function anchorOf(priced: readonly Evidence[]): Evidence | undefined {
  const dated = priced.filter(({ isLive }) => !isLive);
  const own = priced.find(({ isLive, isSellersOwn }) => isLive && isSellersOwn);
  if (own && !dated.some((earlier) => contradicts(own, earlier))) return own;
  const confirmed = priced.find((reading) => priced.some((other) => confirms(reading, other)));
  return confirmed ?? dated[0] ?? priced[0];
}

export interface EvidenceContext {
  /** Milliseconds; null where it is not known when the source was read. */
  readTime(reading: PriceReading): number | null;
}

/** Whether a price stands against a 0: it was read at most thirty days before it, or later. */
function standsAgainst(zero: PriceReading, price: PriceReading, { readTime }: EvidenceContext): boolean {
  const [zeroTime, priceTime] = [readTime(zero), readTime(price)];
  return zeroTime === null || priceTime === null || zeroTime - priceTime <= ZERO_DAYS * DAY_MS;
}

export interface JudgedReadings {
  /** A reading of each source, in order of trust. */
  believed: PriceReading[];
  setAside: SetAsideReading[];
}

type Verdict = (reading: Evidence) => SetAsideReason | null;

const isBilledByPiece = ({ facts }: Observation): boolean => facts.setAside.some(({ reason }) => reason === "billed_by_request");

function verdictOn(own: readonly Observation[], evidence: readonly Evidence[], context: EvidenceContext): Verdict {
  const isOff = ({ inputPrice, outputPrice }: PriceReading): boolean => isUnitSuspect(inputPrice) || isUnitSuspect(outputPrice);
  const priced = evidence.filter((reading) => !isOff(reading) && !isZero(reading));
  const anchor = anchorOf(priced);
  const isFreeAtSeller = !own.some(isBilledByPiece) && evidence.some(({ isGivenAway }) => isGivenAway);
  const ofZero = (zero: Evidence): SetAsideReason | null => {
    if (zero.isGivenAway && zero.isSellersOwn) return null;
    if (priced.some((price) => standsAgainst(zero, price, context))) return "zero_beside_price";
    return isFreeAtSeller ? null : "zero_unconfirmed";
  };
  return (reading) => {
    if (isOff(reading)) return "unit_suspect";
    if (isZero(reading)) return ofZero(reading);
    return anchor && contradicts(anchor, reading) ? "unit_suspect" : null;
  };
}

const plain = ({ source, inputPrice, outputPrice, verifiedAt }: Evidence): PriceReading => ({
  source,
  inputPrice,
  outputPrice,
  verifiedAt,
});

const asSetAside = ({ source, inputPrice, outputPrice, verifiedAt }: Evidence, reason: SetAsideReason): SetAsideReading => ({
  kind: "token_price",
  source,
  input: inputPrice,
  output: outputPrice,
  verifiedAt,
  reason,
});

/** A source that has said the same before says it once. */
const onceOfSource = (readings: readonly SetAsideReading[]): SetAsideReading[] =>
  [
    ...new Map(readings.toReversed().map((reading) => [`${reading.source} ${reading.input} ${reading.output}`, reading])).values(),
  ].toReversed();

/** Splits what sources say of one listing into what is believed and what is set aside, with the reason. */
export function judgeReadings(
  own: readonly Observation[],
  crossChecks: readonly Observation[],
  context: EvidenceContext,
): JudgedReadings & { crossChecked: PriceReading[] } {
  const [ownEvidence, crossEvidence] = [own, crossChecks].map((observations) => sortForPrices(observations).flatMap(evidenceOf)) as [
    Evidence[],
    Evidence[],
  ];
  const verdict = verdictOn(own, [...ownEvidence, ...crossEvidence], context);
  const isBelieved = (reading: Evidence): boolean => verdict(reading) === null;
  const live = new Map(ownEvidence.filter((reading) => reading.isLive && isBelieved(reading)).map((reading) => [reading.source, reading]));
  // A live reading replaces its source's earlier price, unless the live reading is disbelieved.
  const current = ownEvidence.filter((reading) => reading.isLive || !live.has(reading.source));
  const bySource = new Map<string, Evidence>();
  for (const reading of ownEvidence.filter(isBelieved)) {
    if (!bySource.has(reading.source)) bySource.set(reading.source, live.get(reading.source) ?? reading);
  }
  return {
    believed: [...bySource.values()].map(plain),
    crossChecked: crossEvidence.filter(isBelieved).map(plain),
    setAside: onceOfSource(
      [...current, ...crossEvidence].flatMap((reading) => {
        const reason = verdict(reading);
        return reason === null ? [] : [asSetAside(reading, reason)];
      }),
    ),
  };
}
