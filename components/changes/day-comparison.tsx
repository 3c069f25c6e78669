import type { z } from "zod";
import { DataTable, type Column } from "@/components/ui/data-table";
import { formatCount, formatDay, formatScore } from "@/lib/domain/pages/format";
import type { BenchmarksComparison, DayComparison as DayComparisonShape, PricingComparison } from "@/lib/schemas/history/day-comparison";
import { changedModels, Folded, Group, ModelList, ModelName, PriceChanges, pricesText } from "./change-groups";

export type DayAnswer = z.output<typeof DayComparisonShape>;
type Benchmarks = z.output<typeof BenchmarksComparison>;

/** Names of benchmarks by their id. */
type Names = Readonly<Record<string, string>>;

const shownScore = (score: number | null): string => (score === null ? "not reported" : formatScore(score));

/** `+2.6 points`, with a real minus sign. */
const points = (delta: number): string => `${delta < 0 ? "\u2212" : "+"}${Math.abs(delta).toFixed(1)} points`;

const scoreColumns = (names: Names, path: string): readonly Column<Benchmarks["changed"][number]>[] => [
  { label: "Model", cell: ({ model, provider }) => <ModelName model={model} provider={provider} modelId={null} path={path} /> },
  {
    label: "Score",
    cell: ({ from, to, benchmark }) => (
      <>
        {shownScore(from)} to {shownScore(to)}
        <small>{names[benchmark] ?? benchmark}</small>
      </>
    ),
  },
  { label: "Change", cell: ({ from, delta_pp: delta }) => (delta === null ? (from === null ? "came" : "went") : points(delta)) },
];

const ScoreChanges = ({ changes, names, path }: { changes: Benchmarks["changed"]; names: Names; path: string }) => (
  <Folded rows={changes}>
    {(shown) => (
      <DataTable
        caption="Table of score changes"
        columns={scoreColumns(names, path)}
        rows={shown}
        keyOf={({ provider, model, benchmark }) => `${provider} ${model} ${benchmark}`}
        isBoxed
        className="max-w-3xl"
      />
    )}
  </Folded>
);

const scoresText = (scores: Benchmarks["added"][number]["scores"], names: Names): string =>
  Object.entries(scores)
    .flatMap(([id, score]) => (typeof score === "number" ? [`${names[id] ?? id} ${formatScore(score)}`] : []))
    .join(", ");

interface Props<Answer> {
  answer: Answer;
  names: Names;
  path: string;
}

function Pricing({ answer, path }: Props<z.output<typeof PricingComparison>>) {
  const changed = changedModels(answer.changed);
  return (
    <>
      <Group title="Price changes" count={changed.length} unit="models" none="No price differs.">
        <PriceChanges models={changed} path={path} />
      </Group>
      <Group title="Added models" count={answer.added.length} none="No model is priced on the later day only.">
        <ModelList
          models={answer.added.map((model) => ({ ...model, figures: pricesText(model.inputPrice, model.outputPrice) }))}
          path={path}
        />
      </Group>
      <Group title="Removed models" count={answer.removed.length} none="No model is priced on the earlier day only.">
        <ModelList
          models={answer.removed.map((model) => ({ ...model, figures: pricesText(model.inputPrice, model.outputPrice) }))}
          path={path}
        />
      </Group>
    </>
  );
}

const Scores = ({ answer, names, path }: Props<Benchmarks>) => (
  <>
    <Group title="Score changes" count={answer.changed.length} none="No score differs.">
      <ScoreChanges changes={answer.changed} names={names} path={path} />
    </Group>
    <Group title="Added models" count={answer.added.length} none="No model is scored on the later day only.">
      <ModelList
        models={answer.added.map((model) => ({ ...model, model_id: null, figures: scoresText(model.scores, names) }))}
        path={path}
      />
    </Group>
    <Group title="Removed models" count={answer.removed.length} none="No model is scored on the earlier day only.">
      <ModelList
        models={answer.removed.map((model) => ({ ...model, model_id: null, figures: scoresText(model.scores, names) }))}
        path={path}
      />
    </Group>
  </>
);

/** What two captured days differ in. */
export function DayComparison(props: Props<DayAnswer>) {
  const { answer } = props;
  return (
    <>
      <p className="mb-4 text-small text-fg-muted">
        {formatDay(answer.from_date)} compared with {formatDay(answer.to_date)}: {formatCount(answer.unchanged_count)} models unchanged.
      </p>
      {answer.type === "pricing" ? <Pricing {...props} answer={answer} /> : <Scores {...props} answer={answer} />}
    </>
  );
}
