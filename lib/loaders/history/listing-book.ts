import type { Db } from "@/db/client";
import { findPriceBookFile } from "@/db/queries/history/price-book";
import { listListingSpans, type ListingSpan } from "@/db/queries/history/listing-history";
import { dayNumber } from "@/lib/domain/basics/date-range";
import { BOOK_FORMATS, type BookFormat, type BookRow } from "@/lib/domain/history/price-book/book-row";
import { Gzipped } from "@/lib/schemas/binary";
import { bookRowsOf, type BookSpan } from "@/lib/sources/models/prices/book-rows";
import { cachePerKey } from "../freshness/once-per-version";
import { captureTimesOf } from "./captured-days";

const ALL_DAYS = { from: "0001-01-01", to: "9999-12-31" };

const toBookSpan = ({ firstDate, lastDate, ...span }: ListingSpan): BookSpan => ({
  ...span,
  firstDay: dayNumber(firstDate),
  lastDay: lastDate === null ? null : dayNumber(lastDate),
});

interface SoldModel {
  providerId: string;
  /** The current id first, then former ids. */
  modelIds: readonly string[];
}

/** The price book of one listing from its captures: the rows of each of its ids, the current id first. */
export async function listingBooks(db: Db, { providerId, modelIds }: SoldModel): Promise<BookRow[][]> {
  const [captures, spans] = await Promise.all([captureTimesOf(db), listListingSpans(db, providerId, modelIds, ALL_DAYS)]);
  return modelIds.map((model) => {
    const own = spans.filter(({ modelKey }) => modelKey === model.toLowerCase());
    return bookRowsOf({ provider: providerId, model }, own.map(toBookSpan), captures);
  });
}

interface BookFile {
  bytes: Uint8Array<ArrayBuffer>;
  madeAt: Date;
}

const files = cachePerKey<BookFile | null>(["price_book"], BOOK_FORMATS.length);

/** The whole book in one format; null before it was first written. */
export const bookFile = (db: Db, format: BookFormat): Promise<BookFile | null> =>
  files(db, format, async () => {
    const file = await findPriceBookFile(db, format);
    if (!file) return null;
    const { content, isCompressed, madeAt } = file;
    const bytes = Uint8Array.from(content);
    return { bytes: isCompressed ? new Gzipped(bytes.buffer) : bytes, madeAt };
  });
