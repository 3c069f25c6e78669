import type { RetirementPrecision } from "@/lib/domain/models/retirements/retirement";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Words of pages for a day that is not known, or not set. */
const NO_DAY =
  /^$|^[-–—]+$|^n\/?a\.?$|^(?:tbd|none|to be (?:announced|determined))$|^no (?:shutdown|retirement) date|^not (?:yet )?(?:announced|scheduled|deprecated)/i;
const NOT_BEFORE = /earliest|no(?:t)? (?:earlier|sooner|before)|not before/i;

const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 2019 && year < 2100 ? date.toISOString().slice(0, 10) : null;
};

const monthOf = (name: string | undefined): number => MONTHS.indexOf((name ?? "").slice(0, 3).toLowerCase()) + 1;

/** The first day in a text, in the ways that providers write one; `month` where only that is said. */
function findDay(text: string): { day: string | null; isMonth: boolean } | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text);
  if (iso) return { day: dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), isMonth: false };
  const american = /\b([A-Z][a-z]{2,8})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/i.exec(text);
  if (american && monthOf(american[1]) > 0) {
    return { day: dayOf(Number(american[3]), monthOf(american[1]), Number(american[2])), isMonth: false };
  }
  const european = /\b(\d{1,2})(?:st|nd|rd|th)? ([A-Z][a-z]{2,8})\.?,? (\d{4})\b/i.exec(text);
  if (european && monthOf(european[2]) > 0) {
    return { day: dayOf(Number(european[3]), monthOf(european[2]), Number(european[1])), isMonth: false };
  }
  const slashed = /\b(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})\b/.exec(text);
  if (slashed) {
    const year = Number(slashed[3]);
    return { day: dayOf(year < 100 ? 2000 + year : year, Number(slashed[1]), Number(slashed[2])), isMonth: false };
  }
  const month = /\b([A-Z][a-z]{2,8})\.? (\d{4})\b/i.exec(text);
  return month && monthOf(month[1]) > 0 ? { day: dayOf(Number(month[2]), monthOf(month[1]), 1), isMonth: true } : null;
}

export interface ReadDay {
  day: string | null;
  precision: RetirementPrecision;
}

const NONE: ReadDay = { day: null, precision: "none_announced" };

/** The day that a cell says. Null for a text that is no day, and for a text that says that there is none. */
export function readDay(cell: string): ReadDay | null {
  const text = cell.trim().slice(0, 200);
  const found = findDay(text);
  // "No earlier than" is a day, and "no date announced" is none: a day that is there decides.
  if (found === null) return NO_DAY.test(text) ? NONE : null;
  if (found.day === null) return null;
  // A month is no day: its first is what the host promises at least.
  return { day: found.day, precision: found.isMonth || NOT_BEFORE.test(text) ? "earliest" : "exact" };
}
