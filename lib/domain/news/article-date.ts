/** Hours east of Greenwich. Ambiguous names have their usual meaning in English feeds. */
const ZONES: ReadonlyMap<string, number> = new Map(
  `-10 hst
   -9 akst
   -8 pst pt akdt
   -7 mst mt pdt
   -6 cst ct mdt
   -5 est et cdt
   -4 ast edt
   -3 adt brt art
   0 z ut utc gmt wet
   1 west bst cet met mez
   2 cest mest mesz eet sast
   3 eest msk
   4 gst
   5 pkt
   5.5 ist
   7 ict wib
   8 sgt hkt awst
   9 jst kst
   9.5 acst
   10 aest
   11 aedt
   12 nzst
   13 nzdt`
    .split("\n")
    .flatMap((line) => {
      const [hours, ...names] = line.trim().split(" ");
      return names.map((name) => [name, Number(hours)] as const);
    }),
);

/** Month names in the languages of our feeds, accents removed. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen|janv|янв|sty|oca|tammi)/,
  /^(?:feb|fev|fevr|фев|lut|sub|helmi)/,
  /^(?:mar|mrz|maer|марта?|maart|mrt|maalis)/,
  /^(?:apr|avr|abr|апр|kwi|nis|huhti)/,
  /^(?:may|mai|mag|maj|mei|ма[йия]|maa?y|touko)/,
  /^(?:jun|juin|giu|июн|cze|haz|kesa)/,
  /^(?:jul|juil|lug|июл|lip|tem|heina)/,
  /^(?:aug|aou|ago|авг|sie|agu|elo)/,
  /^(?:sep|set|сен|wrz|eyl|syys)/,
  /^(?:oct|okt|out|ott|окт|paz|eki|loka)/,
  /^(?:nov|ноя|lis|kas|marras)/,
  /^(?:dec|dez|dic|des|дек|gru|ara|joulu)/,
];

const ISO = /^(\d{4})-?(\d{2})-?(\d{2})(?:(?:[t ]+|t)(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(.*)$/i;
const DAY_FIRST =
  /^(?:\p{L}{2,14}\.?(?:,\s*|\s+))?(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:de\s+)?(\p{L}{3,14})\.?,?[\s-]+(?:de\s+)?(\d{2,4})\b,?\s*(.*)$/iu;
const MONTH_FIRST = /^(?:\p{L}{2,14}\.?,?\s+)?(\p{L}{3,14})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b,?\s*(.*)$/iu;
const ASCTIME = /^(?:\p{L}{2,14}\.?,?\s+)?(\p{L}{3,14})\s+(\d{1,2})\s+(\d{1,2}:\d{2}(?::\d{2})?)\s+(?:(\p{L}{1,5})\s+)?(\d{4})(.*)$/iu;
const ISO_WEEK = /^(\d{4})-?w(\d{2})-?([1-7])(?:[t ](.*))?$/i;
const ISO_ORDINAL = /^(\d{4})-(\d{3})(?:[t ](.*))?$/i;
const CHINESE = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日\s*(.*)$/u;
const SLASHED = /^(\d{1,4})\/(\d{1,2})\/(\d{1,4})[,\s]*(.*)$/;
const CLOCK = /^(?:at\s+|um\s+|a\s+|-\s*)?(\d{1,2})[:.h](\d{2})(?::(\d{2}))?(?:[.,]\d{1,9})?\s*([ap])?\.?(?:m\.?)?(?![a-z])\s*(.*)$/i;

interface Clock {
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offsetMinutes: number;
}

const MIDNIGHT: Clock = { hour: 0, minute: 0, second: 0, millisecond: 0, offsetMinutes: 0 };

/** No zone or an unknown one means UTC. */
function offsetOf(zone: string): number {
  const text = zone
    .trim()
    .replace(/^\(|\).*$/g, "")
    .trim();
  const numeric = /^(?:gmt|utc|ut|z)?\s*([+-−])\s*(\d{1,2}):?(\d{2})?(?!\d)/i.exec(text);
  if (numeric) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
    return minutes > 14 * 60 ? 0 : numeric[1] === "+" ? minutes : -minutes;
  }
  const name = /^[a-z]{1,5}/i.exec(text)?.[0].toLowerCase() ?? "";
  return (ZONES.get(name) ?? 0) * 60;
}

function clockOf(text: string): Clock {
  const match = CLOCK.exec(text.trim());
  if (!match) return { ...MIDNIGHT, offsetMinutes: offsetOf(text) };
  const half = match[4]?.toLowerCase();
  const hour = Number(match[1]);
  return {
    hour: half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0),
    minute: Number(match[2]),
    second: Number(match[3] ?? 0),
    millisecond: 0,
    offsetMinutes: offsetOf(match[5] ?? ""),
  };
}

/** Two digits are a year of the last or of this century; `0001` is what programs write for no date. */
const yearOf = (digits: string): number => (digits.length === 2 ? (Number(digits) < 70 ? 2000 : 1900) + Number(digits) : Number(digits));

