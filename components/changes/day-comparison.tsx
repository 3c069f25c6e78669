import type { z } from "zod";
import { formatCount, formatDay, formatScore } from "@/lib/domain/pages/format";
import type { BenchmarksComparison, DayComparison as DayComparisonShape, PricingComparison } from "@/lib/schemas/history/day-comparison";
import { changedModels, ChangeTable, Folded, Group, ModelList, ModelName, PriceChanges, pricesText } from "./change-groups";

export type DayAnswer = z.output<typeof DayComparisonShape>;
type Benchmarks = z.output<typeof BenchmarksComparison>;

/** Names of benchmarks by their id. */
type Names = Readonly<Record<string, string>>;

const shownScore = (score: number | null): string => (score === null ? "not reported" : formatScore(score));

/** `+2.6 points`, with a real minus sign. */
const points = (delta: number): string => `${delta < 0 ? "\u2212" : "+"}${Math.abs(delta).toFixed(1)} points`;

function ScoreChanges({ changes, names, path }: { changes: Benchmarks["changed"]; names: Names; path: string }) {
  return (
    <Folded rows={changes}>
      {(shown) => (
        <ChangeTable label="Table of score changes" what="Score">
          {shown.map(({ model, provider, benchmark, from, to, delta_pp: delta }) => (
            <tr key={`${provider} ${model} ${benchmark}`}>
              <th scope="row">
                <ModelName model={model} provider={provider} modelId={null} path={path} />
              </th>
              <td>
                {shownScore(from)} to {shownScore(to)}
                <small>{names[benchmark] ?? benchmark}</small>
              </td>
              <td>{delta === null ? (from === null ? "came" : "went") : points(delta)}</td>
            </tr>
          ))}
        </ChangeTable>
      )}
    </Folded>
  );
}

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
