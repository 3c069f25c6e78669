import type { PictureTheme } from "@/lib/schemas/picture";

/** Colours of `app/tokens.css`, which a picture cannot read: light and dark. A test compares them. */
export const PICTURE_COLORS = {
  surface: ["#ffffff", "#13171d"],
  border: ["#dbdee3", "#2a3037"],
  "border-strong": ["#7e858e", "#6e757f"],
  fg: ["#12181f", "#eef0f3"],
  "fg-muted": ["#454c56", "#b5bbc2"],
  accent: ["#2154ba", "#6da5f8"],
  link: ["#1d4fb0", "#80b7ff"],
  "chart-1": ["#3546a6", "#728af1"],
  "chart-2": ["#af7702", "#c55f00"],
  "chart-3": ["#5c9984", "#8eefc0"],
  "chart-4": ["#790031", "#977486"],
  "chart-5": ["#404315", "#cabe2c"],
  "chart-6": ["#937fda", "#d4d3fa"],
  "chart-7": ["#dd4115", "#fa676e"],
  "chart-8": ["#0086af", "#45c2e7"],
} as const;

/** Rules of `components/charts/charts.css` that drawings need where nothing is interactive. A test compares them. */
export const DRAWING_RULES = `
.drawing .line{fill:none;stroke-width:2;stroke-linecap:round}
.drawing .frame path{fill:none;stroke:var(--border)}
.drawing .frame .name{fill:var(--fg);font-weight:500;paint-order:stroke;stroke:var(--surface);stroke-width:3px;stroke-linejoin:round}
.drawing .frame .less{fill:var(--fg-muted);font-weight:400}
.drawing .frame .break{stroke:var(--border-strong)}
.drawing .frontier{fill:none;stroke:var(--accent);stroke-width:2}
.drawing :is(.best,.own){stroke:var(--surface)}
.drawing .other{fill-opacity:0.45}
.drawing .frame text{fill:var(--fg-muted);font-size:11px}
.scatter .drawing .frame text{font-size:12px}
.drawing .frame .end{fill:var(--fg);font-size:12px}
.drawing.narrow .between{display:none}`;

const PLACE_OF: Readonly<Record<PictureTheme, 0 | 1>> = { light: 0, dark: 1 };

const variablesOf = (theme: PictureTheme): string =>
  Object.entries(PICTURE_COLORS)
    .map(([name, values]) => `--${name}:${values[PLACE_OF[theme]]}`)
    .join(";");

/** Without a theme that is asked for, the reader's own decides. */
export function themeRules(theme: PictureTheme | undefined): string {
  const only = (one: PictureTheme): string => `:root{color-scheme:${one};${variablesOf(one)}}`;
  if (theme !== undefined) return only(theme);
  return `:root{color-scheme:light dark;${variablesOf("light")}}@media(prefers-color-scheme:dark){:root{${variablesOf("dark")}}}`;
}

export const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
