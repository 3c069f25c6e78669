import type { ModelMatch, ModelName } from "./model-name";

/** Callers choose per call how hard a model thinks. Boards and configurations write that behind the model's name. */
const EFFORT = /[-_\s:@(]+((?:none|minimal|low|medium|high|xhigh|max)(?:[-_\s]effort)?|(?:thinking|reasoning)(?:[-_\s]\d+k)?)\)?$/i;

/**
 * Splits the effort off a name: `gpt-5-high`, `claude-opus-4-5-thinking-32k`, `GPT-5 (high)`. Null
 * where there is none.
 */
function askedEffort(name: string): { model: string; effort: string } | null {
  const match = EFFORT.exec(name.trim());
  const model = match ? name.trim().slice(0, match.index) : "";
  return match?.[1] && model !== "" ? { model, effort: match[1].toLowerCase() } : null;
}

/** Tries the last word of an unlisted name as an effort. The rest of the name must be a model that reasons. */
export function resolveWithEffort<Entry extends ModelName>(resolve: (name: string) => ModelMatch<Entry>, name: string): ModelMatch<Entry> {
  const whole = resolve(name);
  if (whole.model || whole.candidates.length > 0) return whole;
  const asked = askedEffort(name);
  const found = asked && resolve(asked.model);
  if (!asked || !found) return whole;
  if (!found.model) return found;
  return found.model.capabilities?.includes("reasoning") ? { ...found, effort: asked.effort } : whole;
}
