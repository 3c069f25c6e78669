import { escapeMarkup } from "../basics/markup";

/** Grounds and texts of the site's states, in both themes. A picture cannot read the site's tokens. */
const TONES = {
  ok: { light: ["#e0f8f0", "#005e4a"], dark: ["#0e2e26", "#61dab8"] },
  warn: { light: ["#fff2db", "#7c4900"], dark: ["#36270e", "#f9c965"] },
  bad: { light: ["#ffeeee", "#a30624"], dark: ["#401a1a", "#fa9390"] },
  unknown: { light: ["#eef0f3", "#535960"], dark: ["#23272b", "#acb2b9"] },
  plain: { light: ["#ffffff", "#12181f"], dark: ["#13171d", "#eef0f3"] },
} as const;

export type Tone = keyof typeof TONES;

const LABEL = { light: ["#f2f5f7", "#454c56"], dark: ["#1b2026", "#b5bbc2"] } as const;
const EDGE = { light: "#7e858e", dark: "#6e757f" };

const HEIGHT = 20;
const PADDING = 7;
const LONGEST = 48;

/** Widths in Verdana of 11 px, coarsely. `textLength` then fits the text to them in whatever font a reader has. */
const NARROW = /[ .,:;'|!()[\]ijlIftr-]/;
const WIDE = /[MWmw@%]/;
const widthOf = (character: string): number => {
  if (NARROW.test(character)) return 4.4;
  if (WIDE.test(character)) return 10.2;
  return character < "\u0250" ? 7 : 11;
};

const textWidth = (text: string): number => Math.ceil([...text].reduce((sum, character) => sum + widthOf(character), 0));

const shortened = (text: string): string => ([...text].length > LONGEST ? `${[...text].slice(0, LONGEST - 1).join("")}…` : text);

const stylesOf = (theme: "light" | "dark", tone: Tone): string => {
  const [ground, text] = TONES[tone][theme];
  return `.a{fill:${LABEL[theme][0]}}.b{fill:${ground}}.c{fill:${LABEL[theme][1]}}.d{fill:${text}}.e{stroke:${EDGE[theme]}}`;
};

export interface Badge {
  label: string;
  value: string;
  tone: Tone;
}

/** The badge's text for readers who do not see it. */
export const badgeText = ({ label, value }: Pick<Badge, "label" | "value">): string => `${label}: ${value}`;

/** A picture of about 1 KB in SVG that follows the reader's light or dark theme. */
export function drawBadge({ label, value, tone }: Badge): string {
  const [left, right] = [shortened(label), shortened(value)];
  const [leftWidth, rightWidth] = [textWidth(left), textWidth(right)];
  const split = leftWidth + 2 * PADDING;
  const width = split + rightWidth + 2 * PADDING;
  const said = escapeMarkup(badgeText({ label, value }));
  const text = (kind: string, x: number, length: number, words: string) =>
    `<text class="${kind}" x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${said}">`,
    `<title>${said}</title>`,
    `<style>text{font:11px Verdana,DejaVu Sans,sans-serif}.e{fill:none}${stylesOf("light", tone)}@media(prefers-color-scheme:dark){${stylesOf("dark", tone)}}</style>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect class="a" width="${split}" height="${HEIGHT}"/><rect class="b" x="${split}" width="${width - split}" height="${HEIGHT}"/></g>`,
    `<rect class="e" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="3.5"/>`,
    text("c", PADDING, leftWidth, left),
    text("d", split + PADDING, rightWidth, right),
    "</svg>",
  ].join("");
}
