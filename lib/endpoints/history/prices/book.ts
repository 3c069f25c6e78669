import { z } from "zod";
import { DAY_SECONDS } from "@/lib/domain/basics/time";
import { BOOK_FORMATS, type BookFormat } from "@/lib/domain/history/price-book/book-row";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { bookFile } from "@/lib/loaders/history/listing-book";
import { Binary } from "@/lib/schemas/binary";
import { BOOK_COLUMNS, LlmPrices, PriceBook } from "@/lib/schemas/history/price-book";

const RETRY_SECONDS = 300;
const utf8 = (type: string): string => `${type}; charset=utf-8`;

export const priceBook = defineEndpoint({
  method: "GET",
  path: "/api/history/prices/book",
  tag: "History",
  summary: "History of prices as a book: every dated price of every listing in one file, JSON, JSON Lines, CSV or Parquet",
  description:
    `A row for each listing, kind and condition between two moments: ${BOOK_COLUMNS.map(({ name }) => `\`${name}\``).join(", ")}. ` +
    "The end is excluded, null is open, and rows of one listing, kind and condition neither overlap nor leave a gap where the price is known. A condition is spelled as in `priceConditions` of /api/models, without days: those are the row's own. " +
    "`captured` prices were read here day after day, `published` ones have their days from a source, `inferred` ones lie between readings that agree. Where nothing is known, there is no row. " +
    "`format=llm-prices` has input, output and cached input by `from_date` and `to_date`, in the shape of simonw/llm-prices. Written once a day; its ETag stays the same until then. GET /api/history/prices/at answers for one model.",
  access: free(),
  reads: ["price_book"],
  maxAgeSeconds: DAY_SECONDS / 24,
  isPrepared: false,
  query: z.object({ format: z.enum(BOOK_FORMATS).default("json").describe("Default json") }),
  formats: {
    json: { type: utf8("application/json"), holds: PriceBook },
    "llm-prices": { type: utf8("application/json"), holds: LlmPrices },
    jsonl: { type: utf8("application/x-ndjson") },
    csv: { type: utf8("text/csv") },
    parquet: { type: "application/vnd.apache.parquet" },
  } satisfies Record<BookFormat, object>,
  response: Binary,
  example: { query: { format: "llm-prices" } },
}).handle(async ({ query: { format }, db, capturedAt }) => {
  const file = await bookFile(db, format);
  if (!file) {
    const message = "The price book is not written yet: it follows the first capture of prices.";
    throw new ApiError("unavailable", message, {}, { "Retry-After": String(RETRY_SECONDS) });
  }
  capturedAt(file.madeAt);
  return file.bytes;
});
