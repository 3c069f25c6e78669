import { MakerLegend, marksOf } from "@/components/charts/scatter/maker-marks";
import { PriceScoreFigure } from "@/components/charts/scatter/price-score-figure";
import { ABILITY_AXIS, type MapModel, type ModelMap } from "@/lib/domain/models/model-map";
import { fillPath } from "@/lib/domain/pages/fill-path";
import { formatPrice } from "@/lib/domain/pages/format";

interface Props {
  map: Pick<ModelMap, "plotted" | "frontier">;
  /** What is drawn, in words: the beginning of the sentence. */
  subject: string;
  /** Declared path of a model's page. */
  modelPath: string;
}

/** The frontier by its numbers in the drawing, which names those that have room. */
const Frontier = ({ models, modelPath }: { models: readonly MapModel[]; modelPath: string }) => (
  <ol aria-label="The frontier, cheapest first" className="frontier-line">
    {models.map(({ key, providerId, id, name, price }) => (
      <li key={key}>
        <a href={fillPath(modelPath, { provider: providerId, id })}>{name}</a> {formatPrice(price)}
      </li>
    ))}
  </ol>
);

/** Price against ability at a glance: who leads, and what is cheap for what it can do. */
export function FrontierPicture({ map: { plotted, frontier }, subject, modelPath }: Props) {
  const marks = marksOf(plotted);
  return (
    <div className="frontier-picture">
      <PriceScoreFigure
        title="Price against ability"
        subject={subject}
        models={plotted}
        frontier={frontier}
        marks={marks}
        isLog
        isLow
        price="Blended price, $ per 1M tokens"
        score={ABILITY_AXIS}
      />
      <MakerLegend models={plotted} marks={marks} />
      <Frontier models={frontier} modelPath={modelPath} />
    </div>
  );
}
