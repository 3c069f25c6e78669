import { isFuture } from "../freshness/clock";
import { DAY_SECONDS } from "../basics/time";

/** Formats for pages: en-US and UTC, so that server and client render the same string. */

/** USD per 1M tokens with two to four decimals, never rounded to a different price. */
export function formatPrice(usd: number): string {
  const exact = usd.toFixed(10).replace(/0+$/, "");
  const decimals = (exact.split(".")[1] ?? "").length;
  const shown = decimals <= 2 ? usd.toFixed(2) : decimals <= 4 ? exact : usd < 0.0001 ? exact : String(Number(usd.toPrecision(4)));
  const [whole = "0", fraction = "00"] = shown.split(".");
  return `$${Number(whole).toLocaleString("en-US")}.${fraction.padEnd(2, "0")}`;
}

export const priceOrNone = (usd: number | null): string => (usd === null ? "not published" : formatPrice(usd));

/** A sum of money in USD: to the cent, and below a dollar to a hundredth of one. */
export const formatCost = (usd: number): string => formatPrice(Number(usd.toFixed(usd >= 1 ? 2 : 4)));

/** What one call costs, to two significant digits. Half is rounded up though a float may lie a hair below it. */
export const formatCallCost = (usd: number): string => formatPrice(Number((usd * (1 + Number.EPSILON)).toPrecision(2)));

/** 200000 → 200K, 1048576 → 1.05M: at most three significant digits. */
export function formatTokens(tokens: number): string {
  const round = (value: number) => String(Number(value.toPrecision(3)));
  if (tokens >= 999_500) return `${round(tokens / 1_000_000)}M`;
  return tokens >= 1000 ? `${round(tokens / 1000)}K` : String(tokens);
}

export const formatCount = (count: number): string => count.toLocaleString("en-US");

/** `1 credit`, `1,200 credits`. */
export const plural = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;

/** `-12.0 %`; a change that rounds to nothing is `same` only where there was none. */
export function formatChange(percent: number): string {
  if (percent === 0) return "same";
  const text = Math.abs(percent) < 0.05 ? "<0.1" : Math.abs(percent).toFixed(1);
  return `${percent < 0 ? "\u2212" : "+"}${text} %`;
}

export const formatScore = (score: number): string => score.toFixed(1);

/** Floored, so that only a perfect record reads 100. */
export function formatUptime(percent: number): string {
  const floored = Math.floor(percent * 100 + 1e-9) / 100;
  return `${percent < 100 && floored >= 100 ? "99.99" : floored.toFixed(2)} %`;
}

/** USD per GPU and hour, for places whose head has the unit. */
export const formatGpuPrice = (usd: number): string => `$${usd < 1 ? usd.toFixed(3) : usd.toFixed(2)}`;

export const formatGpuHour = (usd: number): string => `${formatGpuPrice(usd)}/h`;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function formatDay(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export const formatTime = (iso: string): string => `${new Date(iso).toISOString().slice(11, 16)} UTC`;

export const formatMoment = (iso: string): string => `${formatDay(iso)}, ${formatTime(iso)}`;

/** `2026-05` → `May 2026`; anything else is returned as it is. */
export function formatMonth(month: string): string {
  const [, year, number] = /^(\d{4})-(\d\d)/.exec(month) ?? [];
  return year && number ? `${MONTHS[Number(number) - 1] ?? number} ${year}` : month;
}

/** A date as far as it is known: `5 May 2026`, `May 2026`, `2026`. */
export const formatDayOrMonth = (date: string): string => (date.length === 10 ? formatDay(date) : formatMonth(date));

/** A duration in seconds: `38 s`, and from a minute on as `formatMinutes` has it. */
export const formatSeconds = (seconds: number): string => (seconds < 60 ? `${seconds} s` : formatMinutes(Math.floor(seconds / 60)));

/** Whole units, rounded down: `38 s`, `11 min`, `3 h`, `4 d`. */
export function formatAge(seconds: number): string {
  const age = Math.max(0, Math.floor(seconds));
  if (age < 60) return `${age} s`;
  if (age < 3600) return `${Math.floor(age / 60)} min`;
  return age < 48 * 3600 ? `${Math.floor(age / 3600)} h` : `${Math.floor(age / DAY_SECONDS)} d`;
}

/** A duration in whole minutes: `32 min`, `1 h 32 min`, `3 d 4 h`. It has two units at most, rounded down. */
export function formatMinutes(whole: number): string {
  if (whole < 1) return "less than 1 min";
  const [days, hours, minutes] = [Math.floor(whole / 1440), Math.floor(whole / 60) % 24, whole % 60];
  const units = [`${days} d`, `${hours} h`, `${minutes} min`];
  const first = days > 0 ? 0 : hours > 0 ? 1 : 2;
  return units
    .slice(first, first + 2)
    .filter((unit) => !unit.startsWith("0 "))
    .join(" ");
}

/** Further away a date says more than a number of days. */
const NEAR_DAYS = 14;

/** `today`, `tomorrow`, `in 12 days`, `3 days ago`: how far a day is from this one. */
export function formatDaysLeft(days: number): string {
  if (days === 0) return "today";
  if (Math.abs(days) === 1) return days > 0 ? "tomorrow" : "yesterday";
  return days > 0 ? `in ${plural(days, "day")}` : `${plural(-days, "day")} ago`;
}

/** An age or distance, with days in words: `32 min`, `2 h`, `4 days`. */
const distance = (seconds: number): string => (seconds < 48 * 3600 ? formatAge(seconds) : plural(Math.floor(seconds / DAY_SECONDS), "day"));

/** `32 min ago`, `4 days ago`, `in 3 h`; of a day without a time `yesterday`. Further away it is the day itself. */
export function formatNear(iso: string, now: Date): string {
  if (iso.length === 10) {
    const days = (Date.parse(iso) - Date.parse(now.toISOString().slice(0, 10))) / 1000 / DAY_SECONDS;
    return Math.abs(days) < NEAR_DAYS ? formatDaysLeft(days) : formatDay(iso);
  }
  const seconds = (now.getTime() - Date.parse(iso)) / 1000;
  const away = Math.abs(seconds);
  if (away >= NEAR_DAYS * DAY_SECONDS) return formatDay(iso);
  if (away < 60) return seconds < 0 ? "within a minute" : "just now";
  return seconds < 0 ? `in ${distance(away)}` : `${distance(away)} ago`;
}

/** `282 B`, `4.2 kB`, `1.3 MB`: in thousands, as browsers say it of a download. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function formatCadence(seconds: number): string {
  if (seconds % DAY_SECONDS === 0) return seconds === DAY_SECONDS ? "every day" : `every ${seconds / DAY_SECONDS} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? "every hour" : `every ${seconds / 3600} h`;
  return `every ${Math.round(seconds / 60)} min`;
}

export type Freshness = "live" | "due" | "stale" | "unknown";

/** Up to one cadence old is live, up to two is due, older is stale; no time or a future one is unknown. */
export function freshnessOf(capturedAt: string | null, cadenceSeconds: number | null, now: Date): Freshness {
  if (capturedAt === null) return "unknown";
  if (cadenceSeconds === null) return "live";
  if (isFuture(new Date(capturedAt), now)) return "unknown";
  const age = (now.getTime() - Date.parse(capturedAt)) / 1000;
  if (age <= cadenceSeconds) return "live";
  return age <= 2 * cadenceSeconds ? "due" : "stale";
}
