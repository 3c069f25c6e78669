import { isWorse, type KnownState } from "../status/service-state";
import type { StatusWatchSpec } from "./watch-spec";

/** The last known state of each service, as this watch has seen it. */
export type SeenStates = Readonly<Record<string, KnownState>>;

export interface ServiceChange {
  service: string;
  name: string;
  provider: string;
  /** Recorded state before the change. The state that the watch itself has seen takes precedence. */
  from: KnownState | null;
  to: KnownState;
}

export interface StatusMatch {
  type: "status";
  provider: string;
  name: string;
  op: StatusWatchSpec["op"];
  value?: KnownState;
  from: KnownState;
  to: KnownState;
}

export interface StatusEvaluation {
  states: SeenStates;
  match: StatusMatch | null;
}

type Change = ServiceChange & { from: KnownState };

function bySeverity(left: Change, right: Change): number {
  if (left.to === right.to) return left.name.localeCompare(right.name, "en");
  return isWorse(left.to, right.to) ? -1 : 1;
}

/** At most one fire, however many services changed. Callers leave out unknown states. */
export function evaluateStatus(spec: StatusWatchSpec, states: SeenStates, changes: readonly ServiceChange[]): StatusEvaluation {
  const seen: Record<string, KnownState> = { ...states };
  const met: Change[] = [];
  for (const change of changes) {
    const from = seen[change.service] ?? change.from;
    seen[change.service] = change.to;
    if (from === null || from === change.to) continue;
    if (spec.op === "changes" || change.to === spec.value) met.push({ ...change, from });
  }
  const [worst] = met.toSorted(bySeverity);
  if (!worst) return { states: seen, match: null };
  const value = spec.op === "becomes" ? { value: spec.value } : {};
  return {
    states: seen,
    match: { type: "status", provider: worst.provider, name: worst.name, op: spec.op, ...value, from: worst.from, to: worst.to },
  };
}
