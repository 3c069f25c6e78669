import type { parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from "feedsmith";

/** One item as the feed wrote it: texts may be HTML, dates may have any format. */
export interface FeedEntry {
  guid: string | null;
  link: string | null;
  base: string | null;
  title: string;
  body: string;
  date: string | null;
}

type Rss = ReturnType<typeof parseRssFeed<string>>;
type Rdf = ReturnType<typeof parseRdfFeed<string>>;
type Atom = ReturnType<typeof parseAtomFeed<string>>;
type Json = ReturnType<typeof parseJsonFeed<string>>;
type AtomLinks = NonNullable<Atom["entries"]>[number]["links"];

const firstFilled = (...values: readonly (string | null | undefined)[]): string | null =>
  values.find((value) => typeof value === "string" && value.trim() !== "") ?? null;

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
      isAddress(item.guid?.value) ? item.guid?.value : null,
      item.enclosures?.[0]?.url,
    ),
    base: firstFilled(item.xml?.base, feed.xml?.base, feed.link),
    title: firstFilled(item.title, item.dc?.titles?.[0], item.media?.title?.value) ?? "",
    body: firstFilled(item.description, item.content?.encoded, item.atom?.summary?.value, item.dc?.descriptions?.[0]) ?? "",
    date: firstFilled(item.pubDate, item.dc?.dates?.[0], item.dcterms?.created?.[0], item.atom?.published, item.atom?.updated),
  }));
}

export function entriesOfRdf(feed: Rdf): FeedEntry[] {
  return (feed.items ?? []).map((item) => ({
    guid: firstFilled(item.rdf?.about),
    link: firstFilled(item.link, isAddress(item.rdf?.about) ? item.rdf?.about : null),
    base: firstFilled(item.xml?.base, feed.xml?.base, feed.link),
    title: firstFilled(item.title, item.dc?.titles?.[0]) ?? "",
    body: firstFilled(item.description, item.content?.encoded, item.dc?.descriptions?.[0]) ?? "",
    date: firstFilled(item.dc?.dates?.[0], item.dcterms?.created?.[0], item.atom?.published),
  }));
}

export function entriesOfAtom(feed: Atom): FeedEntry[] {
  return (feed.entries ?? []).map((entry) => ({
    guid: firstFilled(entry.id),
    link: firstFilled(pageLink(entry.links), entry.content?.src, isAddress(entry.id) ? entry.id : null),
    base: firstFilled(entry.xml?.base, feed.xml?.base, pageLink(feed.links)),
    title: firstFilled(entry.title?.value, entry.media?.title?.value) ?? "",
    body: firstFilled(entry.summary?.value, entry.content?.value, entry.media?.description?.value) ?? "",
    date: firstFilled(entry.published, entry.updated, entry.dc?.dates?.[0]),
  }));
}

export function entriesOfJson(feed: Json): FeedEntry[] {
  return (feed.items ?? []).map((item) => ({
    guid: firstFilled(item.id),
    link: firstFilled(item.url, item.external_url, isAddress(item.id) ? item.id : null),
    base: firstFilled(feed.home_page_url, feed.feed_url),
    title: firstFilled(item.title) ?? "",
    body: firstFilled(item.summary, item.content_text, item.content_html) ?? "",
    date: firstFilled(item.date_published, item.date_modified),
  }));
}
