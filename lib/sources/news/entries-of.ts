import type { parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from "feedsmith";
import { escapeUnknownTags, htmlOfText } from "./markup";

/** An item in the feed's own form: texts are HTML, dates may have any format. */
export interface FeedEntry {
  guid: string | null;
  link: string | null;
  /** Bases of a relative link, the outermost first: each is relative to the one before it. */
  bases: string[];
  title: string;
  body: string;
  /** Dates of publication, the best first; later ones serve where an earlier one cannot be read. */
  dates: string[];
}

type Rss = ReturnType<typeof parseRssFeed<string>>;
type Rdf = ReturnType<typeof parseRdfFeed<string>>;
type Atom = ReturnType<typeof parseAtomFeed<string>>;
type Json = ReturnType<typeof parseJsonFeed<string>>;
type AtomLinks = NonNullable<Atom["entries"]>[number]["links"];

const firstFilled = (...values: readonly (string | null | undefined)[]): string | null =>
  values.find((value) => typeof value === "string" && value.trim() !== "") ?? null;

const filled = (...values: readonly (string | null | undefined)[]): string[] =>
  values.filter((value): value is string => typeof value === "string" && value.trim() !== "");

interface AtomText {
  value?: string;
  type?: string;
}

/** Atom's text is markup only where its type says so. */
const htmlOfAtom = (text: AtomText | undefined): string | undefined =>
  text?.value !== undefined && !/html/i.test(text.type ?? "text") ? htmlOfText(text.value) : text?.value;

const titleOfRss = (...values: readonly (string | undefined)[]): string => escapeUnknownTags(firstFilled(...values) ?? "");

/** URL of the article page, preferring text types; `edit` and `enclosure` links are never pages. */
function pageLink(links: AtomLinks): string | null {
  const pages = (links ?? []).filter((link) => link.rel === undefined || link.rel === "alternate");
  const readable = pages.find((link) => link.type === undefined || /^text\/|xhtml/.test(link.type));
  return firstFilled(readable?.href, pages[0]?.href, links?.find((link) => link.rel === "related")?.href);
}

const isAddress = (text: string | undefined): boolean => /^https?:\/\//i.test(text?.trim() ?? "");

export function entriesOfRss(feed: Rss): FeedEntry[] {
  return (feed.items ?? []).map((item) => ({
    guid: firstFilled(item.guid?.value),
    link: firstFilled(
      item.link,
      pageLink(item.atom?.links),
      item.guid?.isPermaLink !== false && isAddress(item.guid?.value) ? item.guid?.value : null,
      item.enclosures?.[0]?.url,
    ),
    bases: filled(feed.xml?.base ?? feed.link, item.xml?.base),
    title: titleOfRss(item.title, item.dc?.titles?.[0], item.media?.title?.value),
    body: firstFilled(item.description, item.content?.encoded, item.atom?.summary?.value, item.dc?.descriptions?.[0]) ?? "",
    dates: filled(item.pubDate, item.dc?.dates?.[0], item.dcterms?.created?.[0], item.atom?.published, item.atom?.updated),
  }));
}

export function entriesOfRdf(feed: Rdf): FeedEntry[] {
  return (feed.items ?? []).map((item) => ({
    guid: firstFilled(item.rdf?.about),
    link: firstFilled(item.link, isAddress(item.rdf?.about) ? item.rdf?.about : null),
    bases: filled(feed.xml?.base ?? feed.link, item.xml?.base),
    title: titleOfRss(item.title, item.dc?.titles?.[0]),
    body: firstFilled(item.description, item.content?.encoded, item.dc?.descriptions?.[0]) ?? "",
    dates: filled(item.dc?.dates?.[0], item.dcterms?.created?.[0], item.atom?.published),
  }));
}

export function entriesOfAtom(feed: Atom): FeedEntry[] {
  return (feed.entries ?? []).map((entry) => ({
    guid: firstFilled(entry.id),
    link: firstFilled(pageLink(entry.links), entry.content?.src, isAddress(entry.id) ? entry.id : null),
    bases: filled(feed.xml?.base ?? pageLink(feed.links), entry.xml?.base),
    title: firstFilled(htmlOfAtom(entry.title), entry.media?.title?.value) ?? "",
    body: firstFilled(htmlOfAtom(entry.summary), htmlOfAtom(entry.content), entry.media?.description?.value) ?? "",
    dates: filled(entry.published, entry.updated, entry.dc?.dates?.[0]),
  }));
}

export function entriesOfJson(feed: Json): FeedEntry[] {
  return (feed.items ?? []).map((item) => ({
    guid: firstFilled(item.id),
    link: firstFilled(item.url, item.external_url, isAddress(item.id) ? item.id : null),
    bases: filled(firstFilled(feed.home_page_url, feed.feed_url)),
    title: htmlOfText(item.title ?? ""),
    body: firstFilled(htmlOfText(item.summary ?? ""), htmlOfText(item.content_text ?? ""), item.content_html) ?? "",
    dates: filled(item.date_published, item.date_modified),
  }));
}
