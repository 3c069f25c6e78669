import { escapeMarkup } from "../basics/markup";
import { formatUptime } from "../pages/format";
import { codedDays, sentenceOf, type UptimeDay } from "../status/day-codes";
import { stripLayout, stripPaths } from "../status/strip-shapes";

const STRIP_WIDTH = 300;

/** The site's own colours of each state; the page stands on other sites and has no other style. */
const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#12181f;--muted:#454c56;--link:#2c4aa8;--ok:#00896d;--bad:#a70123;--warn:#c27c08;--warn-tint:#fff2db;--unk-tint:#eef0f3}
@media(prefers-color-scheme:dark){:root{--bg:#13171d;--fg:#eef0f3;--muted:#b5bbc2;--link:#8fb4ff;--ok:#47cba8;--bad:#eb4d4b;--warn:#f9c04c;--warn-tint:#36270e;--unk-tint:#23272b}}
body{margin:0;padding:12px;background:var(--bg);color:var(--fg);font:14px/20px system-ui,sans-serif}
h1{margin:0;font-size:15px;line-height:22px}p{margin:2px 0 8px;color:var(--muted);font-size:12.5px;line-height:18px}
a{color:var(--link)}a:focus-visible{outline:2px solid var(--link);outline-offset:2px}
svg{display:block;max-width:100%;height:auto;fill:none}.operational{stroke:var(--ok)}.down{stroke:var(--bad)}
.degraded{fill:var(--warn-tint);stroke:var(--warn)}.unknown{fill:var(--unk-tint);stroke:var(--muted)}.none{stroke:var(--muted);stroke-dasharray:2 1.5}`;

interface EmbeddedUptime {
  name: string;
  siteName: string;
  /** The provider's page on this site. */
  href: string;
  days: readonly UptimeDay[];
  daysWithData: number;
  /** Null when no day has data. */
  uptimePercent: number | null;
}

function figureOf({ uptimePercent, daysWithData, days }: EmbeddedUptime): string {
  if (uptimePercent === null) return `Unknown: none of ${days.length} days has data.`;
  return `${formatUptime(uptimePercent)} uptime over ${days.length} days, ${daysWithData} of them with data.`;
}

function drawingOf({ name, days }: EmbeddedUptime): string {
  const coded = codedDays(days);
  const layout = stripLayout(coded.codes.length, STRIP_WIDTH);
  const paths = stripPaths(coded, layout).map(
    ({ name: state, d, strokeWidth }) =>
      `<path class="${state}"${strokeWidth === undefined ? "" : ` stroke-width="${strokeWidth}"`} d="${d}"/>`,
  );
  const said = escapeMarkup(sentenceOf(`Uptime of ${name}`, coded));
  return `<svg role="img" aria-label="${said}" viewBox="0 0 ${layout.width} ${layout.height}" width="${layout.width}" height="${layout.height}">${paths.join("")}</svg>`;
}

export function embedUptime(uptime: EmbeddedUptime): string {
  const [name, site, href] = [uptime.name, uptime.siteName, uptime.href].map(escapeMarkup);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>Uptime of ${name}</title><style>${STYLE}</style></head><body><main><h1>${name}</h1><p>${escapeMarkup(figureOf(uptime))} <a href="${href}" target="_blank" rel="noopener">As ${site} has it</a></p>${drawingOf(uptime)}</main></body></html>
`;
}
