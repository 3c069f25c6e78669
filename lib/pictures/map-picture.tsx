import type { ReactNode } from "react";
import { MakerLegend, makersOf, markOf, marksOf, MarkShape } from "@/components/charts/scatter/maker-marks";
import { OTHER } from "@/components/charts/marks";
import { frontierSentence, priceScoreScale } from "@/components/charts/scatter/price-score";
import { ScatterDrawing } from "@/components/charts/scatter/scatter-drawing";
import { boxOf } from "@/components/charts/scatter/scatter-scale";
import { changePages } from "@/lib/domain/history/changes/change-pages";
import { ABILITY_AXIS, type MapModel, type ModelMap } from "@/lib/domain/models/model-map";
import { formatPrice, plural } from "@/lib/domain/pages/format";
import { shortened, type Picture, type PictureSource } from "./picture";

const SIGN = 18;
const CHARACTER = 6.4;
const GAP = 14;
const ROW = 18;
const BETWEEN = 8;

interface Entry {
  key: string;
  sign: ReactNode;
  text: string;
}

function makerEntries(models: readonly MapModel[], marks: ReadonlyMap<string, number>): Entry[] {
  const makers = makersOf(models);
  const others = makers.length - marks.size;
  const own = makers.filter(({ id }) => marks.has(id)).map(({ id, name }) => ({ key: id, mark: markOf(marks, id), text: name }));
  const all = others > 0 ? [...own, { key: "", mark: OTHER, text: plural(others, "other") }] : own;
  return all.map(({ key, mark, text }) => ({ key, text, sign: <MarkShape mark={mark} /> }));
}

/** The frontier by its numbers in the drawing, which names those that have room. */
const frontierEntries = (frontier: readonly MapModel[]): Entry[] =>
  frontier.map(({ key, name, price }, place) => ({
    key,
    text: `${name} ${formatPrice(price)}`,
    sign: (
      <text className="number" x="13" y="10" textAnchor="end">
        {place + 1}
      </text>
    ),
  }));

/** Entries one after the other, in as many rows as the width asks for. */
function EntryRows({ entries, width, top }: { entries: readonly Entry[]; width: number; top: number }) {
  return placedEntries(entries, width).placed.map(({ key, sign, text, x, y }) => (
    <g key={key} transform={`translate(${Math.round(x)} ${top + y})`}>
      {sign}
      <text x={SIGN} y="10">
        {shortened(text, width - SIGN, CHARACTER)}
      </text>
    </g>
  ));
}

function placedEntries(entries: readonly Entry[], width: number) {
  let [x, row] = [0, 0];
  const placed = entries.map((entry) => {
    const own = SIGN + entry.text.length * CHARACTER;
    if (x > 0 && x + own > width) [x, row] = [0, row + 1];
    const place = { ...entry, x, y: row * ROW };
    x += own + GAP;
    return place;
  });
  return { placed, height: (row + 1) * ROW };
}

function svgLegend(makers: readonly Entry[], best: readonly Entry[], width: number) {
  const first = placedEntries(makers, width).height + BETWEEN;
  const height = first + (best.length > 0 ? placedEntries(best, width).height : 0);
  const rows = (
    <>
      <EntryRows entries={makers} width={width} top={BETWEEN / 2} />
      <EntryRows entries={best} width={width} top={first + BETWEEN / 2} />
    </>
  );
  return { rows, height: height + BETWEEN };
}

const HtmlLegend = ({ plotted, frontier, marks, baseUrl }: Drawn & { marks: ReadonlyMap<string, number>; baseUrl: string }) => (
  <>
    <MakerLegend models={plotted} marks={marks} />
    <ol aria-label="The frontier, cheapest first">
      {frontier.map(({ key, name, price, providerId, id }, place) => (
        <li key={key}>
          <span>{place + 1}</span>
          <a href={`${baseUrl}${changePages.model(providerId, id)}`} target="_blank" rel="noopener">
            {name}
          </a>
          <span>{formatPrice(price)}</span>
        </li>
      ))}
    </ol>
  </>
);

type Drawn = Pick<ModelMap, "plotted" | "frontier">;

/** Price against ability, as the page of the map draws it at first. */
export function mapPicture({ plotted, frontier }: Drawn, source: PictureSource, baseUrl: string): Picture {
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
  const [makers, best] = [makerEntries(plotted, marks), frontierEntries(frontier)];
  return {
    ...text,
    subtitle: `${plural(plotted.length, "model")}, the best at each price joined`,
    sentence: frontierSentence(`Blended price per 1M tokens against ability, ${plural(plotted.length, "model")}`, frontier),
    drawing: { draw: (size) => <ScatterDrawing scale={scale} size={size} />, box: (size) => boxOf(scale, size) },
    legend: (width) => svgLegend(makers, best, width),
    htmlLegend: <HtmlLegend plotted={plotted} frontier={frontier} marks={marks} baseUrl={baseUrl} />,
  };
}
