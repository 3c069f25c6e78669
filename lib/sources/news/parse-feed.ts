import { parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from "feedsmith";
import { SourceError } from "../http/source";
import { entriesOfAtom, entriesOfJson, entriesOfRdf, entriesOfRss, type FeedEntry } from "./entries-of";
import { feedRoot, type FeedFormat } from "./feed-root";

/** No real feed has more; this bounds the cost of a hostile document. */
const MAX_ENTRIES = 2000;

const readers: Readonly<Record<FeedFormat, (text: string) => FeedEntry[]>> = {
  rss: (text) => entriesOfRss(parseRssFeed(text)),
  atom: (text) => entriesOfAtom(parseAtomFeed(text)),
  rdf: (text) => entriesOfRdf(parseRdfFeed(text)),
  json: (text) => entriesOfJson(parseJsonFeed(JSON.parse(text))),
};

const WRAPPERS: Readonly<Record<Exclude<FeedFormat, "json">, { item: string; end: string }>> = {
  rss: { item: "item", end: "</channel></rss>" },
  atom: { item: "entry", end: "</feed>" },
  rdf: { item: "item", end: "</rdf:RDF>" },
};

function itemsIn(text: string, item: string): { head: string; items: string[] } {
  const opening = new RegExp(`<${item}(?=[\\s>])`, "gi");
  const close = `</${item}>`;
  const items: string[] = [];
  let head = text;
  for (let match = opening.exec(text); match && items.length < MAX_ENTRIES; match = opening.exec(text)) {
    if (items.length === 0) head = text.slice(0, match.index);
    const end = text.indexOf(close, match.index);
    if (end === -1) break;
    items.push(text.slice(match.index, end + close.length));
    opening.lastIndex = end + close.length;
  }
  return { head, items };
}

/** Parses each item alone, wrapped in the root's opening tag, so that only invalid items are lost. */
function salvage(text: string, format: FeedFormat): FeedEntry[] {
  if (format === "json") return [];
  const { item, end } = WRAPPERS[format];
  const { head, items } = itemsIn(text, item);
  const root = /^<[^>]{1,5000}>/.exec(head)?.[0] ?? "";
  const opening = format === "rss" ? `${root}<channel>` : root;
  const closing = format === "rdf" ? `</${/^<([^\s>]+)/.exec(root)?.[1] ?? "rdf:RDF"}>` : end;
  return items.flatMap((one) => {
    try {
      return readers[format](`${opening}${one}${closing}`);
    } catch {
      return [];
    }
  });
}

/** Entries of an RSS, Atom, RDF or JSON feed in document order. Throws only SourceErrors. */
export function parseFeed(document: string): FeedEntry[] {
  const { format, text } = feedRoot(document);
  let cause: unknown = null;
  let entries: FeedEntry[] = [];
  try {
    entries = readers[format](text);
  } catch (error) {
    cause = error;
  }
  if (entries.length === 0) entries = salvage(text, format);
  if (entries.length > 0) return entries.slice(0, MAX_ENTRIES);
  if (cause !== null) throw new SourceError("parse", `The ${format} document cannot be read`, { cause });
  throw new SourceError("empty", "The feed has no entries");
}
