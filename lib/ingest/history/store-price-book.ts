import { createHash } from "node:crypto";
import { inTransaction, type Db } from "@/db/client";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { listSnapshots } from "@/db/queries/history/history";
import { capturedPricePages, listPriceBookOrigins, savePriceBookFile } from "@/db/queries/history/price-book";
import { dayNumber } from "@/lib/domain/basics/date-range";
import { BOOK_FORMATS } from "@/lib/domain/history/price-book/book-row";
import type { BookSpan } from "@/lib/sources/models/prices/book-rows";
import { offload } from "@/lib/sources/workers/offload";

/** Increment when rows of the book are made otherwise. */
const BOOK_VERSION = 1;

async function digestOfCatalogs(): Promise<string> {
  const files = await Promise.all([
    import("@/lib/catalogs/models.json"),
    import("@/lib/catalogs/price-sources.json"),
    import("@/lib/catalogs/dated-prices.json"),
  ]);
  const hash = createHash("sha256");
  for (const file of files) hash.update(JSON.stringify(file.default));
  return hash.digest("base64url").slice(0, 22);
}

/** Writes the price book anew where a day was captured since, or the release brings other dates. */
export async function storePriceBook(db: Db, now: Date): Promise<{ rows: number }> {
  const snapshots = await listSnapshots(db, "pricing");
  const last = snapshots.at(-1);
  const madeFrom = [BOOK_VERSION, await digestOfCatalogs(), snapshots.length, last?.capturedAt.toISOString() ?? "never"].join(" ");
  const stored = await listPriceBookOrigins(db);
  const isCurrent = BOOK_FORMATS.every((format) => stored.some((file) => file.format === format && file.madeFrom === madeFrom));
  const outcome = { source: "price-book", dataset: "price_book" as const, at: now, fault: null };
  if (isCurrent) {
    await recordSourceOutcomes(db, [outcome]);
    return { rows: 0 };
  }
  const spans: BookSpan[] = [];
  for await (const page of capturedPricePages(db)) {
    for (const { modelKey: _, firstDate: __, ...span } of page) spans.push(span);
  }
  const captures = snapshots.map(({ date, capturedAt }) => ({ day: dayNumber(date), at: capturedAt.getTime() }));
  const files = await offload("writePriceBook", { captures, spans });
  const rows = files[0]?.rowCount ?? 0;
  await inTransaction(db, async (tx) => {
    for (const file of files) await savePriceBookFile(tx, { ...file, madeFrom, madeAt: now });
    await recordSourceOutcomes(tx, [{ ...outcome, itemCount: rows }]);
  });
  return { rows };
}
