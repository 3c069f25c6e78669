import { escapeMarkup } from "@/lib/domain/basics/markup";
import { SECURITY_HEADERS } from "@/lib/config/page-policy.mjs";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";
import type { SentResponse } from "../answer";

interface PlainPage {
  status: number;
  title: string;
  paragraphs: readonly string[];
  link?: { href: string; label: string };
  headers?: Record<string, string>;
}

/** A page for readers, mostly a refusal, that needs neither Next, a database nor a configured name. */
export function plainPage({ status, title, paragraphs, link, headers = {} }: PlainPage): SentResponse {
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeMarkup(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem}</style></head>
<body><main><h1>${escapeMarkup(title)}</h1>
${paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`).join("\n")}
${link ? `<p><a href="${escapeMarkup(link.href)}">${escapeMarkup(link.label)}</a></p>` : ""}
</main></body></html>
`;
  return {
    status,
    headers: { ...SECURITY_HEADERS, "Content-Type": "text/html; charset=utf-8", "Cache-Control": PRIVATE, ...headers },
    body,
  };
}
