import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { IntentLink } from "@/components/ui/intent-link";
import { Empty } from "@/components/ui/states";
import { shareWithin } from "@/lib/domain/models/model-questions";
import { commonVariant, rankedScore } from "@/lib/domain/models/scores/common-variant";
import { scoredListings } from "@/lib/domain/models/scores/scored-listings";
import { formatCount, formatMonth, formatScore } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { capability } from "@/lib/endpoints/capability";
import { models } from "@/lib/endpoints/models";
import { fillPath, hrefOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { benchmarkPage } from "@/lib/pages/benchmark";
import { benchmarksPage } from "@/lib/pages/benchmarks";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../catalog-list";
import { BenchmarkTabs, besideModel, MEASURED_BY } from "./score-kinds";

type Answer = AnswerOf<typeof benchmarks>;
type Model = Answer["models"][number];
type BenchmarkId = keyof Model["scores"];
type ListingOf = ReturnType<typeof scoredListings<{ id: string }, { id: string }>>;
type Estimates = AnswerOf<typeof capability>["models"][number]["estimates"];

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(benchmarksPage, readSearch(benchmarksPage, await searchParams));

interface CellProps {
  model: Model;
  id: BenchmarkId;
  common: string | undefined;
  /** What the scores on other benchmarks let one expect. */
  estimate: Estimates[BenchmarkId];
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
      <small>{detail.variant === common ? detail.kind : `${detail.kind}, ${detail.variant}`}</small>
    </>
  );
}

type EstimatesOf = (model: Model) => Estimates;

const columnsFor = ({ benchmarks: kinds, models: scored }: Answer, listingOf: ListingOf, estimatesOf: EstimatesOf): Column<Model>[] => [
  {
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
  },
  ...kinds.map(({ id, name }): Column<Model> => {
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
  }),
  {
    name: "released",
    label: "Released",
    first: "desc",
    value: ({ released }) => released,
    cell: ({ released }) => (released === null ? "unknown" : formatMonth(released)),
  },
];

/** Both lists name a model alike. */
function estimatesBy(abilities: AnswerOf<typeof capability>["models"]): EstimatesOf {
  const keyOf = ({ providerId, model }: { providerId: string; model: string }) => `${providerId}/${model}`;
  const byName = new Map(abilities.map((one) => [keyOf(one), one.estimates]));
  return (model) => byName.get(keyOf(model)) ?? {};
}

/** A model stays with those of its scores that have the chosen kind. */
function ofKind(models: readonly Model[], kind: string | null): Model[] {
  if (kind === null) return [...models];
  return models.flatMap((model) => {
    const ids = (Object.keys(model.details) as BenchmarkId[]).filter((id) => model.details[id]?.kind === kind);
    if (ids.length === 0) return [];
    const scores = Object.fromEntries(ids.map((id) => [id, model.scores[id]]));
    const details = Object.fromEntries(ids.map((id) => [id, model.details[id]]));
    return [{ ...model, scores, details } as Model];
  });
}

export default async function BenchmarksPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(benchmarksPage, await searchParams);
  const [outcome, catalog, abilities] = await Promise.all([blockAnswer(benchmarks), blockAnswer(models), blockAnswer(capability)]);
  // Without the list of models the scores stand without links to them.
  const listingOf = scoredListings(catalog.kind === "answer" ? catalog.answer.providers : []);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const rows = rowsWith(
    ofKind(answer?.models ?? [], values.kind),
    values.q,
    ({ model, id, provider }) => `${model} ${id ?? ""} ${provider}`,
  );
  const { q, kind } = values;
  // Estimates are of no kind: readers who ask for one get none.
  const estimatesOf = estimatesBy(abilities.kind === "answer" && kind === null ? abilities.answer.models : []);
  return (
    <PageFrame
      frame={frameOf(benchmarksPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(benchmarksPage, values)} />
      <BenchmarkTabs current={null} />
      <FilterForm
        address={hrefOf(benchmarksPage, values)}
        action={benchmarksPage.path}
        chosen={[q, kind].filter((value) => value !== null).length}
        kept={{ sort: `${values.sort.column}.${values.sort.direction}` }}
      >
        <Words value={q} placeholder="Model or maker" />
        <Choice name="kind" label="Measured by" value={kind ?? ""} any="Anyone" options={MEASURED_BY} />
      </FilterForm>
      <Block
        title={`${formatCount(rows.length)} models with a score`}
        more={csvLink(benchmarks)}
        hasStamp={false}
        load={async () => outcome}
        render={(list) =>
          list.models.length === 0 ? (
            <Empty>No score has been read yet. Score lists are read every 7 days.</Empty>
          ) : (
            <>
              <CatalogList
                page={benchmarksPage}
                values={values}
                rows={rows}
                columns={columnsFor(list, listingOf, estimatesOf)}
                keyOf={({ providerId, model }) => `${providerId}/${model}`}
                noun="models"
              />
              <div className="mt-4 grid gap-1 text-small text-fg-muted">
                <p>
                  Under a score stands who measured it: a vendor is a maker of models, perhaps another one. Scores on another task set than
                  most are named with it and stand after the others, since they cannot be compared, as do those of retired models. A bar
                  reaches from the lowest score of its column to the highest. This service measured none. What is marked as an estimate (≈,
                  hatched bar) nobody measured: it is{" "}
                  <IntentLink href="/docs/guides/capability">computed from the model&apos;s other scores</IntentLink>, with the interval
                  that nine in ten measured scores fall into, and orders nothing.
                </p>
                <ul className="list-disc pl-5">
                  {list.benchmarks.map(({ id, name, description, sourceUrl }) => (
                    <li key={id}>
                      <IntentLink href={hrefOf(benchmarkPage, {}, { id })}>{name}</IntentLink>: {description}{" "}
                      <a href={sourceUrl}>How {name} is measured</a>
                    </li>
                  ))}
                </ul>
              </div>
            </>
          )
        }
      />
    </PageFrame>
  );
}
