import { sanitizeLabel } from "../news/sanitize/sanitize";

/** Far above the number of model names there are; a flood of new ones starts over. */
const MOST_KEPT = 20_000;
const safe = new Map<string, string>();

/** A model's name as it may leave the service. The same few thousand names are asked for again and again: each is examined once. */
export function modelLabel(name: string): string {
  const known = safe.get(name);
  if (known !== undefined) return known;
  if (safe.size >= MOST_KEPT) safe.clear();
  const label = sanitizeLabel(name);
  safe.set(name, label);
  return label;
}
