import { benchmarkName } from "@/lib/catalogs/score-sources";
import { AVAILABILITY } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_BLENDS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { CLASS_GAP } from "@/lib/domain/models/routing/quality-scale";
import { MOST_TIMES } from "@/lib/domain/models/routing/beaten-models";
import { NEUTRAL_LATENCY } from "@/lib/domain/models/routing/routing-parts";

/** What the parts of a score mean for the chosen task. */
export function TaskWords({ task }: { task: RoutingTask }) {
  const blend = Object.entries(ROUTING_BLENDS[task]).map(([id, percent]) => `${percent} % ${benchmarkName(id)}`);
  const states = Object.entries(AVAILABILITY).map(([state, value]) => `${state} ${value}`);
  return (
    <ul className="mt-4 list-disc pl-5 text-small text-fg-muted">
      <li>
        Quality for {task}: failures in {blend.join(", ")}. The model that fails least has 1, one that fails twice as often 0.5; a score
        that nobody measured is estimated by the model&apos;s ability. By ability, the ablest model has 1, and every {CLASS_GAP} points
        below halve it.
      </li>
      <li>Availability by the state of the provider: {states.join(", ")}.</li>
      <li>Cost: 1 for the cheapest model that fits, 0 for the dearest, by the logarithm of the mean of input and output price.</li>
      <li>
        Left out is a model where an abler one fits that is as available: of its own maker for no more money, or {CLASS_GAP} points of
        ability above it for at most {MOST_TIMES} times the price.
      </li>
      <li>Latency: {NEUTRAL_LATENCY} for every model. No source measures it for all, so it is a placeholder and never decides.</li>
    </ul>
  );
}
