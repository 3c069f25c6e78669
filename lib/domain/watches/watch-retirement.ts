import { daysUntil } from "../models/retirements/retirement-list";
import type { RetirementPrecision, RetirementState } from "../models/retirements/retirement";
import { DAYS_BEFORE, type RetirementWatchSpec } from "./watch-spec";

export interface WatchedEnd {
  /** `host/model`, in lower case. */
  key: string;
  host: string;
  model: string;
  state: RetirementState;
  announcedOn: string | null;
  retiresOn: string | null;
  precision: RetirementPrecision;
  replacement: string | null;
  options: string[];
  reroutedTo: string | null;
  page: string | null;
}

/** By key: the day that was last told, and which numbers of days before it. */
export type SeenRetirements = Record<string, { on: string | null; told: number[] }>;

export const RETIREMENT_EVENTS = ["announced", "moved", "days_before"] as const;

export interface RetirementMatch {
  type: "retirement";
  event: (typeof RETIREMENT_EVENTS)[number];
  /** Its id at the host. */
  model: string;
  provider: string;
  state: RetirementState;
  announced_on: string | null;
  retires_on: string | null;
  precision: RetirementPrecision;
  /** The day before it moved. */
  moved_from: string | null;
  days_left: number | null;
  replacement: string | null;
  options: string[];
  rerouted_to: string | null;
  source_url: string | null;
}

const matchOf = (end: WatchedEnd, event: RetirementMatch["event"], movedFrom: string | null, today: string): RetirementMatch => ({
  type: "retirement",
  event,
  model: end.model,
  provider: end.host,
  state: end.state,
  announced_on: end.announcedOn,
  retires_on: end.retiresOn,
  precision: end.precision,
  moved_from: movedFrom,
  days_left: daysUntil(end.retiresOn, today),
  replacement: end.replacement,
  options: end.options,
  rerouted_to: end.reroutedTo,
  source_url: end.page,
});

/** The numbers of days before the end that `left` has reached. */
const reached = (days: readonly number[], left: number | null): number[] => (left === null ? [] : days.filter((day) => left <= day));

/** An announcement that its host took back. */
const withdrawnEnd = (key: string): WatchedEnd => ({
  key,
  host: key.slice(0, key.indexOf("/")),
  model: key.slice(key.indexOf("/") + 1),
  state: "active",
  announcedOn: null,
  retiresOn: null,
  precision: "none_announced",
  replacement: null,
  options: [],
  reroutedTo: null,
  page: null,
});

interface Seen {
  seen: SeenRetirements[string];
  match: RetirementMatch | null;
}

function evaluateEnd(days: readonly number[], before: SeenRetirements[string] | undefined, end: WatchedEnd, today: string): Seen {
  const left = daysUntil(end.retiresOn, today);
  const due = reached(days, left);
  const seen = { on: end.retiresOn, told: due };
  if (before === undefined) return { seen, match: matchOf(end, "announced", null, today) };
  if (before.on !== end.retiresOn) return { seen, match: matchOf(end, "moved", before.on, today) };
  const isDue = left !== null && left >= 0 && due.some((day) => !before.told.includes(day));
  return {
    seen: { on: before.on, told: [...new Set([...before.told, ...due])] },
    match: isDue ? matchOf(end, "days_before", null, today) : null,
  };
}

/** The ends of what a watch follows: models by `host/model`, and hosts by their ids. */
export const endsOfSubjects = (ends: readonly WatchedEnd[], subjects: readonly string[]): WatchedEnd[] => {
  const followed = new Set(subjects);
  return ends.filter(({ key, host }) => followed.has(key) || followed.has(host));
};

/** The state of a new watch. What is announced by then is told no more, and coming days before the end are. */
export const retirementsAtBeginning = (
  days: readonly number[] = DAYS_BEFORE.default,
  ends: readonly WatchedEnd[],
  today: string,
): SeenRetirements =>
  Object.fromEntries(
    ends.map(({ key, retiresOn }) => {
      const left = daysUntil(retiresOn, today);
      return [key, { on: retiresOn, told: reached(days, left).filter((day) => day !== left) }];
    }),
  );

/** Tells once of an announcement, of a day that moved, and of each number of days before the end. `ends` are the announced ones. */
export function evaluateRetirements(
  spec: Pick<RetirementWatchSpec, "days_before">,
  seen: SeenRetirements,
  ends: readonly WatchedEnd[],
  today: string,
): { seen: SeenRetirements; matches: RetirementMatch[] } {
  const days = spec.days_before ?? DAYS_BEFORE.default;
  const present = new Set(ends.map(({ key }) => key));
  const withdrawn = Object.entries(seen).flatMap(([key, { on }]) => (on === null || present.has(key) ? [] : [withdrawnEnd(key)]));
  const evaluated = [...ends, ...withdrawn].map((end) => ({ key: end.key, ...evaluateEnd(days, seen[end.key], end, today) }));
  return {
    seen: { ...seen, ...Object.fromEntries(evaluated.map(({ key, seen: now }) => [key, now])) },
    matches: evaluated.flatMap(({ match }) => match ?? []),
  };
}
