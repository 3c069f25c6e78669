import { isInBand } from "../../models/prices/time-band";
import type { BookRow } from "./book-row";

interface PriceQuestion {
  /** Left out where the rows are of one provider, or where `model` is `provider/id`. */
  provider?: string;
  model: string;
  at: Date;
}

const isOf = ({ provider, model }: BookRow, question: PriceQuestion): boolean => {
  const [id, asked] = [model.toLowerCase(), question.model.toLowerCase()];
  if (question.provider !== undefined) return provider === question.provider && id === asked;
  return id === asked || `${provider}/${id}` === asked;
};

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
 * The rows in force at a moment, one for each kind and condition. Hours are decided: a row of the hour
 * replaces the listing's own row of its kind, and other hours are left out. Empty is not covered, also
 * where an id without a provider is sold by several.
 */
export function priceAt(rows: readonly BookRow[], question: PriceQuestion): BookRow[] {
  const moment = question.at.getTime();
  const inForce = rows.filter((row) => isInForce(row, moment) && isOf(row, question));
  if (new Set(inForce.map(({ provider }) => provider)).size > 1) return [];
  const bands = bandsAt(inForce, question.at);
  const ofHour = new Set(bands.map(({ kind }) => kind));
  return [...bands, ...inForce.filter((row) => !isBand(row) && !(row.condition === null && ofHour.has(row.kind)))];
}
