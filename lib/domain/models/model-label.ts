import { remember } from "../basics/remember";
import { sanitizeLabel } from "../news/sanitize/sanitize";
import { spelledId } from "./names/spelled-id";

/** Far above the number of model names. */
const MAX_CACHED = 20_000;

/** A model's name, sanitized, and as its maker writes it. Cached, since the same few thousand names recur. */
export const modelLabel = remember((name: string) => spelledId(sanitizeLabel(name)), MAX_CACHED);
