/** Formats of a feed, by the extension of its address. */
export const FEED_TYPES = { xml: "application/rss+xml", json: "application/feed+json" } as const;
export type FeedFormat = keyof typeof FEED_TYPES;

export interface FeedFile {
  id: string;
  format: FeedFormat;
}

/** `openai.xml` in its parts; null for another extension. */
export function readFeedFile(file: string): FeedFile | null {
  const [, id = "", format] = /^(.+)\.(xml|json)$/.exec(file) ?? [];
  return format === "xml" || format === "json" ? { id, format } : null;
}
