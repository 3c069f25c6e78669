import { z } from "zod";
import { PricePair } from "./change";

const ModelId = z.string().describe("`provider/id` of the listing");
const Percent = z.number().nullable();

const moved = {
  model_id: ModelId,
  provider: z.string().describe("Who sells it"),
  from: PricePair.describe("The price at the beginning of what is compared"),
  to: PricePair.describe("The price on the newest captured day"),
  change_pct: Percent.describe("Change of the blended price, the mean of input and output"),
  input_pct: Percent.describe("Null from 0"),
  output_pct: Percent.describe("Null from 0"),
  changes: z
    .int()
    .describe("Changes of its price in the window; a price of one or two days that was taken back counts as misread, not as two changes"),
  volatility: z
    .number()
    .nullable()
    .describe("Standard deviation of the natural logarithm of the blended price over the captured days; null for a single day"),
  changed_on: z.iso.date().describe("The captured day of its newest change"),
  compared_from: z.iso.date().describe("The first captured day that is compared; later than `window.from` where `short_because` says so"),
  compared_days: z.int().describe("Captured days that are compared"),
  short_because: z
    .enum(["listed_later", "priced_later", "free_before", "corrected"])
    .nullable()
    .describe(
      "Why less than the window is compared: it was listed later, its price published later, it was free before, or `corrected`: an earlier figure was another list's or tenfold off, so that nobody changed the price. Null: all of it is compared",
    ),
  source: z.string().nullable().describe("Key of the list that the price is from, as in /api/models"),
};

const OtherMove = z
  .strictObject({ model_id: ModelId, provider: z.string(), from: PricePair, to: PricePair, change_pct: Percent })
  .meta({ id: "OtherPriceMove" });

export const ModelMove = z
  .strictObject({
    model: z.string(),
    ...moved,
    moved_by: z
      .enum(["maker", "sellers", "seller"])
      .describe(
        "Whose price is shown: the maker's own; where the maker sells none, that of a seller who did what most `sellers` did at least; or the largest change at single sellers",
      ),
    sellers: z.int().describe("Listings of this model with a price, aliases and dated snapshots counted"),
    moved: z.int().describe("Of these, how many moved"),
    others: z.array(OtherMove).describe("Other listings of this model that moved, at most 12, the largest change first"),
  })
  .meta({ id: "ModelMove" });

export type ModelMove = z.input<typeof ModelMove>;

export const PriceTurn = z
  .strictObject({
    model: z.string(),
    model_id: ModelId,
    provider: z.string(),
    kind: z.enum(["first_price", "price_withdrawn", "no_longer_free", "became_free"]),
    on: z.iso.date().describe("The captured day on which it was first so"),
    from: PricePair,
    to: PricePair,
  })
  .meta({ id: "PriceTurn", description: "A price that came from or went to zero or nothing: no percentage says how much that is" });

export type PriceTurn = z.input<typeof PriceTurn>;

export const MoveWindow = z.strictObject({
  days: z.int().describe("As asked"),
  from: z.iso.date().describe("The captured day whose prices are compared"),
  to: z.iso.date().describe("The newest captured day"),
  captured_days: z.int().describe("Days of the window that were captured, both ends included"),
  is_whole: z.boolean().describe("False where this service has no prices of so long ago"),
});
