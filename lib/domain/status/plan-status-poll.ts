import type { StatusComponent } from "./core-components";
import { addPoll, dayClass, tallyDay, type DayTally, type Poll } from "./day-class";
import { isKnown, type KnownState, type ServiceState } from "./service-state";
import {
  incidentChange,
  transitionOf,
  troubleAtFirstSight,
  type IncidentChange,
  type OpenIncident,
  type Transition,
} from "./status-changes";
import { HOUR_MS } from "../basics/time";

export interface ServiceRecord {
  state: ServiceState;
  components: StatusComponent[];
  /** Whether a planned maintenance goes on, which is no trouble. */
  isMaintenance: boolean;
  fault: string | null;
  lastSlot: Date | null;
  checkedAt: Date | null;
  readAt: Date | null;
  bodyAt: Date | null;
  knownState: KnownState | null;
  knownAt: Date | null;
  knownSince: Date | null;
  firstKnownAt: Date | null;
}

export interface Observation {
  kind: "read" | "unchanged" | "failed";
  state: ServiceState;
  components: StatusComponent[];
  isMaintenance: boolean;
  fault: string | null;
}

export const observedState = (record: ServiceRecord | null, seen: Observation): ServiceState =>
  seen.kind === "unchanged" ? (record?.state ?? "unknown") : seen.state;

export interface ServicePlan {
  record: ServiceRecord;
  transition: Transition | null;
  incident: IncidentChange | null;
}

export const newRecord: ServiceRecord = {
  state: "unknown",
  components: [],
  isMaintenance: false,
  fault: null,
  lastSlot: null,
  checkedAt: null,
  readAt: null,
  bodyAt: null,
  knownState: null,
  knownAt: null,
  knownSince: null,
  firstKnownAt: null,
};

export interface PollMoment {
  slot: Date;
  now: Date;
}

/** Limit for slots ahead, which come from a wrong clock. Without it, such a slot would block all polls until then. */
const LONGEST_AHEAD_MS = HOUR_MS;

const isAlreadyApplied = (lastSlot: Date, slot: Date): boolean =>
  lastSlot >= slot && lastSlot.getTime() - slot.getTime() < LONGEST_AHEAD_MS;

/** The changes a poll makes to a service; null when a newer poll was applied already. */
export function planServicePoll(
  record: ServiceRecord,
  open: OpenIncident | null,
  seen: Observation,
  { slot, now }: PollMoment,
): ServicePlan | null {
  if (record.lastSlot !== null && isAlreadyApplied(record.lastSlot, slot)) return null;
  const state = observedState(record, seen);
  const last = record.knownState === null || record.knownAt === null ? null : { state: record.knownState, at: record.knownAt };
  const transition = transitionOf(last, state, slot);
  const wasRead = seen.kind !== "failed";
  const knownFields = isKnown(state)
    ? {
        knownState: state,
        knownAt: slot,
        knownSince: record.knownState === state ? record.knownSince : slot,
        firstKnownAt: record.firstKnownAt ?? slot,
      }
    : {};
  const applied: ServiceRecord = {
    ...record,
    state,
    components: seen.kind === "unchanged" ? record.components : seen.components,
    isMaintenance: seen.kind === "unchanged" ? record.isMaintenance : seen.isMaintenance,
    fault: seen.fault,
    lastSlot: slot,
    checkedAt: now,
    readAt: wasRead ? now : record.readAt,
    bodyAt: seen.kind === "read" ? now : record.bodyAt,
    ...knownFields,
  };
  return { record: applied, transition, incident: transition ? incidentChange(open, transition) : troubleAtFirstSight(open, applied) };
}

/** The day's tally with the poll added. `allPolls` is read only when the poll is out of order: then the day is recounted. */
export function planDay(day: DayTally, poll: Poll, allPolls: () => readonly Poll[]): DayTally {
  const isInOrder = day.last === null || poll.at > day.last.at;
  return isInOrder ? addPoll(day, poll) : tallyDay(allPolls());
}

export const dayStatus = (day: DayTally): ServiceState => dayClass(day) ?? "unknown";

const FROZEN_AFTER_MS = 26 * HOUR_MS;

export const isFrozenDay = (day: string, now: Date): boolean => now.getTime() >= Date.parse(`${day}T00:00:00.000Z`) + FROZEN_AFTER_MS;
