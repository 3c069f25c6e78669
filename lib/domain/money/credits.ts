/** USDC has six decimals. Money is whole base units and credits are whole numbers, both bigint. */
export const UNITS_PER_USD = 1_000_000n;
/** Price of one credit when a call is paid alone. */
export const UNITS_PER_CREDIT = 20_000n;
/** Between these lies the price of every paid call, in credits. */
export const CALL_PRICE = { min: 1, max: 10 } as const;

export interface Rate {
  /** Smallest requested amount at this rate. */
  fromUnits: bigint;
  creditsPerUsd: bigint;
  label: string;
}

const BASE: Rate = { fromUnits: 0n, creditsPerUsd: UNITS_PER_USD / UNITS_PER_CREDIT, label: "base" };

/** The label says how much less one credit costs than at the base rate. */
function discounted(fromUsd: bigint, creditsPerUsd: bigint): Rate {
  const percent = 100 * (1 - Number(BASE.creditsPerUsd) / Number(creditsPerUsd));
  return { fromUnits: fromUsd * UNITS_PER_USD, creditsPerUsd, label: `${percent.toFixed(1)}% volume discount` };
}

export const RATES = [BASE, discounted(5n, 55n), discounted(30n, 65n), discounted(200n, 80n)] as const satisfies readonly Rate[];

export const MIN_PURCHASE_UNITS = UNITS_PER_USD / 2n;
export const MAX_PURCHASE_UNITS = 10_000n * UNITS_PER_USD;

function requireAmount(units: bigint): void {
  if (units < 0n) throw new RangeError("an amount is never negative");
}

export function rateOf(units: bigint): Rate {
  requireAmount(units);
  return RATES.findLast((rate) => units >= rate.fromUnits) ?? RATES[0];
}

const atRate = (units: bigint, rate: Rate): bigint => (units * rate.creditsPerUsd) / UNITS_PER_USD;

/** The requested amount decides the rate, so that a quote's extra units cannot lift it. A smaller payment gets the rate of what was received. */
export function creditsFor(requestedUnits: bigint, receivedUnits: bigint = requestedUnits): bigint {
  requireAmount(receivedUnits);
  if (receivedUnits < requestedUnits) return atRate(receivedUnits, rateOf(receivedUnits));
  return atRate(receivedUnits, rateOf(requestedUnits));
}

/** The rate at which `units` became `credits`. The requested amount decided it, so the received amount alone does not tell. */
export function rateApplied(units: bigint, credits: bigint): Rate {
  return RATES.find((rate) => atRate(units, rate) === credits) ?? rateOf(units);
}

/** Credits beyond those of the base rate. */
export function bonusCredits(units: bigint, credits: number): number {
  return Math.max(0, credits - Number(atRate(units, RATES[0])));
}

/** Credits of a payment without a quote, at the price of single calls. A remainder below one credit stays unclaimed. */
export function bareCredits(units: bigint): bigint {
  requireAmount(units);
  return units / UNITS_PER_CREDIT;
}

export const priceUnits = (credits: bigint | number): bigint => BigInt(credits) * UNITS_PER_CREDIT;

/** Exact dollar amount as a JSON number: 1000037 units are 1.000037. */
export function usdOf(units: bigint): number {
  return Number(units) / Number(UNITS_PER_USD);
}

/** At least two decimals, never rounded: `1.00`, `0.02`, `1.000037`. */
export function formatUsd(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0+$/, "").padEnd(2, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -6)}.${fraction}`;
}

/** Null when the number is not finite, negative, above 1e9, or finer than a millionth. */
export function unitsOf(usd: number): bigint | null {
  if (!Number.isFinite(usd) || usd < 0 || usd > 1e9) return null;
  const units = BigInt(Math.round(usd * 1_000_000));
  return usdOf(units) === usd ? units : null;
}
