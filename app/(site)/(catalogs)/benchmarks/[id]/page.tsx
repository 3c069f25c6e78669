import type { Metadata } from "next";
import { hasEnded } from "@/lib/domain/models/model-life";
import { notFound } from "next/navigation";
import { Block } from "@/components/blocks/block";
import { FailedBlock } from "@/components/blocks/failure";
import { ScoreStrip, type NamedScore } from "@/components/charts/score-strip";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Empty } from "@/components/ui/states";
import { benchmarkKinds } from "@/lib/catalogs/score-sources";
import { saturationOf, type Saturation } from "@/lib/domain/models/scores/saturation";
import { formatCount, formatScore } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { hrefOf, pathValuesOf } from "@/lib/pages/address";
import { benchmarkPage } from "@/lib/pages/benchmark";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../../catalog-list";
import { BenchmarkTabs, MEASURED_BY, SCORE_SOURCE } from "../score-kinds";
import { columnsFor } from "./columns";
import { ScoreCourse } from "./score-course";
import { historyName, scoreBoard, type BenchmarkId, type ScoreRow } from "./score-rows";

async function benchmarkOf({ params }: PageProps) {
  const { id = "" } = pathValuesOf(await params);
  const kind = benchmarkKinds.find((known) => known.id === id);
  if (!kind) return notFound();
  return { path: { id }, kind, words: { title: kind.name, lead: kind.description } };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { path, words } = await benchmarkOf(props);
  const { values } = readSearch(benchmarkPage, await props.searchParams);
  return pageMetadata(benchmarkPage, { values, path, ...words });
}

const PAGE_SIZE = 25;

/** Within this many points the order of the best may come from how they were run. */
const CLOSE = 2;
/** With less room than this a benchmark has nothing left to ask. */
const SOLVED = 5;

function saturationText({ best, spread, leaders, room }: Saturation): string {
  const facts = `The best ${leaders} lie within ${formatScore(spread)} points, and the first, with ${formatScore(best)}, is ${formatScore(room)} below the highest score there is.`;
  if (leaders === 1 || spread > CLOSE) return facts;
  return room < SOLVED
    ? `${facts} Nearly everything is solved: this benchmark hardly tells the best models apart any more.`
    : `${facts} So close, their order may come from how each was run.`;
}

function Leaders({ ranked, shown, maxScore }: { ranked: readonly ScoreRow[]; shown: ScoreRow | undefined; maxScore: number }) {
  const scores = ranked.map(({ score }) => score);
  const saturation = saturationOf(scores, maxScore);
  const [leader] = ranked;
  if (!leader || !saturation) return null;
  const named: NamedScore[] = [leader, ...(shown && shown !== leader && shown.rank !== null ? [shown] : [])].map(({ model, score }) => ({
    name: model.model,
    score,
  }));
  return (
    <>
      <ScoreStrip scores={scores} named={named} highest={maxScore} />
      <p className="mt-2 max-w-[68ch]">{saturationText(saturation)}</p>
      {shown && hasEnded(shown.model.status) && (
        <p className="note note-warn mt-2">
          {shown.model.model} has been retired by its maker, so that it has no rank: it scored {formatScore(shown.score)}.
        </p>
      )}
    </>
  );
}

const matches = (rows: readonly ScoreRow[], name: string): ScoreRow | undefined =>
  rows.find(({ model }) => [model.id, model.model].some((own) => own?.toLowerCase() === name.toLowerCase()));

export default async function BenchmarkPage(props: PageProps) {
  const { path, kind, words } = await benchmarkOf(props);
  const { values, ignored } = readSearch(benchmarkPage, await props.searchParams);
  const [scores, catalog] = await Promise.all([blockAnswer(benchmarks), blockAnswer(models)]);
  const answer = scores.kind === "answer" ? scores.answer : null;
  const board = answer && scoreBoard(answer, kind.id as BenchmarkId, catalog.kind === "answer" ? catalog.answer : null);
  const ranked = board?.rows.filter(({ rank }) => rank !== null) ?? [];
  const [leader] = ranked;
  // A name that nobody here has is asked for as it stands: the series says what it does not find.
  const shown = values.model === null ? leader : matches(board?.rows ?? [], values.model);
  const courseOf = values.model ?? (leader ? historyName(leader.model) : null);
  const rows = rowsWith(board?.rows ?? [], values.q, ({ model }) => `${model.model} ${model.id ?? ""} ${model.provider}`).filter(
    ({ detail }) => values.kind === null || detail.kind === values.kind,
  );
  const sentence = leader
    ? `${leader.model.model} leads ${kind.name} with ${formatScore(leader.score)} of ${kind.max_score}, by the word of ${SCORE_SOURCE[leader.detail.kind]}; ${formatCount(ranked.length)} models were measured on the task set ${board?.common ?? kind.name}.`
    : "No score has been read yet. Score lists are read every 7 days.";
  return (
    <PageFrame
      frame={frameOf(benchmarkPage, { values: { ...values, model: courseOf }, path, ...words, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" && answer ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(benchmarkPage, values, path)} />
      <BenchmarkTabs current={kind.id} />
      <div className="grid gap-4">
        <Block
          title="Who leads"
          more={csvLink(benchmarks)}
          hasStamp={false}
          note={
            <>
              {kind.unit}, at most {kind.max_score}. <a href={kind.url}>How it is measured</a>
            </>
          }
          load={async () => scores}
          render={({ sources }) =>
            !board || board.rows.length === 0 ? (
              <Empty>{sentence}</Empty>
            ) : (
              <figure className="chart scatter" aria-label={sentence}>
                <figcaption>{sentence}</figcaption>
                <Leaders ranked={ranked} shown={shown} maxScore={kind.max_score} />
                <div className="mt-4">
                  <FilterForm
                    key={hrefOf(benchmarkPage, values, path)}
                    action={hrefOf(benchmarkPage, {}, path)}
                    chosen={[values.q, values.kind].filter((value) => value !== null).length}
                  >
                    <Words value={values.q} placeholder="Model or maker" />
                    <Choice name="kind" label="Measured by" value={values.kind ?? ""} any="Anyone" options={MEASURED_BY} />
                  </FilterForm>
                </div>
                <CatalogList
                  page={benchmarkPage}
                  path={path}
                  values={values}
                  rows={rows}
                  columns={columnsFor({ board, values, path, sourceNames: new Map(sources.map(({ key, name }) => [key, name])) })}
                  keyOf={({ model }) => `${model.providerId}/${model.model}`}
                  noun="models"
                  pageSize={PAGE_SIZE}
                />
                <p className="mt-4 max-w-[80ch] text-small text-fg-muted">
                  A dot is the score that is shown; a bar behind it spans all readings of it. A vendor is a maker of models, perhaps another
                  one. A retired model has no rank; nor has a score that nobody could verify, nor one on another task set, which is named
                  with it and cannot be compared with the others. This service measured none.
                </p>
              </figure>
            )
          }
        />
        {catalog.kind === "failed" && <FailedBlock failure={catalog} />}
        {courseOf !== null && <ScoreCourse benchmark={kind.id} name={kind.name} model={courseOf} label={shown?.model.model ?? courseOf} />}
      </div>
    </PageFrame>
  );
}
