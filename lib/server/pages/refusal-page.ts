import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerResponse } from "node:http";
import { env } from "@/lib/config/env";
import { contentSecurity, SECURITY_HEADERS } from "@/lib/config/page-policy.mjs";
import { THEME_HASH } from "@/lib/config/script-hash";
import { escapeMarkup } from "@/lib/domain/basics/markup";
import { THEME_SCRIPT } from "@/lib/domain/pages/theme-script";
import { RENDER_LIMIT } from "@/lib/http/limits/limits";
import type { RenderRefusal } from "./render-limit";

const TOKENS = readFileSync(join(import.meta.dirname, "../../../app/tokens.css"), "utf8").replace(/\/\*.*?\*\//g, "");

const STYLE = `${TOKENS}
body{margin:0;background:var(--bg);color:var(--fg);font:.875rem/1.25rem system-ui,sans-serif}
header{padding:1rem;border-bottom:1px solid var(--border);background:var(--surface);font-weight:600}
header a{color:inherit;text-decoration:none}
main{max-width:68ch;margin:0 auto;padding:3rem 1rem}
h1{font-size:1.5rem;line-height:2rem;margin:0}
p{color:var(--fg-muted)}
main a{color:var(--link)}`;

const WORDS: Record<RenderRefusal["status"], { title: string; cause: string }> = {
  429: {
    title: "Too many pages at once",
    cause: `More than ${RENDER_LIMIT.calls} pages were made for your address within ${RENDER_LIMIT.windowSeconds} seconds.`,
  },
  503: { title: "The service is busy", cause: "More pages are being asked for than can be made at once." },
};

function pageOf({ status, retryAfterSeconds }: RenderRefusal): string {
  const { title, cause } = WORDS[status];
  const name = escapeMarkup(env().SITE_NAME);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · ${name}</title><style>${STYLE}</style><script>${THEME_SCRIPT}</script></head><body><header><a href="/">${name}</a></header><main><h1>${title}</h1><p role="alert">${cause} Try again in ${retryAfterSeconds} seconds.</p><p>Answers of the API have a limit of their own: see the <a href="/api/meta">API catalog</a>.</p></main></body></html>`;
}

/** A small page of its own, because rendering one of Next's is what is being limited. */
export function sendRefusal(response: ServerResponse, refusal: RenderRefusal): void {
  const body = Buffer.from(pageOf(refusal));
  response.writeHead(refusal.status, {
    ...SECURITY_HEADERS,
    "Content-Security-Policy": contentSecurity([THEME_HASH]),
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": body.byteLength,
    "Cache-Control": "no-store",
    "Retry-After": String(refusal.retryAfterSeconds),
  });
  response.end(body);
}
