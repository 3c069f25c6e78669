import { formatChange, formatPrice } from "../pages/format";
import { abilityWords } from "./watch-ability";
import type { RetirementMatch } from "./watch-retirement";
import type { WatchMatch } from "./watch-body";

const counted = (count: number, word: string): string => `${count} ${word}`;

function retirementWords({ model, provider, event, retires_on: day, moved_from: before, days_left: left }: RetirementMatch): string {
  const end = day ?? "no day announced";
  if (event === "moved") return `${provider}/${model}: its end moved from ${before ?? "no day"} to ${end}`;
  return event === "announced"
    ? `${provider}/${model}: its end is announced: ${end}`
    : `${provider}/${model}: ends in ${left ?? "?"} days, on ${end}`;
}

export function matchWords(match: WatchMatch): string {
  if (match.type === "price") {
    const change = match.delta_pct === null ? "" : ` (${formatChange(match.delta_pct)})`;
    return `${match.model}: from ${formatPrice(match.from)} to ${formatPrice(match.to)}${change}`;
  }
  if (match.type === "retirement") return retirementWords(match);
  if (match.type === "status") return `${match.name}: from ${match.from} to ${match.to}`;
  if (match.type === "capability") return `${match.model}: ${match.changes.map(abilityWords).join("; ")}`;
  if (match.type === "new_model") {
    const names = match.models.map(({ model }) => model).join(", ");
    return `New: ${names}${match.omitted === 0 ? "" : ` and ${match.omitted} more`}`;
  }
  if (!match.has_baseline) return "Nothing to compare with: no earlier day was captured";
  const { changed, added, removed } = match.pricing;
  const ends = match.retirements.length === 0 ? [] : [counted(match.retirements.length, "ends of models")];
  return [counted(changed.length, "changed"), counted(added.length, "added"), counted(removed.length, "removed"), ...ends].join(", ");
}
