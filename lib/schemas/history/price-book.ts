import { z } from "zod";
import { BOOK_KINDS, BOOK_UNITS, CONFIDENCES, type BookRow } from "@/lib/domain/history/price-book/book-row";
import { StatedCondition } from "../models/price-condition";
import type { ColumnKind } from "./snapshot-table";

const BookCondition = StatedCondition.pick({ kind: true, above: true, band: true, value: true }).meta({ id: "BookCondition" });

export const BookPriceRow = z
  .strictObject({
    provider: z.string(),
    model: z.string(),
    kind: z.enum(BOOK_KINDS).describe("What is charged for"),
    condition: BookCondition.nullable().describe("On which condition; null is the listing's own price"),
    unit: z.enum(BOOK_UNITS).describe("Pieces are searches, requests or images"),
    price_usd: z.number().nonnegative(),
    effective_from: z.iso.datetime(),
    effective_to: z.iso.datetime().nullable().describe("The first moment at which it no longer holds; null while it does"),
    last_validated_at: z.iso.datetime().describe("The last reading that had this price"),
    source: z.string(),
    source_url: z.string().nullable(),
    confidence: z
      .enum(CONFIDENCES)
      .describe("`captured`: read here, day after day; `published`: a source states the days; `inferred`: the readings around them agree"),
  })
  .meta({ id: "BookPriceRow" });

const KINDS: Readonly<Record<keyof BookRow, ColumnKind>> = {
  provider: "text",
  model: "text",
  kind: "text",
  condition: "json",
  unit: "text",
  price_usd: "number",
  effective_from: "moment",
  effective_to: "moment",
  last_validated_at: "moment",
  source: "text",
  source_url: "text",
  confidence: "text",
};

/** Columns of the book's tables, in their order. */
export const BOOK_COLUMNS = Object.entries(KINDS).map(([name, kind]) => ({ name: name as keyof BookRow, kind }));
