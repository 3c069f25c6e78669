import { z } from "zod";
import { PricePair } from "./change";

export const ARCHIVE_REASONS = ["retired", "unlisted", "not_listed"] as const;

export const ArchivedModel = z
  .strictObject({
    model: z.string(),
    model_id: z.string().describe("`provider/id` of the listing"),
    also: z
      .array(z.string())
      .describe(
        "`provider/id` of the same seller's other ids of this model, dated or not, that ended on the same day with the same successor",
      ),
    provider: z.string().describe("Who sold it"),
    maker: z.string().nullable().describe("Provider id of the maker; null where it is not known"),
    why: z
      .enum(ARCHIVE_REASONS)
      .describe(
        "`retired`: the end that its host announced has passed; `unlisted`: its seller's own list has it no more; `not_listed`: the price list that had it was read since, and has it no more",
      ),
    gone_since: z.iso
      .date()
      .nullable()
      .describe(
        "The announced end, of a month or year alone its first day; or else the first captured day without it. Null where its host says that it is retired, but not since when",
      ),
    first_seen: z.iso.date().nullable().describe("The first captured day with it; null for one that ended before the first capture"),
    was_first_seen_at_start: z.boolean().describe("True where that is the first day captured here: it was sold before"),
    last_seen: z.iso.date().nullable().describe("The last captured day with it; price lists may name a retired model for long"),
    last_price: PricePair.nullable().describe("Null where none was ever published"),
    last_price_on: z.iso.date().nullable().describe("The last captured day with that price"),
    source: z.string().nullable().describe("Key of the list that had it, as in /api/models"),
    successor: z
      .strictObject({
        models: z.array(z.string()).describe("As `provider/id` where it is listed here, else by the host's id"),
        labels: z.array(z.string()).describe("What these are called, in the same order; the id where nobody names one"),
        named_by: z.string().describe("Provider id of the host that names them: this one, or the maker"),
        rerouted_to: z.string().nullable().describe("The model that answers its calls now"),
        source_url: z.string().nullable(),
      })
      .nullable()
      .describe("What to use instead, where a host says so; null where nobody does: nothing is guessed"),
    still_sold_at: z
      .array(z.string())
      .describe("`provider/id` of listings of the same model that are still sold, at most 5, the maker's first"),
  })
  .meta({ id: "ArchivedModel" });

export type ArchivedModel = z.input<typeof ArchivedModel>;

export const SourceGap = z
  .strictObject({
    provider: z.string().describe("Provider id of the seller"),
    source: z.string().nullable().describe("Key of the list that had its listings"),
    why: z
      .enum(["seller_missing", "source_not_read"])
      .describe(
        "`seller_missing`: most of the seller's listings were gone from one day to the next, from that list or by the seller's own, so that a list is rather at fault; `source_not_read`: that list was not read since",
      ),
    last_seen: z.iso.date(),
    listings: z.int(),
    fault: z.string().nullable().describe("Why the newest reading of that list was refused"),
  })
  .meta({ id: "SourceGap", description: "Listings of which a source lost sight: whether they are still sold is not known" });

export type SourceGap = z.input<typeof SourceGap>;
