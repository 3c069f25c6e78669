import { eq } from "drizzle-orm";
import { firstOf, type Db } from "@/db/client";
import { listingSpans, priceBookFiles } from "@/db/schema/history";
import { spanPages } from "./listing-history";
import type { BookFormat } from "@/lib/domain/history/price-book/book-row";

const { modelId, name, inputPrice, outputPrice, cachedInputPrice, priceConditions, priceSource, verifiedAt } = listingSpans;

/** Every listing's captured prices in pages, so that the caller can yield in between. */
export const capturedPricePages = (db: Db) =>
  spanPages(db, { modelId, name, inputPrice, outputPrice, cachedInputPrice, priceConditions, priceSource, verifiedAt });

export type PriceBookFile = typeof priceBookFiles.$inferSelect;

export const findPriceBookFile = async (db: Db, format: BookFormat): Promise<PriceBookFile | null> =>
  db.select().from(priceBookFiles).where(eq(priceBookFiles.format, format)).then(firstOf);

/** From what each stored file was made. */
export const listPriceBookOrigins = async (db: Db): Promise<Pick<PriceBookFile, "format" | "madeFrom">[]> =>
  db.select({ format: priceBookFiles.format, madeFrom: priceBookFiles.madeFrom }).from(priceBookFiles);

export async function savePriceBookFile(tx: Db, file: PriceBookFile): Promise<void> {
  await tx.insert(priceBookFiles).values(file).onConflictDoUpdate({ target: priceBookFiles.format, set: file });
}
