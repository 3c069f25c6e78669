import type { ReactElement, ReactNode } from "react";
import type { Box, Size } from "@/components/charts/sizes";
import { parseUrl } from "@/lib/domain/basics/parse-url";
import { formatDay } from "@/lib/domain/pages/format";
import type { PictureTheme } from "@/lib/schemas/picture";
import { DRAWING_RULES, FONT, themeRules } from "./picture-style";
import { renderMarkup } from "./render-markup";

/** What a picture says of itself beside its drawing. */
interface PictureText {
  title: string;
  /** What is drawn, in a few words. */
  subtitle: string;
  /** The drawing in one sentence, for who does not see it. */
  sentence: string;
}

/** Where the figures come from, and of which day. */
export interface PictureSource {
  siteName: string;
  /** The page of this site that has the same drawing. */
  href: string;
  day: string;
  /** Whether the figures are a demonstration's, which nobody may take for real. */
  isSample: boolean;
}

export interface Picture extends PictureText {
  source: PictureSource;
  /** `scatter` for points, whose texts are larger. */
  kind: "scatter" | "series";
  /** Null where there is too little to draw: the sentence stands in its place. */
  drawing: { draw: (size: Size) => ReactElement; box: (size: Size) => Box } | null;
  /** What stands below the drawing in an SVG of this width: its elements, and how high they are. */
  legend?: (width: number) => { rows: ReactNode; height: number };
  /** What stands below the drawing in HTML. */
  htmlLegend?: ReactNode;
}

const PADDING = 16;
const HEADER = 58;
const FOOTER = 34;
const LINE = 18;
/** Widths of a character, coarsely: readers have fonts of their own. */
const CHARACTER = { title: 8.4, text: 6.1 };

const EMPTY_BOX: Readonly<Record<Size, Box>> = { wide: { width: 520, height: 0 }, narrow: { width: 288, height: 0 } };

export function shortened(text: string, room: number, character: number): string {
  const characters = [...text];
  const most = Math.max(1, Math.floor(room / character));
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

/** Lines of a text that is as wide as the picture; a word that is longer than a line is cut. */
function linesOf(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const [last] = lines.slice(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && joined.length * CHARACTER.text <= room) lines[lines.length - 1] = joined;
    else lines.push(shortened(word, room, CHARACTER.text));
  }
  return lines;
}

const SVG_RULES = `text{font-family:${FONT};font-size:12px;fill:var(--fg-muted)}.ground{fill:var(--surface);stroke:var(--border)}.number{font-weight:600}.title{font-size:16px;font-weight:600;fill:var(--fg)}a text{fill:var(--link);text-decoration:underline}`;

function Sentence({ lines, top }: { lines: readonly string[]; top: number }) {
  return lines.map((line, place) => (
    <text key={line} x={PADDING} y={top + (place + 1) * LINE}>
      {line}
    </text>
  ));
}

/** The day of the figures, as it stands below them. */
export const dayWords = ({ day, isSample }: PictureSource): string => (isSample ? `Sample data, ${formatDay(day)}` : formatDay(day));

/** The source with its host where that has room: a link inside an image cannot be followed. */
function Footer({ source, width, top }: { source: PictureSource; width: number; top: number }) {
  const { siteName, href } = source;
  const told = dayWords(source);
  const room = width - 3 * PADDING - told.length * CHARACTER.text;
  const full = `${siteName}, ${parseUrl(href)?.host ?? ""}`;
  return (
    <>
      <a href={href} target="_blank" rel="noopener">
        <text x={PADDING} y={top}>
          {full.length * CHARACTER.text <= room ? full : shortened(siteName, room, CHARACTER.text)}
        </text>
      </a>
      <text x={width - PADDING} y={top} textAnchor="end">
        {told}
      </text>
    </>
  );
}

/** A picture as SVG that needs nothing else: no script, no font, nothing from elsewhere. */
export async function pictureSvg(picture: Picture, { theme, size }: { theme?: PictureTheme | undefined; size: Size }): Promise<string> {
  const { title, subtitle, sentence, drawing, kind } = picture;
  const box = drawing?.box(size) ?? EMPTY_BOX[size];
  const width = box.width + 2 * PADDING;
  const lines = drawing === null ? linesOf(sentence, box.width) : [];
  const below = HEADER + box.height + lines.length * LINE + (lines.length > 0 ? 8 : 0);
  const legend = drawing && picture.legend?.(box.width);
  const height = below + (legend?.height ?? 0) + FOOTER;
  const svg = (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={sentence}
      className={kind}
    >
      <title>{title}</title>
      <desc>{sentence}</desc>
      <style dangerouslySetInnerHTML={{ __html: themeRules(theme) + SVG_RULES + DRAWING_RULES }} />
      <rect className="ground" x="0.5" y="0.5" width={width - 1} height={height - 1} rx="6" />
      <text className="title" x={PADDING} y="26">
        {shortened(title, box.width, CHARACTER.title)}
      </text>
      <text x={PADDING} y="44">
        {shortened(subtitle, box.width, CHARACTER.text)}
      </text>
      <g transform={`translate(${PADDING} ${HEADER})`}>{drawing?.draw(size)}</g>
      <Sentence lines={lines} top={HEADER} />
      {legend && <g transform={`translate(${PADDING} ${below})`}>{legend.rows}</g>}
      <Footer source={picture.source} width={width} top={height - 14} />
    </svg>
  );
  return renderMarkup(svg);
}
