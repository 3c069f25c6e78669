import { intervalBar } from "@/components/ui/bar-of";
import type { Column } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { rankedAbilities } from "@/lib/domain/models/capability/ranked-ability";
import { shareWithin, spanOf } from "@/lib/domain/models/model-questions";
import { commonVariant, rankedScore } from "@/lib/domain/models/scores/common-variant";
import type { scoredListings } from "@/lib/domain/models/scores/scored-listings";
import { formatMonth, formatScore } from "@/lib/domain/pages/format";
import type { benchmarks } from "@/lib/endpoints/benchmarks";
import type { capability } from "@/lib/endpoints/capability";
import { fillPath } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { modelPage } from "@/lib/pages/model";
import { besideModel } from "./score-kinds";

type Answer = AnswerOf<typeof benchmarks>;
export type Model = Answer["models"][number];
type Kind = Answer["benchmarks"][number];
type Able = AnswerOf<typeof capability>["models"][number];

interface CellProps {
  model: Model;
  id: Kind["id"];
  common: string | undefined;
  /** What the scores on other benchmarks let one expect. */
  estimate: Able["estimates"][Kind["id"]];
}

function ScoreCell({ model, id, common, estimate }: CellProps) {
  const [score, detail] = [model.scores[id], model.details[id]];
  if (score === undefined || !detail) {
    if (!estimate) return "–";
    return (
      <>
        <i>≈ {Math.round(estimate.score)}</i>
        <small>
          est. {Math.round(estimate.low)} to {Math.round(estimate.high)}
        </small>
      </>
    );
  }
  return (
    <>
      {detail.source_url ? <a href={detail.source_url}>{formatScore(score)}</a> : formatScore(score)}
      {detail.variant === common ? <small>{detail.kind}</small> : <small title={detail.variant}>{detail.kind}, other task set</small>}
    </>
  );
}

interface Facts {
  listingOf: ReturnType<typeof scoredListings<{ id: string }, { id: string }>>;
  /** The ability of a model by all its scores, with what they let one expect on each benchmark. */
  abilityOf: (model: Model) => Able | undefined;
  /** Estimates are of no kind: readers who ask for one get none. */
  hasEstimates: boolean;
}

/** Both lists name a model alike; a name that only one has is found by its id. */
export function abilitiesBy(abilities: readonly Able[]): Facts["abilityOf"] {
  const keyOf = ({ providerId, model }: Pick<Able, "providerId" | "model">) => `${providerId}/${model}`;
  const byName = new Map(abilities.map((one) => [keyOf(one), one]));
  const byId = rankedAbilities(abilities);
  return (model) => byName.get(keyOf(model)) ?? (model.id === null ? undefined : byId(model.providerId, model.id));
}

const nameColumn = (listingOf: Facts["listingOf"]): Column<Model> => ({
  name: "name",
  label: "Model",
  unit: "scores in % of the tasks",
  value: ({ model }) => model,
  cell: (row) => {
    const listed = listingOf(row);
    return (
      <>
        {listed ? (
          <IntentLink href={fillPath(modelPage.path, { provider: listed.providerId, id: listed.listing.id })}>{row.model}</IntentLink>
        ) : (
          row.model
        )}
        <small>{besideModel(row)}</small>
      </>
    );
  },
});

function abilityColumn(scored: readonly Model[], abilityOf: Facts["abilityOf"]): Column<Model> {
  const rankedOf = (model: Model): Able | undefined => {
    const able = abilityOf(model);
    return able && able.rank !== null ? able : undefined;
  };
  const span = spanOf(scored.map((model) => rankedOf(model) ?? null));
  return {
    name: "ability",
    label: "Ability",
    unit: "points",
    first: "desc",
    value: (model) => rankedOf(model)?.ability ?? null,
    cell: (model) => {
      const able = rankedOf(model);
      return able ? formatScore(able.ability) : "–";
    },
    drawn: (model) => {
      const able = rankedOf(model);
      return able && span ? intervalBar(able.ability, able, span) : undefined;
    },
  };
}

function scoreColumn(scored: readonly Model[], { id, name }: Kind, estimatesOf: (model: Model) => Able["estimates"]): Column<Model> {
  const common = commonVariant(scored, id);
  const comparable = scored.map((model) => rankedScore(model, id, common)).filter((score) => score !== null);
  const span = { low: Math.min(...comparable), high: Math.max(...comparable) };
  return {
    name: id,
    label: name,
    first: "desc",
    value: (model) => rankedScore(model, id, common),
    cell: (model) => <ScoreCell model={model} id={id} common={common} estimate={estimatesOf(model)[id]} />,
    drawn: (model): Record<`--${string}`, string> | undefined => {
      const [measured, estimate] = [rankedScore(model, id, common), estimatesOf(model)[id]];
      if (comparable.length === 0) return undefined;
      if (measured !== null) return { "--at": shareWithin(measured, span).toFixed(2) };
      if (model.scores[id] !== undefined || !estimate) return undefined;
      return { "--at": shareWithin(estimate.score, span).toFixed(2), "--about": "1" };
    },
  };
}

/** What a model is able to first, then the benchmarks that say so. */
export const columnsFor = (
  { benchmarks: kinds, models: scored }: Answer,
  { listingOf, abilityOf, hasEstimates }: Facts,
): readonly Column<Model>[] => [
  nameColumn(listingOf),
  abilityColumn(scored, abilityOf),
  ...kinds.map((kind) => scoreColumn(scored, kind, (model) => (hasEstimates ? (abilityOf(model)?.estimates ?? {}) : {}))),
  {
    name: "released",
    label: "Released",
    first: "desc",
    value: ({ released }) => released,
    cell: ({ released }) => (released === null ? "unknown" : formatMonth(released)),
  },
];
