import { isKnown, worstKnown, type KnownState, type ServiceState } from "./service-state";
import { countStates, type StateCounts } from "./status-list";

/** What a service's answer says about its state, and when that was checked. */
export interface CheckedService {
  status: ServiceState;
  lastChecked: string | null;
  lastKnownStatus: KnownState | null;
  lastKnownAt: string | null;
}

/** Only this travels to the browser. */
export const checkOf = ({ status, lastChecked, lastKnownStatus, lastKnownAt }: CheckedService): CheckedService => ({
  status,
  lastChecked,
  lastKnownStatus,
  lastKnownAt,
});

export interface CurrentState {
  state: ServiceState;
  /** The last known state and its time, set where the state is unknown. */
  lastKnown: { state: KnownState; at: string } | null;
}

/** A check this many cadences old no longer says what is the case now. */
const TRUSTED_CADENCES = 2;

export const isTrusted = (checkedAt: string | null, cadenceSeconds: number, now: Date): boolean =>
  checkedAt !== null && now.getTime() - Date.parse(checkedAt) <= TRUSTED_CADENCES * cadenceSeconds * 1000;

function lastKnownOf({ status, lastChecked, lastKnownStatus, lastKnownAt }: CheckedService): CurrentState["lastKnown"] {
  if (isKnown(status) && lastChecked !== null) return { state: status, at: lastChecked };
  return lastKnownStatus !== null && lastKnownAt !== null ? { state: lastKnownStatus, at: lastKnownAt } : null;
}

/** The state of a service now. Once its check is older than two cadences, it is unknown, beside the last known state. */
export function currentState(service: CheckedService, cadenceSeconds: number, now: Date): CurrentState {
  const isCurrent = isKnown(service.status) && isTrusted(service.lastChecked, cadenceSeconds, now);
  return isCurrent ? { state: service.status, lastKnown: null } : { state: "unknown", lastKnown: lastKnownOf(service) };
}

export type CurrentService<Service extends CheckedService> = Service & { now: CurrentState };

export const currentStates = <Service extends CheckedService>(
  services: readonly Service[],
  cadenceSeconds: number,
  now: Date,
): CurrentService<Service>[] => services.map((service) => ({ ...service, now: currentState(service, cadenceSeconds, now) }));

/** When any status page was last read, if no state is known now. Null while one is known, and before the first reading. */
export function silentSince(states: readonly CurrentState[]): string | null {
  if (states.some(({ state }) => isKnown(state))) return null;
  return (
    states
      .flatMap(({ lastKnown }) => lastKnown?.at ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

/** Whether a service is degraded or down now, or was when it was last known. */
export const isTroubled = ({ state, lastKnown }: CurrentState): boolean =>
  isKnown(state) ? state !== "operational" : lastKnown !== null && lastKnown.state !== "operational";

/** Counts of services, for all places that show them. `total` includes services of unknown state. */
export interface ServiceCounts extends StateCounts {
  /** Degraded and down. */
  troubled: number;
  /** The worst of the known states. */
  worst: ServiceState;
}

export function countServices(states: readonly ServiceState[]): ServiceCounts {
  const counts = countStates(states);
  const troubled = counts.degraded + counts.down;
  return { ...counts, troubled, worst: worstKnown(states) };
}

export interface ServiceSummary {
  counts: ServiceCounts;
  /** True where nothing was checked lately: the counts are then the last known ones. */
  isOld: boolean;
  /** When a service was last checked; null before the first check. */
  checkedAt: string | null;
  cadenceSeconds: number;
}

/** Says counts the same way everywhere: `2 of 64 services not operational, 12 unknown`. */
export function countsInWords({ total, operational, troubled, unknown }: ServiceCounts): string {
  if (total === 0) return "No service is followed";
  if (unknown === total) return `The state of all ${total} services is unknown`;
  const main = troubled > 0 ? `${troubled} of ${total} services not operational` : `${operational} of ${total} services operational`;
  return unknown > 0 ? `${main}, ${unknown} unknown` : main;
}