function dateOf(year: string, month: number, day: number, clock: Clock): Date | null {
  const fullYear = yearOf(year);
  const isReal =
    fullYear >= 1990 &&
    fullYear <= 2100 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(fullYear, month, 0)).getUTCDate();
  if (!isReal || clock.hour > 24 || clock.minute > 59 || clock.second > 60) return null;
  return new Date(
    Date.UTC(fullYear, month - 1, day, clock.hour, clock.minute, Math.min(clock.second, 59), clock.millisecond) -
      clock.offsetMinutes * 60_000,
  );
}

const monthOf = (name: string): number => MONTHS.findIndex((month) => month.test(name)) + 1;

function fromIso(text: string): Date | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  if (hour === undefined) return dateOf(year ?? "", Number(month), Number(day), clockOf(zone ?? ""));
  const millisecond = Number((fraction ?? "0").padEnd(3, "0").slice(0, 3));
  const clock = { ...clockOf(`${hour}:${minute}:${second ?? "00"} ${zone}`), millisecond };
  return dateOf(year ?? "", Number(month), Number(day), clock);
}

const DAY_MS = 86_400_000;

/** The day of a year, counted from 1, at a clock. */
function dayOfYear(year: string, day: number, clock: Clock): Date | null {
  const date = new Date(Date.UTC(Number(year), 0, day));
  return date.getUTCFullYear() === Number(year) ? dateOf(year, date.getUTCMonth() + 1, date.getUTCDate(), clock) : null;
}

/** ISO 8601's other days: of a week, of a year; and the days of Chinese and Japanese. */
function fromOtherDays(text: string): Date | null {
  const week = ISO_WEEK.exec(text);
  if (week) {
    const [year = "", number, day, clock = ""] = week.slice(1);
    // The fourth of January is always in the first week, which begins on a Monday.
    const fourth = new Date(Date.UTC(Number(year), 0, 4));
    const monday = fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY_MS;
    const date = new Date(monday + ((Number(number) - 1) * 7 + Number(day) - 1) * DAY_MS);
    return Number(number) >= 1 && Number(number) <= 53
      ? dateOf(String(date.getUTCFullYear()), date.getUTCMonth() + 1, date.getUTCDate(), clockOf(clock))
      : null;
  }
  const ordinal = ISO_ORDINAL.exec(text);
  if (ordinal) return dayOfYear(ordinal[1] ?? "", Number(ordinal[2]), clockOf(ordinal[3] ?? ""));
  const chinese = CHINESE.exec(text);
  return chinese ? dateOf(chinese[1] ?? "", Number(chinese[2]), Number(chinese[3]), clockOf(chinese[4] ?? "")) : null;
}

function fromWords(text: string): Date | null {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return dateOf(dayFirst[3] ?? "", monthOf(dayFirst[2] ?? ""), Number(dayFirst[1]), clockOf(dayFirst[4] ?? ""));
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst) return dateOf(monthFirst[3] ?? "", monthOf(monthFirst[1] ?? ""), Number(monthFirst[2]), clockOf(monthFirst[4] ?? ""));
  const asctime = ASCTIME.exec(text);
  if (asctime) {
    return dateOf(
      asctime[5] ?? "",
      monthOf(asctime[1] ?? ""),
      Number(asctime[2]),
      clockOf(`${asctime[3]} ${asctime[4] ?? asctime[6] ?? ""}`),
    );
  }
  return null;
}

/** 2004/1/29, 29/1/2004 and 1/29/2004; month first where both readings are possible. */
function fromSlashes(text: string): Date | null {
  const match = SLASHED.exec(text);
  if (!match) return null;
  const [first = "", second = "", third = ""] = match.slice(1);
  const clock = clockOf(match[4] ?? "");
  if (Number(first) > 31) return dateOf(first, Number(second), Number(third), clock);
  return Number(first) > 12 ? dateOf(third, Number(second), Number(first), clock) : dateOf(third, Number(first), Number(second), clock);
}

function fromEpoch(text: string): Date | null {
  if (!/^\d{9,10}(?:\.\d{1,6})?$|^\d{12,13}$/.test(text)) return null;
  const value = Number(text);
  const date = new Date(value < 100_000_000_000 ? value * 1000 : value);
  return date.getUTCFullYear() >= 1990 && date.getUTCFullYear() <= 2100 ? date : null;
}

/** Parses a date as feeds write it. Never throws; null rather than a guessed day. */
export function parseArticleDate(raw: string | number | null | undefined): Date | null {
  if (raw === null || raw === undefined) return null;
  const text = String(raw)
    .slice(0, 100)
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, (mark) => (mark === "\u0306" ? mark : ""))
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
  if (text === "") return null;
  return fromEpoch(text) ?? fromIso(text) ?? fromOtherDays(text) ?? fromWords(text) ?? fromSlashes(text);
}

export interface PublicationTime {
  publishedAt: Date;
  /** True when the source gave no usable date, or only dates in the future. */
  isEstimated: boolean;
}

/** The first of a feed's dates for an article that can be read and is past. */
export function publicationTime(raw: readonly string[], seenAt: Date): PublicationTime {
  const past = raw.map(parseArticleDate).find((date) => date !== null && date <= seenAt);
  return past ? { publishedAt: past, isEstimated: false } : { publishedAt: seenAt, isEstimated: true };
}
