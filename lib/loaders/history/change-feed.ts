import { generateRssFeed } from "feedsmith";
import { feedText } from "@/lib/domain/basics/markup";
import { FEED_TYPES, type FeedFormat } from "@/lib/domain/history/changes/feed-file";
import type { ChangeEvent } from "@/lib/schemas/history/change";

/** Items for a reader that comes once a day, even on the busiest days. */
export const FEED_ITEMS = 100;

/** What an entry of a feed says of a change. */
export type FeedEntry = Pick<ChangeEvent, "id" | "kind" | "dataset" | "title" | "at" | "url" | "source">;

interface ChangeFeed {
  title: string;
  description: string;
  page: string;
  address: string;
  events: readonly FeedEntry[];
}

const COPYRIGHT = "Inference-only use. What changed is told by the source of each item.";

const textOf = ({ title, source }: FeedEntry): string => `${title}. Source: ${source.name}.`;

function rssOf({ title, description, page, address, events }: ChangeFeed): string {
  const [newest] = events;
  return generateRssFeed({
    title,
    link: page,
    description,
    language: "en-us",
    copyright: COPYRIGHT,
    // Not the time of the answer, so that the same changes give the same bytes.
    lastBuildDate: newest && new Date(newest.at),
    ttl: 10,
    atom: { links: [{ href: address, rel: "self", type: FEED_TYPES.xml }] },
    items: events.map((event) => ({
      title: event.title,
      link: event.url,
      description: textOf(event),
      pubDate: new Date(event.at),
      // Several changes of one model have one page.
      guid: { value: event.id, isPermaLink: false },
      categories: [{ name: event.dataset }, { name: event.kind }],
    })),
  });
}

const jsonFeedOf = ({ title, description, page, address, events }: ChangeFeed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: page,
    feed_url: address,
    description,
    language: "en",
    _service: { ok: true, license: "inference-only" },
    items: events.map((event) => ({
      id: event.id,
      url: event.url,
      ...(event.source.url === null ? {} : { external_url: event.source.url }),
      title: event.title,
      content_text: textOf(event),
      date_published: event.at,
      authors: [{ name: event.source.name }],
      tags: [event.dataset, event.kind],
    })),
  });

export const writeChangeFeed = (feed: ChangeFeed, format: FeedFormat): string =>
  format === "json" ? jsonFeedOf(feed) : feedText(rssOf(feed));
