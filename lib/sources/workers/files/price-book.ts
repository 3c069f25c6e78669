import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { datedReadings, statedPrices } from "@/lib/catalogs/dated-prices";
import { compareText } from "@/lib/domain/basics/text";
import type { BookFormat, BookRow } from "@/lib/domain/history/price-book/book-row";
import { llmPricesOf, type LlmPrice } from "@/lib/domain/history/price-book/llm-prices";
import { captureTimes } from "@/lib/domain/history/price-book/price-state";
import { listingKey } from "@/lib/domain/models/model-listing";
import { modelLabel } from "@/lib/domain/models/model-label";
import { BOOK_COLUMNS } from "@/lib/schemas/history/price-book";
import { bookRowsOf, type BookSpan, type ListingName } from "../../models/prices/book-rows";
import { csvText } from "./csv-text";
import { parquetOf } from "./parquet";

const gzipAsync = promisify(gzip);
/** Compression level: a higher one takes twice as long for a tenth. */
const LEVEL = 4;

export interface BookInput {
  /** Captured days, oldest first, with the time at which their prices were read. */
  captures: readonly { day: number; at: number }[];
  /** In order of listing and day. */
  spans: readonly BookSpan[];
}

/** Listings that were captured, and those that only public lists had. */
function byListing(spans: readonly BookSpan[]): { name: ListingName; spans: BookSpan[] }[] {
  const listings = new Map<string, { name: ListingName; spans: BookSpan[] }>();
  for (const span of spans) {
    const key = listingKey(span);
    const known = listings.get(key);
    if (known) known.spans.push(span);
    else listings.set(key, { name: { provider: span.providerId, model: span.modelId }, spans: [span] });
  }
  for (const key of [...statedPrices.keys(), ...datedReadings.keys()]) {
    const [provider = "", ...model] = key.split("/");
    if (!listings.has(key)) listings.set(key, { name: { provider, model: model.join("/") }, spans: [] });
  }
  return [...listings.entries()].toSorted(([left], [right]) => compareText(left, right)).map(([, listing]) => listing);
}

/** A file of the book, compressed unless the format is compressed itself. */
export interface BookFile {
  format: BookFormat;
  content: Uint8Array;
  isCompressed: boolean;
  rowCount: number;
}

const csvTable = (rows: readonly BookRow[]) => ({
  columns: BOOK_COLUMNS.map(({ name }) => name),
  rows: rows.map((row) =>
    BOOK_COLUMNS.map(({ name, kind }) => (kind === "json" && row[name] !== null ? JSON.stringify(row[name]) : row[name])),
  ),
});

const parquetTable = (rows: readonly BookRow[]) => ({
  columns: BOOK_COLUMNS,
  rows: rows.map((row) => (row.condition === null ? { ...row } : { ...row, condition: JSON.stringify(row.condition) })),
});

async function textFile(format: BookFormat, text: string, rowCount: number): Promise<BookFile> {
  return { format, content: await gzipAsync(text, { level: LEVEL }), isCompressed: true, rowCount };
}

/** The price book of all listings in every format that it is served in. */
export async function writePriceBook({ captures, spans }: BookInput): Promise<BookFile[]> {
  const times = captureTimes(captures);
  const rows: BookRow[] = [];
  const prices: LlmPrice[] = [];
  for (const listing of byListing(spans)) {
    const own = bookRowsOf(listing.name, listing.spans, times);
    rows.push(...own);
    prices.push(...llmPricesOf(own, modelLabel(listing.spans.at(-1)?.name ?? listing.name.model)));
  }
  const lines = rows.map((row) => JSON.stringify(row));
  const asOf = JSON.stringify(times.times.length === 0 ? null : new Date(times.times.at(-1) ?? 0));
  return [
    await textFile(
      "json",
      `{"ok":true,"schema_version":1,"as_of":${asOf},"count":${rows.length},"prices":[\n${lines.join(",\n")}\n]}\n`,
      rows.length,
    ),
    await textFile("jsonl", `${lines.join("\n")}\n`, rows.length),
    await textFile("csv", csvText(csvTable(rows)), rows.length),
    { format: "parquet", content: parquetOf(parquetTable(rows)), isCompressed: false, rowCount: rows.length },
    await textFile("llm-prices", JSON.stringify({ prices }), prices.length),
  ];
}
