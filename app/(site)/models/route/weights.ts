import { perPart, type RoutingPart } from "@/lib/domain/models/routing/routing-parts";
import type { RoutingWeights } from "@/lib/domain/models/routing/routing-weights";
import type { ValuesOf } from "@/lib/pages/define";
import type { routePage } from "@/lib/pages/route";

export type RouteValues = ValuesOf<typeof routePage>;

export const PARAMETER_OF = { quality: "wq", availability: "wa", cost: "wc", latency: "wl" } as const satisfies Record<RoutingPart, string>;

/** Weights that the reader gave. */
export const weightsOf = (values: RouteValues): RoutingWeights => perPart((part) => values[PARAMETER_OF[part]]);
