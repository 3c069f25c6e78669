import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { groupBy } from "@/lib/domain/basics/group-by";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import type { BilledModel } from "@/lib/domain/models/bill/bill";
import { listedPrices } from "@/lib/domain/models/bill/choose-row";

/** A text of the year's bill that was computed by hand. */
export const billFixture = (name: string): string => readFileSync(new URL(`../../fixtures/bill/${name}`, import.meta.url), "utf8");

/** The book of that year, as it is downloaded. */
export const bookRows = (parse(billFixture("book.csv"), { columns: true }) as Record<keyof BookRow, string>[]).map((row): BookRow => ({
  ...(row as unknown as BookRow),
  condition: row.condition === "" ? null : JSON.parse(row.condition),
  unit: row.kind === "web_search" ? "1K pieces" : "1M tokens",
  price_usd: Number(row.price_usd),
  effective_to: row.effective_to === "" ? null : row.effective_to,
  last_validated_at: "2026-11-28T06:00:00.000Z",
  source: "fixture",
  source_url: null,
  confidence: "captured",
}));

/** The models of that bill with their prices, by `provider/id`. */
export const billBook: ReadonlyMap<string, BilledModel> = new Map(
  [...groupBy(bookRows, ({ provider, model }) => `${provider}/${model}`)].map(([key, own]) => [
    key,
    { key, name: key, provider: key, notes: [], books: [listedPrices(own)] },
  ]),
);
