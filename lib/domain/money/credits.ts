/** USDC has six decimals: money is whole base units, credits are whole credits, both bigint. */
export const UNITS_PER_USD = 1_000_000n;
/** What one call of one credit costs when it is paid alone. */
export const UNITS_PER_CREDIT = 20_000n;

export interface Rate {
  /** The least asked amount that buys at this rate. */
  fromUnits: bigint;
  creditsPerUsd: bigint;
  label: string;
}

/** Ascending by amount; the first one covers everything below the second. */
export const RATES = [
  { fromUnits: 0n, creditsPerUsd: 50n, label: "base" },
  { fromUnits: 5n * UNITS_PER_USD, creditsPerUsd: 55n, label: "10% volume discount" },
  { fromUnits: 30n * UNITS_PER_USD, creditsPerUsd: 65n, label: "25% volume discount" },
  { fromUnits: 200n * UNITS_PER_USD, creditsPerUsd: 80n, label: "40% volume discount" },
] as const satisfies readonly Rate[];

export const LEAST_PURCHASE_UNITS = UNITS_PER_USD / 2n;
export const GREATEST_PURCHASE_UNITS = 10_000n * UNITS_PER_USD;

function requireAmount(units: bigint): void {
  if (units < 0n) throw new RangeError("an amount is never negative");
}

export function rateOf(units: bigint): Rate {
  requireAmount(units);
  return RATES.findLast((rate) => units >= rate.fromUnits) ?? RATES[0];
}

const atRate = (units: bigint, rate: Rate): bigint => (units * rate.creditsPerUsd) / UNITS_PER_USD;

/** The rate is that of the amount asked, which a quote's extra units never fall short of; less than asked is worth what came. */
export function creditsFor(askedUnits: bigint, receivedUnits: bigint = askedUnits): bigint {
  requireAmount(receivedUnits);
  if (receivedUnits < askedUnits) return atRate(receivedUnits, rateOf(receivedUnits));
  return atRate(receivedUnits, rateOf(askedUnits));
}

/** The rate at which so many units became so many credits: the asked amount decided it, not the sent one. */
export function rateApplied(units: bigint, credits: bigint): Rate {
  return RATES.find((rate) => atRate(units, rate) === credits) ?? rateOf(units);
}

/** What came without a quote is worth calls at the price of one call; the rest of less than a credit stays unclaimed. */
export function bareCredits(units: bigint): bigint {
  requireAmount(units);
  return units / UNITS_PER_CREDIT;
}

export const priceUnits = (credits: bigint | number): bigint => BigInt(credits) * UNITS_PER_CREDIT;

/** The exact dollar amount as JSON shows it: 1000037 units are 1.000037. */
export function usdOf(units: bigint): number {
  return Number(units) / Number(UNITS_PER_USD);
}

/** At least two decimals, never rounded: `1.00`, `0.02`, `1.000037`. */
export function formatUsd(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0+$/, "").padEnd(2, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -6)}.${fraction}`;
}

/** Null where a number is no amount of whole base units: not finite, negative, or finer than a millionth. */
export function unitsOf(usd: number): bigint | null {
  if (!Number.isFinite(usd) || usd < 0 || usd > 1e9) return null;
  const units = BigInt(Math.round(usd * 1_000_000));
  return usdOf(units) === usd ? units : null;
}
