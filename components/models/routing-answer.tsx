import { DataTable, type Column } from "@/components/ui/data-table";
import { asState, StateChip } from "@/components/ui/state-mark";
import { partsOf, whyFirst } from "@/lib/domain/models/routing/explain-ranking";
import { ROUTING_PARTS } from "@/lib/domain/models/routing/routing-parts";
import { fillPath } from "@/lib/domain/pages/fill-path";
import { formatMoment, formatPrice } from "@/lib/domain/pages/format";
import { PartBar, PartLegend, PartPatterns } from "./part-bar";
import type { Recommendation, RoutingAnswer } from "./premium-answers";

interface Shown {
  answer: RoutingAnswer;
  /** Declared path of a model's page. */
  modelPath: string;
}

function Ranked({ model, answer, modelPath }: { model: Recommendation } & Shown) {
  const { rank, pricing, status, composite_score: score, coverage, assumed } = model;
  return (
    <li>
      <p className="head">
        <b>
          {rank}. <a href={fillPath(modelPath, model.model)}>{model.model.name}</a>
        </b>
        <span>
          {formatPrice(pricing.blended)} blended, {formatPrice(pricing.input)} in, {formatPrice(pricing.output)} out
        </span>
        <StateChip state={asState(status)} />
        <strong>{score.toFixed(3)}</strong>
      </p>
      <PartBar parts={partsOf(model, answer.weights)} />
      {coverage < 1 && (
        <small>
          Measured on {Math.round(coverage * 100)} % of the task&apos;s benchmarks by weight; estimated:{" "}
          {assumed.map(({ benchmark, score: value, low, high }) => `${benchmark} ${value} (${low} to ${high})`).join(", ") || "nothing"}.
        </small>
      )}
    </li>
  );
}

const PART_COLUMNS: readonly Column<Recommendation>[] = [
  { label: "Model", cell: ({ model }) => model.name },
  { label: "Score", cell: ({ composite_score: score }) => score.toFixed(4) },
  ...ROUTING_PARTS.map((part) => ({ label: part, cell: ({ components }: Recommendation) => components[part].toFixed(4) })),
];

/** The ranking with what each part adds to a score, and why the first is first. */
export function RoutingShown({ answer, ...rest }: Shown) {
  const { recommendations, weights, considered, notes, task, computed_at: at } = answer;
  return (
    <>
      <p className="max-w-[68ch] text-body-lg">{whyFirst(recommendations, weights)}</p>
      <p className="mt-1 text-small text-fg-muted">
        Task {task}, {considered} models with a price of which enough is known, weights{" "}
        {ROUTING_PARTS.map((part) => `${part} ${weights[part].toFixed(2)}`).join(", ")}; {formatMoment(at)}.
      </p>
      {recommendations.length > 0 && (
        <figure
          className="chart mt-3"
          aria-label={`Scores of ${recommendations.length} models by part. ${whyFirst(recommendations, weights)}`}
        >
          <figcaption>Score from 0 to 1: each part is its weight times its value.</figcaption>
          <PartPatterns />
          <PartLegend />
          <ol className="ranked-models">
            {recommendations.map((model) => (
              <Ranked key={`${model.model.provider}/${model.model.id}`} model={model} answer={answer} {...rest} />
            ))}
          </ol>
          <details className="chart-table">
            <summary>Table of the parts</summary>
            <DataTable
              caption="Parts of each score"
              columns={PART_COLUMNS}
              rows={recommendations}
              keyOf={({ model }) => `${model.provider}/${model.id}`}
            />
          </details>
        </figure>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-2 text-small text-fg-muted">
          {note}
        </p>
      ))}
    </>
  );
}
