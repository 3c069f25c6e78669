import { formatMinutes, priceOrNone } from "../../pages/format";
import type { PricePair } from "./change-event";

/** `input from $15.00 to $12.00, output from $75.00 to $60.00 per 1M tokens` */
export function priceChangeWords(from: PricePair, to: PricePair): string {
  const parts = (["input", "output"] as const)
    .filter((field) => from[field] !== to[field])
    .map((field) => `${field} from ${priceOrNone(from[field])} to ${priceOrNone(to[field])}`);
  return `${parts.join(", ")} per 1M tokens`;
}

export const priceWords = ({ input, output }: PricePair): string =>
  input === null && output === null ? "no price is published" : `input ${priceOrNone(input)}, output ${priceOrNone(output)} per 1M tokens`;

export const durationWords = (minutes: number | null): string => (minutes === null ? "" : ` after ${formatMinutes(minutes)}`);
