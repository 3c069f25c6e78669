import type { BookUnit } from "../../history/price-book/book-row";

/** USD as a whole number of 10⁻¹⁸ dollars, in which a price times a count is exact. */
export type ExactUsd = bigint;

/** Prices have at most eight digits, none of them behind this place. */
const PRICE_DECIMALS = 12;
export const SHOWN_DECIMALS = 12;
const UNIT_OF_SHOWN = 1_000_000n;
/** A price of a million tokens is a millionth of it a token, one of a thousand pieces a thousandth each. */
const FACTORS: Readonly<Record<BookUnit, bigint>> = { "1M tokens": 1n, "1K pieces": 1000n };

/** The price of one token, search or request. */
export const exactPrice = (price: number, unit: BookUnit): ExactUsd => BigInt(price.toFixed(PRICE_DECIMALS).replace(".", "")) * FACTORS[unit];

/** Rounded to a millionth of a millionth of a dollar, half away from zero. */
export function shownUsd(exact: ExactUsd): number {
  const [sign, size] = exact < 0n ? ["-", -exact] : ["", exact];
  const digits = ((size + UNIT_OF_SHOWN / 2n) / UNIT_OF_SHOWN).toString().padStart(SHOWN_DECIMALS + 1, "0");
  return Number(`${sign}${digits.slice(0, -SHOWN_DECIMALS)}.${digits.slice(-SHOWN_DECIMALS)}`);
}
