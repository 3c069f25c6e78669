import { sanitizeLabel } from "../news/sanitize/sanitize";

/** Far above the number of model names; beyond it the cache is cleared. */
const MOST_KEPT = 20_000;
const safe = new Map<string, string>();

/** A model's name, sanitized. Cached, since the same few thousand names recur. */
export function modelLabel(name: string): string {
  const cached = safe.get(name);
  if (cached !== undefined) return cached;
  if (safe.size >= MOST_KEPT) safe.clear();
  const label = sanitizeLabel(name);
  safe.set(name, label);
  return label;
}
