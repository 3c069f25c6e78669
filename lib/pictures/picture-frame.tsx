import { escapeMarkup } from "@/lib/domain/basics/markup";
import type { PictureTheme } from "@/lib/schemas/picture";
import { dayWords, type Picture } from "./picture";
import { DRAWING_RULES, FONT, themeRules } from "./picture-style";
import { renderMarkup } from "./render-markup";

const PAGE_RULES = `
body{margin:0;padding:12px;background:var(--surface);color:var(--fg);font:14px/20px ${FONT}}
h1{margin:0;font-size:16px;line-height:22px;overflow-wrap:anywhere}p{margin:0 0 8px;color:var(--fg-muted);font-size:12.5px;line-height:18px}
figure{margin:0}svg text{font-family:${FONT}}svg.drawing{display:block;max-width:100%;height:auto}svg.drawing.narrow{display:none}
ul{display:flex;flex-wrap:wrap;gap:4px 12px;margin:8px 0 0;padding:0;list-style:none;color:var(--fg-muted);font-size:12.5px;line-height:18px}li{display:flex;align-items:center;gap:6px}ol{display:flex;flex-wrap:wrap;gap:2px 12px;margin:8px 0 0;padding:0;list-style:none;color:var(--fg-muted);font-size:12.5px;line-height:18px}ol a{overflow-wrap:anywhere}
footer{display:flex;flex-wrap:wrap;gap:4px 12px;justify-content:space-between;margin-top:10px;color:var(--fg-muted);font-size:12.5px;line-height:18px}
a{color:var(--link)}a:focus-visible{outline:2px solid var(--link);outline-offset:2px}`;

/** Below this width the narrow drawing is read better than a wide one that is scaled down. */
const NARROW_BELOW = { scatter: 599, series: 519 };

/** A picture as a small page for frames. It reads as well on a phone, and its links can be followed. */
export async function pictureFrame(picture: Picture, { theme }: { theme?: PictureTheme | undefined }): Promise<string> {
  const { title, subtitle, sentence, source, drawing, kind, htmlLegend } = picture;
  const body = await renderMarkup(
    <main>
      <h1>{title}</h1>
      <p>{subtitle}</p>
      {drawing === null && <p>{sentence}</p>}
      {drawing && (
        <figure className={kind} role="img" aria-label={sentence}>
          {drawing.draw("wide")}
          {drawing.draw("narrow")}
        </figure>
      )}
      {drawing && htmlLegend}
      <footer>
        <a href={source.href} target="_blank" rel="noopener">
          {source.siteName}
        </a>
        <span>{dayWords(source)}</span>
      </footer>
    </main>,
  );
  const narrow = `@media(max-width:${NARROW_BELOW[kind]}px){svg.drawing.wide{display:none}svg.drawing.narrow{display:block}}`;
  const style = `${themeRules(theme)}${PAGE_RULES}${DRAWING_RULES}${narrow}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title><style>${style}</style></head><body>${body}</body></html>
`;
}
