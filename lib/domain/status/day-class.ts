import { isKnown, isWorse, type KnownState, type ServiceState } from "./service-state";

export interface Poll {
  at: Date;
  state: ServiceState;
}

/** What must be kept of a UTC day to take in its next poll without reading the earlier ones again. */
export interface DayTally {
  known: number;
  unknown: number;
  operational: number;
  degraded: number;
  down: number;
  /** Worst state that two consecutive polls, or one standing alone, have confirmed. */
  confirmed: KnownState;
  last: { at: Date; state: KnownState; isAlone: boolean } | null;
}

/** Polls further apart than this cannot confirm or deny each other: each decides by itself. */
const NEIGHBOUR_MS = 10 * 60_000;

export const emptyDay: DayTally = { known: 0, unknown: 0, operational: 0, degraded: 0, down: 0, confirmed: "operational", last: null };

const worse = (a: KnownState, b: KnownState): KnownState => (isWorse(a, b) ? a : b);
const milder = (a: KnownState, b: KnownState): KnownState => (isWorse(a, b) ? b : a);

/** Takes in the next poll of the day; polls come in the order of their times. */
export function addPoll(day: DayTally, poll: Poll): DayTally {
  if (!isKnown(poll.state)) return { ...day, unknown: day.unknown + 1 };
  const counted = { ...day, known: day.known + 1, [poll.state]: day[poll.state] + 1 };
  if (day.last === null) return { ...counted, last: { at: poll.at, state: poll.state, isAlone: true } };
  const isFar = poll.at.getTime() - day.last.at.getTime() > NEIGHBOUR_MS;
  const byPair = milder(day.last.state, poll.state);
  const byItself = isFar && day.last.isAlone ? day.last.state : "operational";
  return { ...counted, confirmed: worse(day.confirmed, worse(byPair, byItself)), last: { at: poll.at, state: poll.state, isAlone: isFar } };
}

/** Class of the day as far as it is known; null when no poll of it saw a state. */
export function dayClass(day: DayTally): KnownState | null {
  if (day.last === null) return null;
  return day.last.isAlone ? worse(day.confirmed, day.last.state) : day.confirmed;
}

export function tallyDay(polls: readonly Poll[]): DayTally {
  const ordered = [...polls].sort((a, b) => a.at.getTime() - b.at.getTime());
  return ordered.reduce(addPoll, emptyDay);
}
