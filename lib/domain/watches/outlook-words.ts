import { formatPrice } from "../pages/format";
import type { WatchSpec } from "./watch-spec";

/** What a watch sees at its beginning, as the API answers it. */
export interface Outlook {
  follows: string[];
  current_value: number | Record<string, string> | null;
  would_fire_now: boolean | null;
  warnings: string[];
}

function valueText(value: Outlook["current_value"]): string {
  if (value === null) return "Not known";
  if (typeof value === "number") return `${formatPrice(value)} per 1M tokens`;
  return Object.entries(value)
    .map(([service, state]) => `${service}: ${state}`)
    .join(", ");
}

function firesText(spec: WatchSpec, holds: boolean | null): string {
  if (spec.type === "digest") return "No: the first digest follows the next snapshot after 07:00 UTC";
  if (spec.type === "retirement") return "No: the next announcement, moved day or day before an end fires";
  if (spec.type === "capability") return "No: the next change fires";
  if (spec.type === "new_model") return "No: the next model that was never listed fires";
  if (holds === null) return "Not known";
  if (holds) return "No: the condition holds already, and only a change to it fires";
  return spec.op === "changes" ? "No: the next change fires" : "No: the condition does not hold yet";
}

/** What is watched, what it is now, and whether that would fire. */
export function outlookWords(
  spec: WatchSpec,
  { follows, current_value: value, would_fire_now: holds }: Outlook,
): { label: string; value: string }[] {
  const fires = { label: "Would it fire now?", value: firesText(spec, holds) };
  if (spec.type === "digest") return [{ label: "Content", value: "Not part of the preview" }, fires];
  const followed = follows.length === 0 ? "Nothing yet" : follows.join(", ");
  if (spec.type !== "price" && spec.type !== "status") return [{ label: "Follows", value: followed }, fires];
  return [
    { label: "Follows", value: followed },
    { label: spec.type === "price" ? "Price now" : "State now", value: valueText(value) },
    fires,
  ];
}
