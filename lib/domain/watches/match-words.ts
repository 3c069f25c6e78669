import { formatChange, formatPrice } from "../pages/format";
import type { WatchMatch } from "./watch-body";

const counted = (count: number, word: string): string => `${count} ${word}`;

/** What fired, in one line. */
export function matchWords(match: WatchMatch): string {
  if (match.type === "price") {
    const change = match.delta_pct === null ? "" : ` (${formatChange(match.delta_pct)})`;
    return `${match.model}: from ${formatPrice(match.from)} to ${formatPrice(match.to)}${change}`;
  }
  if (match.type === "status") return `${match.name}: from ${match.from} to ${match.to}`;
  if (!match.has_baseline) return "Nothing to compare with: no earlier day was captured";
  const { changed, added, removed } = match.pricing;
  return [counted(changed.length, "changed"), counted(added.length, "added"), counted(removed.length, "removed")].join(", ");
}
