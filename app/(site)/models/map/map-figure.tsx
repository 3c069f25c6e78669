import { ScatterFigure } from "@/components/charts/scatter/scatter-figure";
import { IntentLink } from "@/components/ui/intent-link";
import type { MapModel, ModelMap } from "@/lib/domain/models/model-map";
import { formatPrice, formatScore } from "@/lib/domain/pages/format";
import { fillPath } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { modelPage } from "@/lib/pages/model";
import type { modelMapPage } from "@/lib/pages/model-map";
import { markOf } from "@/components/charts/scatter/maker-marks";
import { PRICE_WORDS, type Measure } from "./words";

interface Props {
  map: ModelMap;
  marks: ReadonlyMap<string, number>;
  values: ValuesOf<typeof modelMapPage>;
  measure: Measure;
}

const priced = ({ name, price, score }: MapModel): string => `${name} (${formatPrice(price)}, ${formatScore(score)})`;

function sentenceOf({ plotted, frontier }: ModelMap, { name }: Measure, price: string): string {
  const [cheapest, best] = [frontier[0], frontier.at(-1)];
  const count = `${price} per 1M tokens against ${name}, ${plotted.length} ${plotted.length === 1 ? "model" : "models"}`;
  if (!cheapest || !best) return `${count}: all of them are given away.`;
  if (cheapest === best) return `${count}: none scores more than ${priced(best)}, and none that scores as much costs less.`;
  return `${count}: ${frontier.length} score more than everything cheaper, from ${priced(cheapest)} to ${priced(best)}.`;
}

function MapTable({ map: { plotted, frontier }, price, measure }: { map: ModelMap; price: string; measure: Measure }) {
  const best = new Set(frontier);
  const inOrder = plotted.toSorted((a, b) => a.price - b.price || b.score - a.score);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">{price}</th>
          <th scope="col">{measure.axis}</th>
        </tr>
      </thead>
      <tbody>
        {inOrder.map((model) => (
          <tr key={`${model.providerId}/${model.id}`}>
            <th scope="row">{`${model.name}, ${model.maker}${best.has(model) ? ", on the frontier" : ""}`}</th>
            <td>{formatPrice(model.price)}</td>
            <td>{formatScore(model.score)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function MapFigure({ map, marks, values, measure }: Props) {
  const best = new Set(map.frontier);
  const price = PRICE_WORDS[values.x];
  const isLog = values.scale === "log";
  const mix = values.x === "blended" ? ` ${values.mix}:${100 - values.mix}` : "";
  return (
    <ScatterFigure
      title={`Price against ${measure.name}`}
      sentence={sentenceOf(map, measure, `${price}${mix}`)}
      points={map.plotted.map((model) => ({
        name: model.name,
        maker: model.maker,
        mark: markOf(marks, model.makerId),
        x: model.price,
        y: model.score,
        isFrontier: best.has(model),
      }))}
      isLog={isLog}
      xLabel={`${price}${mix}, $ per 1M tokens${isLog ? ", log" : ""}`}
      yLabel={measure.axis}
      xUnit="price"
      yUnit="score"
      table={<MapTable map={map} price={`${price}${mix}`} measure={measure} />}
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
          <li key={`${model.providerId}/${model.id}`}>
            <IntentLink href={fillPath(modelPage.path, { provider: model.providerId, id: model.id })}>{model.name}</IntentLink>
            <small>{`${model.maker}: ${formatPrice(model.price)}, score ${formatScore(model.score)}`}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
