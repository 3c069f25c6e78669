import { DataTable } from "@/components/ui/data-table";
import { formatPrice, formatScore } from "@/lib/domain/pages/format";
import { ChartFigure } from "../chart-figure";
import { frontierSentence, priceScoreScale, type PricedScores } from "./price-score";
import { ScatterDrawing } from "./scatter-drawing";
import { ScatterReader } from "./scatter-reader";

interface Props extends PricedScores {
  title: string;
  /** What is compared, and of how many models: the beginning of the sentence. */
  subject: string;
}

/** Price against quality, drawn by the server. Pointer and arrow keys read it; a table has the same figures, by price. */
export function PriceScoreFigure({ title, subject, ...compared }: Props) {
  const { models, frontier, price, score } = compared;
  const best = new Set(frontier);
  const scale = priceScoreScale(compared);
  return (
    <ChartFigure
      sentence={frontierSentence(subject, frontier)}
      kind="scatter"
      listed="models"
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
    >
      <ScatterReader scale={scale} label={title}>
        <ScatterDrawing scale={scale} size="wide" />
        <ScatterDrawing scale={scale} size="narrow" />
      </ScatterReader>
    </ChartFigure>
  );
}
