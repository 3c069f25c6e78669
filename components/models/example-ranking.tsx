import { partsOf } from "@/lib/domain/models/routing/explain-ranking";
import { NEUTRAL_LATENCY, type RoutingPart } from "@/lib/domain/models/routing/routing-parts";
import type { RoutingWeights } from "@/lib/domain/models/routing/routing-weights";
import { PartBar, PartLegend, PartPatterns } from "./part-bar";

interface Example {
  name: string;
  words: string;
  components: Readonly<Record<RoutingPart, number>>;
}

const example = (name: string, words: string, quality: number, availability: number, cost: number): Example => ({
  name,
  words,
  components: { quality, availability, cost, latency: NEUTRAL_LATENCY },
});

/** Each is best at another part, so that every weight moves something. */
const EXAMPLES: readonly Example[] = [
  example("Model One", "the ablest, and dear", 1, 1, 0.15),
  example("Model Two", "less able, at half the price", 0.7, 1, 0.55),
  example("Model Three", "cheap, and able enough", 0.4, 1, 0.95),
  example("Model Four", "able and cheap, but degraded now", 0.9, 0.5, 0.7),
];

/** The best first under these weights. */
export const rankedExamples = (weights: RoutingWeights) =>
  EXAMPLES.map((model) => {
    const parts = partsOf(model, weights);
    return { ...model, parts, score: parts.reduce((sum, { points }) => sum + points, 0) };
  }).toSorted((a, b) => b.score - a.score);

/** The shape of a ranking, of invented models: what the weights do before anything is asked. */
export function ExampleRanking({ weights }: { weights: RoutingWeights }) {
  return (
    <figure className="chart min-w-0 rounded-control border border-dashed border-border-strong p-3" aria-label="An example of a ranking">
      <figcaption>
        <span className="chip rounded-chip bg-info-tint px-2 py-0.5 font-medium text-info-fg">Example: invented models</span> Four models
        under these weights. Each part of a bar is a weight times its value.
      </figcaption>
      <PartPatterns />
      <PartLegend />
      <ol className="ranked-models">
        {rankedExamples(weights).map(({ name, words, parts, score }, index) => (
          <li key={name}>
            <p className="head">
              <b>
                {index + 1}. {name}
              </b>
              <span>{words}</span>
              <strong>{score.toFixed(3)}</strong>
            </p>
            <PartBar parts={parts} />
          </li>
        ))}
      </ol>
    </figure>
  );
}
