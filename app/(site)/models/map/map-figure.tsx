import { PriceScoreFigure } from "@/components/charts/scatter/price-score-figure";
import { IntentLink } from "@/components/ui/intent-link";
import type { ModelMap } from "@/lib/domain/models/model-map";
import { formatPrice, formatScore } from "@/lib/domain/pages/format";
import { fillPath } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { modelPage } from "@/lib/pages/model";
import type { modelMapPage } from "@/lib/pages/model-map";
import { PRICE_WORDS, type Measure } from "./words";

interface Props {
  map: ModelMap;
  marks: ReadonlyMap<string, number>;
  values: ValuesOf<typeof modelMapPage>;
  measure: Measure;
}

export function MapFigure({ map: { plotted, frontier }, marks, values, measure }: Props) {
  const price = values.x === "blended" ? `${PRICE_WORDS.blended} ${values.mix}:${100 - values.mix}` : PRICE_WORDS[values.x];
  return (
    <PriceScoreFigure
      title={`Price against ${measure.name}`}
      subject={`${price} per 1M tokens against ${measure.name}, ${plotted.length} ${plotted.length === 1 ? "model" : "models"}`}
      models={plotted}
      frontier={frontier}
      marks={marks}
      isLog={values.scale === "log"}
      price={`${price}, $ per 1M tokens`}
      score={measure.axis}
    />
  );
}

/** The frontier in order of price, to be read and followed without the drawing. */
export function FrontierList({ map: { frontier, plotted } }: Pick<Props, "map">) {
  if (frontier.length === 0) return null;
  return (
    <section aria-labelledby="frontier">
      <h3 id="frontier" className="text-h3">
        The frontier, cheapest first
      </h3>
      <p className="mt-1 text-small text-fg-muted">
        Each scores more than every model that costs less.{" "}
        {plotted.some(({ price }) => price === 0) && "What is given away stands left of the axis break and is not part of it."}
      </p>
      <ol className="frontier-list">
        {frontier.map((model) => (
          <li key={model.key}>
            <IntentLink href={fillPath(modelPage.path, { provider: model.providerId, id: model.id })}>{model.name}</IntentLink>
            <small>{`${model.maker}: ${formatPrice(model.price)}, score ${formatScore(model.score)}`}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
