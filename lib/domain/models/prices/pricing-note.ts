import type { ModelListing } from "../model-listing";
import { isAtBand } from "./time-band";
import type { PriceCondition } from "./price-condition";

type Priced = Pick<ModelListing, "billing" | "inputPrice" | "outputPrice" | "priceConditions">;

const WORDS: Readonly<Record<string, string>> = { peak: "peak hours", off_peak: "off-peak hours" };

const wordsOf = ({ value }: PriceCondition): string => WORDS[value ?? ""] ?? "some hours";
const whenOf = ({ band }: PriceCondition): string => {
  if (!band) return "";
  const days = band.weekdays ? `, ${band.weekdays.join(" ")}` : "";
  return ` (${band.hours.join(", ")} ${band.zone}${days})`;
};

/** The hours of the price, and what other hours cost. */
function bandNote({ inputPrice, outputPrice, priceConditions }: Priced): string | null {
  if (inputPrice === null || outputPrice === null) return null;
  const bands = priceConditions.filter(({ kind, value }) => kind === "time_band" && value !== undefined && value in WORDS);
  const shown = bands.find((band) => isAtBand(band, { inputPrice, outputPrice }));
  const others = bands.filter((band) => band !== shown && band.input !== undefined && band.input !== inputPrice);
  const rest = others.map((band) => `in ${wordsOf(band)}${whenOf(band)} it is ${band.input ?? ""}/${band.output ?? ""}`);
  return shown && rest.length > 0 ? `The price is that of ${wordsOf(shown)}${whenOf(shown)}; ${rest.join(", ")} USD per 1M tokens.` : null;
}

/** Conditions that a listing's price leaves unsaid; null where it says all. */
export function pricingNoteOf(listing: Priced): string | null {
  if (listing.billing === "plan") return "Sold by seat or plan: what is charged for tokens is not a price of this model.";
  if (listing.billing === "request") return "Charged by request, image or other piece; what its tokens cost is not known.";
  if (listing.billing === "route") return "The price depends on the model that answers the call.";
  return bandNote(listing);
}
