import { decodeHTML } from "entities";
import { parseFeed } from "feedsmith";
import { SourceError } from "../http/source";
import { dateOf, isRecord } from "./fields";

export interface FeedItem {
  title: string;
  /** Markup of the body, with the XML entities of the feed decoded. */
  html: string;
  categories: string[];
  at: Date | null;
}

export interface StatusFeed {
  items: FeedItem[];
  /** Date of the feed, else of its newest item. */
  writtenAt: Date | null;
}

const MAX_ITEMS = 100;
const MAX_ITEM_LENGTH = 20_000;

const asText = (value: unknown): string =>
  typeof value === "string" ? value : isRecord(value) && typeof value.value === "string" ? value.value : "";

function categoriesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry === "string") return [entry];
    if (!isRecord(entry)) return [];
    return [entry.name, entry.term, entry.label, entry.value].filter((name): name is string => typeof name === "string").slice(0, 1);
  });
}

function toItem(entry: unknown): FeedItem[] {
  if (!isRecord(entry)) return [];
  const encoded = isRecord(entry.content) ? asText(entry.content.encoded ?? entry.content) : asText(entry.content);
  const html = [asText(entry.description) || asText(entry.summary), encoded].sort((a, b) => b.length - a.length)[0] ?? "";
  const dc = isRecord(entry.dc) && Array.isArray(entry.dc.dates) ? entry.dc.dates[0] : null;
  return [
    {
      title: decodeHTML(asText(entry.title)).trim().slice(0, 500),
      html: html.slice(0, MAX_ITEM_LENGTH),
      categories: categoriesOf(entry.categories),
      at: dateOf(entry.updated) ?? dateOf(entry.pubDate) ?? dateOf(entry.published) ?? dateOf(dc),
    },
  ];
}

/** Reads RSS, Atom or RDF. Throws for anything else, so that an error page is not taken for a feed without incidents. */
export function readStatusFeed(text: string): StatusFeed {
  const parsed = parse(text);
  const feed: Record<string, unknown> = parsed.feed;
  const list = feed.items ?? feed.entries ?? [];
  const items = (Array.isArray(list) ? list : []).slice(0, MAX_ITEMS).flatMap(toItem);
  const newest = items.reduce<Date | null>(
    (latest, item) => (item.at !== null && (latest === null || item.at > latest) ? item.at : latest),
    null,
  );
  return { items, writtenAt: dateOf(feed.lastBuildDate) ?? dateOf(feed.updated) ?? dateOf(feed.pubDate) ?? newest };
}

function parse(text: string): { feed: Record<string, unknown> } {
  try {
    const result: { feed: unknown } = parseFeed(text);
    if (isRecord(result.feed) && looksComplete(text)) return { feed: result.feed };
  } catch (cause) {
    throw new SourceError("parse", "not a feed", { cause });
  }
  throw new SourceError("parse", "not a feed");
}

/** feedsmith accepts a truncated body as a feed with fewer items, so the closing tag is required. */
const looksComplete = (text: string): boolean => /<\/(?:rss|feed|rdf:RDF)\s*>/i.test(text.slice(-2_000));
