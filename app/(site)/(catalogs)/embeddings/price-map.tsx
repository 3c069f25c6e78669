import { MakerLegend, markOf, marksOf } from "@/components/charts/scatter/maker-marks";
import { ScatterFigure } from "@/components/charts/scatter/scatter-figure";
import { Empty } from "@/components/ui/states";
import { priceFrontier } from "@/lib/domain/models/price-frontier";
import { formatCount, formatPrice, formatScore } from "@/lib/domain/pages/format";

export interface ScoredEmbedding {
  id: string;
  name: string;
  maker: string;
  makerId: string;
  price: number;
  score: number;
}

interface Props {
  /** Those that fit the filters and have both figures. */
  models: readonly ScoredEmbedding[];
  /** How many fit the filters. */
  total: number;
  /** The task set of the mean. */
  variant: string;
}

function sentenceOf(models: readonly ScoredEmbedding[], frontier: readonly ScoredEmbedding[], total: number, variant: string): string {
  const [cheapest, best] = [frontier[0], frontier.at(-1)];
  const count = `Price per 1M tokens against MTEB mean (${variant}), ${formatCount(models.length)} of ${formatCount(total)} models that have both`;
  if (!cheapest || !best) return `${count}.`;
  const named = ({ name, price, score }: ScoredEmbedding): string => `${name} (${formatPrice(price)}, ${formatScore(score)})`;
  if (cheapest === best) return `${count}: none scores more than ${named(best)}.`;
  return `${count}: ${frontier.length} score more than everything cheaper, from ${named(cheapest)} to ${named(best)}.`;
}

/** What a better embedding costs. */
export function PriceMap({ models, total, variant }: Props) {
  if (models.length === 0) return <Empty>None of these models has both a price and a mean over this task set.</Empty>;
  const frontier = priceFrontier(models);
  const best = new Set(frontier);
  const marks = marksOf(models);
  return (
    <>
      <ScatterFigure
        title="Price against MTEB mean"
        sentence={sentenceOf(models, frontier, total, variant)}
        points={models.map((model) => ({
          name: model.name,
          maker: model.maker,
          mark: markOf(marks, model.makerId),
          x: model.price,
          y: model.score,
          isFrontier: best.has(model),
        }))}
        isLog
        xLabel="$ per 1M tokens, log"
        yLabel={`MTEB mean, ${variant}`}
        xUnit="price"
        yUnit="score"
        table={
          <table>
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col">Price</th>
                <th scope="col">MTEB mean</th>
              </tr>
            </thead>
            <tbody>
              {models
                .toSorted((a, b) => a.price - b.price || b.score - a.score)
                .map((model) => (
                  <tr key={model.id}>
                    <th scope="row">{`${model.name}, ${model.maker}${best.has(model) ? ", on the frontier" : ""}`}</th>
                    <td>{formatPrice(model.price)}</td>
                    <td>{formatScore(model.score)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        }
      />
      <MakerLegend models={models} marks={marks} />
    </>
  );
}
