import { isInBand } from "../../models/prices/time-band";
import type { BookRow } from "./book-row";

const isInForce = (row: BookRow, moment: number): boolean =>
  Date.parse(row.effective_from) <= moment && (row.effective_to === null || moment < Date.parse(row.effective_to));

const isBand = ({ condition }: BookRow): boolean => condition?.kind === "time_band";

/** Bands of the hour, otherwise those of all other hours. */
function bandsAt(rows: readonly BookRow[], at: Date): BookRow[] {
  const bands = rows.filter(isBand);
  const ofHour = bands.filter(({ condition }) => condition?.band && isInBand(condition.band, at));
  return ofHour.length > 0 ? ofHour : bands.filter(({ condition }) => !condition?.band);
}

/**
 * The rows of one listing that are in force at a moment, one for each kind and condition. Hours are decided: a row of
 * the hour replaces the listing's own row of its kind, and other hours are left out. Empty is not covered.
 */
export function priceAt(rows: readonly BookRow[], at: Date): BookRow[] {
  const inForce = rows.filter((row) => isInForce(row, at.getTime()));
  const bands = bandsAt(inForce, at);
  const ofHour = new Set(bands.map(({ kind }) => kind));
  return [...bands, ...inForce.filter((row) => !isBand(row) && !(row.condition === null && ofHour.has(row.kind)))];
}
