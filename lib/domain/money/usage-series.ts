import { addDays } from "../basics/date-range";
import { formatCount, formatDay } from "../pages/format";
import { plural } from "../pages/format";
import { creditsText } from "./money-words";

interface Counts {
  calls: number;
  credits: number;
  /** Null where they are no longer stored. */
  uncharged_calls: number | null;
}

export interface UsageDay extends Counts {
  date: string;
  by_endpoint: Readonly<Record<string, Counts>>;
}

interface EndpointTotal {
  name: string;
  credits: number;
  calls: number;
}

/** Days that follow each other without a gap, so that the first date tells the others. */
export interface UsageSeries {
  from: string;
  /** The most expensive endpoint first; the last may stand for several. */
  totals: EndpointTotal[];
  /** `credits` is in the order of `totals`. */
  days: { credits: number[]; calls: number; uncharged: number | null }[];
}

const MOST_SERIES = 6;

/** `/api/premium/news/search` → `news/search`. */
const endpointName = (path: string): string => path.replace(/^\/api\/(premium\/)?/, "");

function totalsOf(days: readonly UsageDay[]): Map<string, EndpointTotal> {
  const totals = new Map<string, EndpointTotal>();
  for (const { by_endpoint: byEndpoint } of days) {
    for (const [path, { credits, calls }] of Object.entries(byEndpoint)) {
      const before = totals.get(path) ?? { name: endpointName(path), credits: 0, calls: 0 };
      totals.set(path, { ...before, credits: before.credits + credits, calls: before.calls + calls });
    }
  }
  return totals;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A series for each of the most expensive endpoints. Where there are more than six, the sixth holds the others. */
export function usageSeries(days: readonly UsageDay[]): UsageSeries {
  const spent = [...totalsOf(days)]
    .filter(([, { credits }]) => credits > 0)
    .sort(([a, x], [b, y]) => y.credits - x.credits || a.localeCompare(b));
  const own = spent.length > MOST_SERIES ? spent.slice(0, MOST_SERIES - 1) : spent;
  const others = spent.slice(own.length);
  const othersTotal = {
    name: `${others.length} others`,
    credits: sum(others.map(([, { credits }]) => credits)),
    calls: sum(others.map(([, { calls }]) => calls)),
  };
  return {
    from: days[0]?.date ?? "",
    totals: [...own.map(([, total]) => total), ...(others.length > 0 ? [othersTotal] : [])],
    days: days.map(({ by_endpoint: byEndpoint, calls, uncharged_calls: uncharged }) => ({
      credits: [
        ...own.map(([path]) => byEndpoint[path]?.credits ?? 0),
        ...(others.length > 0 ? [sum(others.map(([path]) => byEndpoint[path]?.credits ?? 0))] : []),
      ],
      calls,
      uncharged,
    })),
  };
}

export const dateOf = ({ from }: UsageSeries, index: number): string => addDays(from, index);

/** `routing 20, news/search 12`. */
const partsText = ({ totals, days }: UsageSeries, index: number): string =>
  totals.flatMap(({ name }, at) => (days[index]?.credits[at] ? [`${name} ${formatCount(days[index].credits[at])}`] : [])).join(", ");

export function usageDayText(series: UsageSeries, index: number): string {
  const { credits, calls, uncharged } = series.days[index] ?? { credits: [], calls: 0, uncharged: null };
  const parts = partsText(series, index);
  const charged = calls === 0 ? "no charged call" : `${creditsText(sum(credits))} in ${plural(calls, "call")}: ${parts}`;
  const free = uncharged === null ? "calls that were not charged are no longer kept" : `${formatCount(uncharged)} not charged`;
  return `${formatDay(dateOf(series, index))}: ${charged}; ${free}`;
}

export function usageSentence(series: UsageSeries): string {
  const { days, totals } = series;
  const span = `${formatDay(series.from)} to ${formatDay(dateOf(series, days.length - 1))}`;
  const calls = sum(days.map((day) => day.calls));
  const [most] = totals;
  const charged =
    most === undefined
      ? "no credit was spent"
      : `${creditsText(sum(totals.map(({ credits }) => credits)))} in ${plural(calls, "call")}, most for ${most.name} (${formatCount(most.credits)})`;
  const kept = days.findIndex(({ uncharged }) => uncharged !== null);
  const free = plural(sum(days.map(({ uncharged }) => uncharged ?? 0)), "call");
  const since = kept > 0 ? ` since ${formatDay(dateOf(series, kept))}, the first day for which such calls are kept` : "";
  return `${span}: ${charged}; ${free} not charged${since}.`;
}
