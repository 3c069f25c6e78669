import { remember } from "../basics/remember";
import { sanitizeLabel } from "../news/sanitize/sanitize";

/** Far above the number of model names. */
const MAX_CACHED = 20_000;

/** A model's name, sanitized. Cached, since the same few thousand names recur. */
export const modelLabel = remember(sanitizeLabel, MAX_CACHED);
