import { DataTable } from "@/components/ui/data-table";
import { formatPrice, formatScore } from "@/lib/domain/pages/format";
import { markOf } from "./maker-marks";
import { ScatterFigure } from "./scatter-figure";

export interface PricedScore {
  /** Its own among all. */
  key: string;
  name: string;
  maker: string;
  makerId: string;
  /** USD per 1M tokens. */
  price: number;
  score: number;
}

interface Props {
  title: string;
  /** What is compared, and of how many models: the beginning of the sentence. */
  subject: string;
  models: readonly PricedScore[];
  /** Models that score more than everything cheaper, in order of price. */
  frontier: readonly PricedScore[];
  marks: ReadonlyMap<string, number>;
  isLog: boolean;
  /** What the axes and the columns of the table are called. */
  price: string;
  score: string;
}

const named = ({ name, price, score }: PricedScore): string => `${name} (${formatPrice(price)}, ${formatScore(score)})`;

function sentenceOf(subject: string, frontier: readonly PricedScore[]): string {
  const [cheapest, best] = [frontier[0], frontier.at(-1)];
  if (!cheapest || !best) return `${subject}: all of them are given away.`;
  if (cheapest === best) return `${subject}: none scores more than ${named(best)}, and none that scores as much costs less.`;
  return `${subject}: ${frontier.length} score more than everything cheaper, from ${named(cheapest)} to ${named(best)}.`;
}

/** Models by price and score. Those that nothing cheaper beats are marked; the table has all by price. */
export function PriceScoreFigure({ title, subject, models, frontier, marks, isLog, price, score }: Props) {
  const best = new Set(frontier);
  return (
    <ScatterFigure
      title={title}
      sentence={sentenceOf(subject, frontier)}
      points={models.map((model) => ({
        name: model.name,
        maker: model.maker,
        mark: markOf(marks, model.makerId),
        x: model.price,
        y: model.score,
        isFrontier: best.has(model),
      }))}
      isLog={isLog}
      xLabel={isLog ? `${price}, log` : price}
      yLabel={score}
      xUnit="price"
      yUnit="score"
      table={
        <DataTable
          caption={title}
          columns={[
            { label: "Model", cell: (model) => `${model.name}, ${model.maker}${best.has(model) ? ", on the frontier" : ""}` },
            { label: price, cell: (model) => formatPrice(model.price) },
            { label: score, cell: (model) => formatScore(model.score) },
          ]}
          rows={models.toSorted((a, b) => a.price - b.price || b.score - a.score)}
          keyOf={({ key }) => key}
        />
      }
    />
  );
}
