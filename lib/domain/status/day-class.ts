import { isKnown, isWorse, type KnownState, type ServiceState } from "./service-state";

export interface Poll {
  at: Date;
  state: ServiceState;
}

/** Running tally of a UTC day: enough to add the next poll without reading earlier ones. */
export interface DayTally {
  known: number;
  unknown: number;
  operational: number;
  degraded: number;
  down: number;
  /** Worst state confirmed by two consecutive polls, or by an isolated one. */
  confirmed: KnownState;
  last: { at: Date; state: KnownState; isAlone: boolean } | null;
}

/** Polls further apart are isolated: each decides by itself. */
const NEIGHBOUR_MS = 10 * 60_000;

export const emptyDay: DayTally = { known: 0, unknown: 0, operational: 0, degraded: 0, down: 0, confirmed: "operational", last: null };

const worse = (a: KnownState, b: KnownState): KnownState => (isWorse(a, b) ? a : b);
const milder = (a: KnownState, b: KnownState): KnownState => (isWorse(a, b) ? b : a);

/** Adds the next poll; polls must come in order of time. */
export function addPoll(day: DayTally, poll: Poll): DayTally {
  if (!isKnown(poll.state)) return { ...day, unknown: day.unknown + 1 };
  const counted = { ...day, known: day.known + 1, [poll.state]: day[poll.state] + 1 };
  if (day.last === null) return { ...counted, last: { at: poll.at, state: poll.state, isAlone: true } };
  const isFar = poll.at.getTime() - day.last.at.getTime() > NEIGHBOUR_MS;
  const byPair = milder(day.last.state, poll.state);
  const byItself = isFar && day.last.isAlone ? day.last.state : "operational";
  return { ...counted, confirmed: worse(day.confirmed, worse(byPair, byItself)), last: { at: poll.at, state: poll.state, isAlone: isFar } };
}

/** Class of the day so far; null when no poll saw a state. */
export function dayClass(day: DayTally): KnownState | null {
  if (day.last === null) return null;
  return day.last.isAlone ? worse(day.confirmed, day.last.state) : day.confirmed;
}

export function tallyDay(polls: readonly Poll[]): DayTally {
  const ordered = [...polls].sort((a, b) => a.at.getTime() - b.at.getTime());
  return ordered.reduce(addPoll, emptyDay);
}
