import { decodeHTML } from "entities";
import { isRecord } from "./fields";
import { parseUrl } from "@/lib/domain/basics/parse-url";

const SCRIPT = /<script\b[^<>]*\btype=["']application\/json["'][^<>]*>/gi;
const FEED_LINK = /<link\b[^<>]*\btype=["']application\/(?:rss|atom)\+xml["'][^<>]*>/gi;
/** Characters of a page that are searched for a feed link; its head is shorter. */
const HEAD_LENGTH = 200_000;
const MAX_DEPTH = 8;

function* recordsIn(value: unknown, depth = 0): Generator<unknown> {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return;
  if (isRecord(value)) yield value;
  for (const child of Object.values(value)) yield* recordsIn(child, depth + 1);
}

export function embeddedRecords(html: string): unknown[] {
  const records: unknown[] = [];
  for (const match of html.matchAll(SCRIPT)) {
    const start = match.index + match[0].length;
    const end = html.indexOf("</script", start);
    if (end < 0) break;
    try {
      records.push(...recordsIn(JSON.parse(html.slice(start, end))));
    } catch {
      continue;
    }
  }
  return records;
}

/** The feed that the page links to in its head. Feeds on other hosts are ignored. */
export function announcedFeed(html: string, pageUrl: string): string | null {
  for (const [link] of html.slice(0, HEAD_LENGTH).matchAll(FEED_LINK)) {
    const href = /\bhref=["']([^"']+)["']/i.exec(link)?.[1];
    const url = href ? parseUrl(decodeHTML(href), pageUrl) : null;
    if (url?.protocol === "https:" && url.host === new URL(pageUrl).host) return url.href;
  }
  return null;
}
