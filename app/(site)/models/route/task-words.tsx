import { benchmarkName } from "@/lib/catalogs/score-sources";
import { AVAILABILITY } from "@/lib/domain/models/routing/rank-models";
import { COVERAGE_NEEDED, ROUTING_BLENDS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { NEUTRAL_LATENCY } from "@/lib/domain/models/routing/routing-parts";

/** What the parts of a score mean for the chosen task. */
export function TaskWords({ task }: { task: RoutingTask }) {
  const blend = Object.entries(ROUTING_BLENDS[task]).map(([id, percent]) => `${percent} % ${benchmarkName(id)}`);
  const states = Object.entries(AVAILABILITY).map(([state, value]) => `${state} ${value}`);
  return (
    <ul className="mt-4 list-disc pl-5 text-small text-fg-muted">
      <li>
        Quality for {task}: {blend.join(", ")}; a model needs scores for {COVERAGE_NEEDED * 100} % of that, and one that is missing counts
        as the 25th percentile of its benchmark.
      </li>
      <li>Availability by the state of the provider: {states.join(", ")}.</li>
      <li>Cost: 1 for the cheapest model that fits, 0 for the dearest, by the mean of input and output price.</li>
      <li>Latency: {NEUTRAL_LATENCY} for every model. No source measures it for all, so it is a placeholder and never decides.</li>
    </ul>
  );
}
