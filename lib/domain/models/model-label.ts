import { sanitizeLabel } from "../news/sanitize/sanitize";

/** Far above the number of model names; beyond it the cache is cleared. */
const MAX_CACHED = 20_000;
const labels = new Map<string, string>();

/** A model's name, sanitized. Cached, since the same few thousand names recur. */
export function modelLabel(name: string): string {
  const cached = labels.get(name);
  if (cached !== undefined) return cached;
  if (labels.size >= MAX_CACHED) labels.clear();
  const label = sanitizeLabel(name);
  labels.set(name, label);
  return label;
}
