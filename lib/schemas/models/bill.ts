import { z } from "zod";
import { BOOK_KINDS, CONFIDENCES } from "@/lib/domain/history/price-book/book-row";
import { UNPRICED_REASONS } from "@/lib/domain/models/bill/bill";
import { NOT_COUNTED } from "@/lib/domain/models/bill/choose-row";
import { PRICE_CONDITIONS } from "@/lib/domain/models/prices/price-condition";
import { USAGE_FORMATS } from "@/lib/domain/models/usage/usage-formats";
import { LEFT_OUT_WORDS, MOST_LINES, USAGE_KINDS, type LeftOutReason } from "@/lib/domain/models/usage/usage-line";
import { BookPriceRow } from "../history/price-book";
import { NamedSource } from "./matched-model";

const Count = z.int().nonnegative().optional();
const Word = z.string().max(200).optional();

/** A line in the words of this service. Lines of exports have those of their exports. */
const BillInputLine = z
  .strictObject({
    model: z.string().max(200).describe("Id or name"),
    provider: Word.describe("Where it was used; default what the model's name says"),
    at: z.union([z.string(), z.number()]).describe("Instant, day (`2026-08-21`) or month; without a zone it is UTC"),
    end: z.union([z.string(), z.number()]).optional().describe("First moment after the use; default what `at` says"),
    input: Count.describe("Tokens, without those of a cache"),
    output: Count.describe("Tokens, with those of thinking"),
    cache_read: Count,
    cache_write: Count.describe("Where it is not said how long the cache lasts"),
    cache_write_5m: Count,
    cache_write_1h: Count,
    thinking_output: Count.describe("Of `output`"),
    audio_input: Count,
    audio_output: Count,
    image_input: Count,
    image_output: Count,
    web_search: Count.describe("Searches"),
    requests: Count.describe("1 says that the line is one request, so that prices of long prompts are counted"),
    service_tier: Word.describe("standard, batch, flex, priority"),
    speed: Word,
    geography: Word,
    cost: z.number().nonnegative().optional().describe("USD that was billed, to compare"),
  })
  .meta({ id: "BillInputLine" });

/** The body in JSON of our own. Exports come as they are. */
export const BillLines = z
  .strictObject({
    lines: z
      .array(BillInputLine)
      .min(1)
      .max(MOST_LINES)
      .describe(
        "Use of a model at a time: `model`, `at`, and `input`, `output`, `cache_read`, `cache_write_5m`, `cache_write_1h`, `web_search`, `requests`, `service_tier` as far as they are known",
      ),
  })
  .meta({ id: "BillLines" });

const Usd = z.number().nonnegative();
const MaybeUsd = Usd.nullable().describe("Null where a price is unknown");

export const BillCharge = z
  .strictObject({
    kind: z.enum(USAGE_KINDS),
    quantity: z.int().positive().describe("Tokens, searches or requests"),
    usd: MaybeUsd,
    reading: z.int().nullable().describe("`id` of the price in `readings`; null where none is known"),
  })
  .meta({ id: "BillCharge" });

export const BillLine = z
  .strictObject({
    line: z.int().positive().describe("Its place in what was sent"),
    query: z.string().describe("The model, as sent"),
    model_id: z.string().nullable().describe("`provider/id` of the listing that it was taken for"),
    from: z.iso.datetime(),
    to: z.iso.datetime().describe("Equals `from` for an instant"),
    usd: MaybeUsd,
    charges: z.array(BillCharge),
    confidence: z.enum(CONFIDENCES).nullable().describe("The weakest of its prices'"),
    not_counted: z
      .array(z.enum(NOT_COUNTED))
      .describe(
        "What the price depends on and the line does not decide; `price_change`: the price changes, or is not known, within its time",
      ),
    assumed: z.array(z.enum(BOOK_KINDS)).describe("Kinds taken for what the line does not say"),
    reason: z.enum(UNPRICED_REASONS).optional().describe("Why `usd` is null"),
    candidates: z.array(z.string()).optional().describe("`provider/id` that the model could mean"),
    stated_usd: z.number().optional().describe("What was sent as its cost"),
    difference_usd: z.number().optional().describe("`stated_usd` minus `usd`"),
  })
  .meta({ id: "BillLine" });

export const BillReading = BookPriceRow.extend({
  id: z.int().nonnegative(),
  rule: z.enum(["list_price", ...PRICE_CONDITIONS]).describe("Which rule it was chosen by"),
}).meta({ id: "BillReading" });

const Sum = {
  lines: z.int(),
  priced: z.int().describe("Lines whose cost is known; `usd` is their sum"),
  usd: Usd,
};

const BillByModel = z
  .strictObject({ model_id: z.string(), model: z.string(), provider: z.string(), match_note: z.string().nullable(), ...Sum })
  .meta({ id: "BillByModel" });

const BillByMonth = z.strictObject({ month: z.string(), ...Sum }).meta({ id: "BillByMonth" });

export const BillAnswer = {
  computed_at: z.iso.datetime(),
  read: z.strictObject({
    format: z.enum(USAGE_FORMATS),
    format_name: z.string(),
    ignored: z.array(z.string()).describe("Columns that nothing is known of"),
    left_out: z
      .array(
        z.strictObject({
          line: z.int(),
          reason: z.enum(Object.keys(LEFT_OUT_WORDS) as [LeftOutReason, ...LeftOutReason[]]),
        }),
      )
      .describe("Lines that cannot be priced"),
  }),
  total: z.strictObject({
    ...Sum,
    stated_usd: z.number().nullable().describe("Sum of what was sent as the cost of priced lines; null where none was"),
    difference_usd: z.number().nullable().describe("`stated_usd` minus the sum of the same lines"),
  }),
  by_model: z.array(BillByModel).describe("The dearest first"),
  by_month: z
    .array(BillByMonth)
    .describe("The oldest first; a line that reaches into the next month belongs to the one in which it begins"),
  lines: z.array(BillLine).optional().describe("With `format=json`"),
  readings: z.array(BillReading).optional().describe("Prices that the lines were charged at; with `format=json`"),
  csv: z.string().optional().describe("With `format=csv`: the lines as a table, a row for each charge"),
  attribution: z.strictObject({ pricing: z.array(NamedSource) }),
  notes: z.array(z.string()),
};
