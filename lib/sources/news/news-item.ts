import type { NewsSource } from "@/lib/catalogs/news-sources";
import type { RawTexts } from "@/lib/domain/news/derive-texts";

/** An article to store. It crosses a thread, so it must be plain data. */
export interface NewsItem {
  id: string;
  url: string;
  guid: string | null;
  title: string;
  snippet: string;
  /** What title and snippet were derived from; invented articles have none. */
  raw?: RawTexts;
  categories: string[];
  providers: string[];
  publishedAt: string;
  isDateEstimated: boolean;
}

export interface FeedReading {
  items: NewsItem[];
  /** Entries in the document, before the relevance filter and the limit. */
  entryCount: number;
  /** Entries that were skipped because they have no URL or no text. */
  unusableCount: number;
}

export type FeedSource = Pick<NewsSource, "id" | "name" | "feedUrl" | "siteUrl" | "categories" | "isGeneral" | "isForum">;
