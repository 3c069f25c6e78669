import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { IntentLink } from "@/components/ui/intent-link";
import { Empty } from "@/components/ui/states";
import { scoredListings } from "@/lib/domain/models/scores/scored-listings";
import { formatCount } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { capability } from "@/lib/endpoints/capability";
import { models } from "@/lib/endpoints/models";
import { hrefOf } from "@/lib/pages/address";
import { benchmarkPage } from "@/lib/pages/benchmark";
import { benchmarksPage } from "@/lib/pages/benchmarks";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../catalog-list";
import { abilitiesBy, columnsFor, type Model } from "./columns";
import { BenchmarkTabs, MEASURED_BY } from "./score-kinds";

type BenchmarkId = keyof Model["scores"];

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(benchmarksPage, readSearch(benchmarksPage, await searchParams));

/** Fewer than in other lists: a row has seven figures with a bar each. */
const PAGE_SIZE = 40;

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
  const abilityOf = abilitiesBy(abilities.kind === "answer" ? abilities.answer.models : []);
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
                columns={columnsFor(list, { listingOf, abilityOf, hasEstimates: kind === null })}
                pageSize={PAGE_SIZE}
                className="end-in-head score-table"
                keyOf={({ providerId, model }) => `${providerId}/${model}`}
                noun="models"
              />
              <div className="mt-4 grid gap-1 text-small text-fg-muted">
                <p>
                  Ability is <IntentLink href="/docs/guides/capability">one figure from all scores of a model</IntentLink>, GPT-5 having
                  150, with its interval of 90 % as a bar; a model with too few scores has none. Under a score stands who measured it: a
                  vendor is a maker of models, perhaps another one. Scores on another task set than most stand after the others, since they
                  cannot be compared, as do those of retired models; the page of a benchmark names the set. A bar reaches from the lowest
                  score of its column to the highest. This service measured none. What is marked as an estimate (≈, hatched bar) nobody
                  measured: it is computed from the model&apos;s other scores, with the interval that nine in ten measured scores fall into,
                  and orders nothing.
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
