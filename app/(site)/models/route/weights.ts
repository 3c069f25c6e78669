import { perPart, type RoutingPart } from "@/lib/domain/models/routing/routing-parts";
import { routingWeights, type RoutingWeights } from "@/lib/domain/models/routing/routing-weights";
import type { ValuesOf } from "@/lib/pages/define";
import type { routePage } from "@/lib/pages/route";

export type RouteValues = ValuesOf<typeof routePage>;

export const PARAMETER_OF = { quality: "wq", availability: "wa", cost: "wc", latency: "wl" } as const satisfies Record<RoutingPart, string>;

export interface ShownWeights {
  /** Weights that the reader gave. */
  given: RoutingWeights;
  /** Weights that the ranking counts; null where it cannot. */
  used: RoutingWeights | null;
}

export function shownWeights(values: RouteValues): ShownWeights {
  const given = perPart((part) => values[PARAMETER_OF[part]]);
  const used = routingWeights(given);
  return { given, used: "fault" in used ? null : used };
}
