/** An article as it goes to the archive: plain data, since it crosses a thread. */
export interface NewsItem {
  id: string;
  url: string;
  guid: string | null;
  title: string;
  snippet: string;
  categories: string[];
  /** Attention ids named in it. */
  providers: string[];
  publishedAt: string;
  isDateEstimated: boolean;
}

export interface FeedReading {
  items: NewsItem[];
  /** Entries in the document, before the relevance filter and the cut. */
  entryCount: number;
  /** Entries without an address or words: they cost themselves only. */
  unusableCount: number;
}

/** What the reader of one feed must know about its source; plain data too. */
export interface FeedSource {
  id: string;
  name: string;
  feedUrl: string;
  siteUrl: string;
  categories: string[];
  isGeneral: boolean;
  isForum: boolean;
}
