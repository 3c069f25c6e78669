import { HOUR_MS } from "../../basics/time";
import { formatMinutes } from "../../pages/format";

/** A story's time line: a place for each outlet's first report. */

interface Report {
  source: string;
  published_at: string;
}

export interface StoryLine {
  /** Share of the way from the first report to the last. */
  dots: { source: string; at: string; place: number }[];
  first: Report;
  last: Report;
}

/** Null without two reports: a single dot has no time line. */
export function storyLine(reports: readonly Report[]): StoryLine | null {
  const sorted = reports.toSorted((a, b) => Date.parse(a.published_at) - Date.parse(b.published_at));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || sorted.length < 2) return null;
  const start = Date.parse(first.published_at);
  const span = Date.parse(last.published_at) - start;
  return {
    dots: sorted.map(({ source, published_at: at }) => ({ source, at, place: span === 0 ? 0.5 : (Date.parse(at) - start) / span })),
    first,
    last,
  };
}

/** `6 outlets in 3 h`: the time between the first and the last report that are known, in full hours. */
export function spreadOf(outlets: number, reports: readonly Report[]): string {
  const outletsText = `${outlets} ${outlets === 1 ? "outlet" : "outlets"}`;
  const line = storyLine(reports);
  if (!line || reports.length < outlets) return outletsText;
  const hours = (Date.parse(line.last.published_at) - Date.parse(line.first.published_at)) / HOUR_MS;
  return hours < 1 ? `${outletsText} within an hour` : `${outletsText} in ${formatMinutes(Math.floor(hours) * 60)}`;
}
