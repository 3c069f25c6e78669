import type { WatchSpec } from "./watch-spec";
import type { SeenStates } from "./watch-status";

/** What a watch sees when it begins. */
export interface WatchOutlook {
  value: number | SeenStates | null;
  /** Whether the condition holds already; null when the value is not known. */
  holds: boolean | null;
  warning: string | null;
}

interface Beginning {
  lastValue: number | null;
  lastStates: SeenStates;
}

function ofPrice(spec: Extract<WatchSpec, { type: "price" }>, value: number | null): WatchOutlook {
  if (value === null) return { value, holds: null, warning: null };
  if (spec.op === "changes") return { value, holds: false, warning: null };
  const holds = spec.op === "lt" ? value < spec.threshold : value > spec.threshold;
  const [now, back] = spec.op === "lt" ? ["below", "back above it and falls again"] : ["above", "back below it and rises again"];
  const warning = holds ? `The price is ${value} and already ${now} ${spec.threshold}: the watch fires once it has come ${back}.` : null;
  return { value, holds, warning };
}

function ofStatus(spec: Extract<WatchSpec, { type: "status" }>, states: SeenStates): WatchOutlook {
  const seen = Object.entries(states);
  if (seen.length === 0) return { value: null, holds: null, warning: null };
  if (spec.op === "changes") return { value: states, holds: false, warning: null };
  const held = seen.filter(([, state]) => state === spec.value).map(([service]) => service);
  const warning =
    held.length === 0
      ? null
      : `${held.join(", ")} ${held.length === 1 ? "is" : "are"} ${spec.value} already: the watch fires at the next change to it.`;
  return { value: states, holds: held.length > 0, warning };
}

/** Only changes fire, so a condition that holds already fires nothing until it holds anew. */
export function watchOutlook(spec: WatchSpec, { lastValue, lastStates }: Beginning): WatchOutlook {
  if (spec.type === "price") return ofPrice(spec, lastValue);
  if (spec.type === "status") return ofStatus(spec, lastStates);
  return { value: null, holds: false, warning: null };
}
