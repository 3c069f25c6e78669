import { MakerLegend, makersOf, markOf, marksOf, MarkShape } from "@/components/charts/scatter/maker-marks";
import { OTHER } from "@/components/charts/marks";
import { frontierSentence, priceScoreScale } from "@/components/charts/scatter/price-score";
import { ScatterDrawing } from "@/components/charts/scatter/scatter-drawing";
import { SIZES } from "@/components/charts/scatter/scatter-scale";
import { ABILITY_AXIS, type MapModel, type ModelMap } from "@/lib/domain/models/model-map";
import { plural } from "@/lib/domain/pages/format";
import type { Picture, PictureSource } from "./picture";

const SIGN = 18;
const CHARACTER = 6.4;
const GAP = 14;
const ROW = 18;

interface LegendEntry {
  mark: number;
  name: string;
}

function legendOf(models: readonly MapModel[], marks: ReadonlyMap<string, number>): LegendEntry[] {
  const makers = makersOf(models);
  const others = makers.length - marks.size;
  const own = makers.filter(({ id }) => marks.has(id)).map(({ id, name }) => ({ mark: markOf(marks, id), name }));
  return others > 0 ? [...own, { mark: OTHER, name: plural(others, "other") }] : own;
}

/** Entries one after the other, in as many rows as the width asks for. */
function placedEntries(entries: readonly LegendEntry[], width: number) {
  let [x, row] = [0, 0];
  const placed = entries.map((entry) => {
    const own = SIGN + entry.name.length * CHARACTER;
    if (x > 0 && x + own > width) [x, row] = [0, row + 1];
    const place = { ...entry, x, y: row * ROW };
    x += own + GAP;
    return place;
  });
  return { placed, height: (row + 1) * ROW };
}

function svgLegend(entries: readonly LegendEntry[], width: number) {
  const { placed, height } = placedEntries(entries, width);
  const rows = placed.map(({ mark, name, x, y }) => (
    <g key={name} transform={`translate(${Math.round(x)} ${y})`}>
      <MarkShape mark={mark} />
      <text x={SIGN} y="10">
        {name}
      </text>
    </g>
  ));
  return { rows, height: height + 4 };
}

/** Price against ability, as the page of the map draws it at first. */
export function mapPicture({ plotted, frontier }: Pick<ModelMap, "plotted" | "frontier">, source: PictureSource): Picture {
  const text = { title: "Price against ability", source, kind: "scatter" as const };
  if (plotted.length === 0) {
    const sentence = "No model has both a price and a published score yet.";
    return { ...text, subtitle: "", sentence, drawing: null };
  }
  const marks = marksOf(plotted);
  const scale = priceScoreScale({
    models: plotted,
    frontier,
    marks,
    isLog: true,
    price: "Blended price, $ per 1M tokens",
    score: ABILITY_AXIS,
  });
  const entries = legendOf(plotted, marks);
  return {
    ...text,
    subtitle: `${plural(plotted.length, "model")}; the line joins those that nothing cheaper beats`,
    sentence: frontierSentence(`Blended price per 1M tokens against ability, ${plural(plotted.length, "model")}`, frontier),
    drawing: { draw: (size) => <ScatterDrawing scale={scale} size={size} />, box: (size) => SIZES[size] },
    legend: (width) => svgLegend(entries, width),
    htmlLegend: <MakerLegend models={plotted} marks={marks} />,
  };
}
