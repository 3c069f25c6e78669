import { Block } from "@/components/blocks/block";
import { ScoreStripCell } from "@/components/charts/score-strip";
import { ListedTable } from "@/components/ui/data-table";
import { Empty } from "@/components/ui/states";
import { IntentLink } from "@/components/ui/intent-link";
import { benchmarkKinds } from "@/lib/catalogs/score-sources";
import { hasEnded } from "@/lib/domain/models/model-life";
import { rankedScore } from "@/lib/domain/models/scores/common-variant";
import { rankAmong } from "@/lib/domain/models/scores/saturation";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { placeOf } from "@/lib/domain/pages/host-of";
import { formatDay, formatScore } from "@/lib/domain/pages/format";
import { harnesses } from "@/lib/endpoints/harnesses";
import { fillPath } from "@/lib/pages/address";
import { benchmarkPage } from "@/lib/pages/benchmark";
import { blockAnswer } from "@/lib/pages/block-answer";
import { keyOf, scoreEntryOf, type BenchmarkId, type Scores } from "../../score-entry";
import type { FoundModel } from "./find-model";

/** All ranked scores on one task set of a benchmark. */
const comparableWith = ({ models: scored }: Scores, id: BenchmarkId, variant: string): number[] =>
  scored.map((model) => rankedScore(model, id, variant)).filter((score) => score !== null);

export function Benchmarks({ found, scores }: { found: FoundModel; scores: BlockOutcome<Scores> }) {
  return (
    <Block
      title="Benchmarks"
      load={async () => scores}
      render={(answer) => {
        const details = scoreEntryOf(found, answer)?.details ?? {};
        const sources = new Map(answer.sources.map(({ key, name }) => [key, name]));
        const rows = benchmarkKinds.flatMap(({ id, name, max_score: maxScore }) => {
          const score = found.model.benchmark_scores[id];
          const detail = details[id as BenchmarkId];
          if (score === undefined) return [];
          const among = detail ? comparableWith(answer, id as BenchmarkId, detail.variant) : [];
          const source = detail && (detail.source_url ? placeOf(detail.source_url) : (sources.get(detail.source) ?? detail.source));
          return [
            {
              key: id,
              cells: [
                <>
                  <IntentLink href={fillPath(benchmarkPage.path, { id })} className="inline-block min-h-6">
                    {name}
                  </IntentLink>
                  <small>
                    {detail?.kind}
                    {detail?.date && `, ${formatDay(detail.date)}`}
                    {source !== undefined && ", "}
                    {detail?.source_url ? (
                      <a href={detail.source_url} className="inline-block leading-6">
                        {source}
                      </a>
                    ) : (
                      source
                    )}
                  </small>
                </>,
                formatScore(score),
                among.length === 0 || detail?.kind === "unverified" || hasEnded(found.model.status)
                  ? "–"
                  : `${rankAmong(among, score)} of ${among.length}`,
                <ScoreStripCell key="strip" scores={among} score={score} highest={maxScore} />,
              ],
            },
          ];
        });
        if (rows.length === 0) return <Empty>Nobody published a score of this model in the benchmarks that are followed.</Empty>;
        return (
          <>
            <ListedTable label="Scores of this model" head={["Benchmark", "Of 100", "Rank", "Among all models"]} rows={rows} />
            <p className="mt-2 text-small text-fg-muted">
              A strip goes from 0 to 100: a tick is a model measured on the same task set, the dot is this one. Scores in {rows.length} of{" "}
              {benchmarkKinds.length} benchmarks. A vendor&apos;s score stands in a publication of a maker of models, which may be a
              competitor&apos;s table; an independent one was measured by others; one that nobody could verify has no rank.
            </p>
          </>
        );
      }}
    />
  );
}

export function Harnesses({ found }: { found: FoundModel }) {
  return (
    <Block
      title="Coding harnesses"
      load={() => blockAnswer(harnesses)}
      render={({ results, harnesses: list, benchmarks: kinds }) => {
        const names = new Map(list.map(({ id, name }) => [id, name]));
        const keys = new Set([keyOf(found.model.id), keyOf(found.model.name)]);
        const rows = results.filter(({ model }) => keys.has(keyOf(model)));
        const used = kinds.filter(({ id }) => rows.some(({ scores }) => typeof scores[id] === "number"));
        if (rows.length === 0) return <Empty>No published result of a coding harness uses this model.</Empty>;
        return (
          <>
            <ListedTable
              label="Coding harnesses with this model"
              head={["Harness", ...used.map(({ name }) => name)]}
              rows={rows.map(({ harness, scores }) => ({
                key: harness,
                cells: [
                  names.get(harness) ?? harness,
                  ...used.map(({ id }) => (scores[id] === null || scores[id] === undefined ? "–" : formatScore(scores[id]))),
                ],
              }))}
            />
            <p className="mt-2 text-small text-fg-muted">
              Best scores as vendors and leaderboards publish them; this service measured none.
            </p>
          </>
        );
      }}
    />
  );
}
