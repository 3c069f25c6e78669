import { isWorse, type KnownState } from "../status/service-state";
import type { StatusWatchSpec } from "./watch-spec";

/** The last known state of each service that a watch has seen. */
export type SeenStates = Readonly<Record<string, KnownState>>;

export interface ServiceChange {
  service: string;
  name: string;
  provider: string;
  /** Known state before, where it is recorded; what the watch itself has seen wins. */
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

/** Of several at once the worst is told, then the first by name. */
function byWeight(left: Change, right: Change): number {
  if (left.to === right.to) return left.name.localeCompare(right.name, "en");
  return isWorse(left.to, right.to) ? -1 : 1;
}

/** One fire at most, however many services changed. Unknown states do not come here: they neither fire nor are remembered. */
export function evaluateStatus(spec: StatusWatchSpec, states: SeenStates, changes: readonly ServiceChange[]): StatusEvaluation {
  const seen: Record<string, KnownState> = { ...states };
  const met: Change[] = [];
  for (const change of changes) {
    const from = seen[change.service] ?? change.from;
    seen[change.service] = change.to;
    if (from === null || from === change.to) continue;
    if (spec.op === "changes" || change.to === spec.value) met.push({ ...change, from });
  }
  const [told] = met.toSorted(byWeight);
  if (!told) return { states: seen, match: null };
  const value = spec.op === "becomes" ? { value: spec.value } : {};
  return {
    states: seen,
    match: { type: "status", provider: told.provider, name: told.name, op: spec.op, ...value, from: told.from, to: told.to },
  };
}
