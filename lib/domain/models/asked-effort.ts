import type { ModelMatch, ModelName } from "./model-name";

/** How hard a model is to think is asked for per call; boards and configurations write it behind the model's name. */
const EFFORT = /[-_\s:@(]+((?:none|minimal|low|medium|high|xhigh|max)(?:[-_\s]effort)?|(?:thinking|reasoning)(?:[-_\s]\d+k)?)\)?$/i;

/** The name without its effort, `gpt-5-high`, `claude-opus-4-5-thinking-32k`, `GPT-5 (high)`; null where there is none. */
function askedEffort(name: string): { model: string; effort: string } | null {
  const match = EFFORT.exec(name.trim());
  const model = match ? name.trim().slice(0, match.index) : "";
  return match?.[1] && model !== "" ? { model, effort: match[1].toLowerCase() } : null;
}

/** Where nobody lists a model of the whole name, its last word may be an effort, if the model is one that reasons. */
export function resolveWithEffort<Entry extends ModelName>(resolve: (name: string) => ModelMatch<Entry>, name: string): ModelMatch<Entry> {
  const whole = resolve(name);
  if (whole.model || whole.candidates.length > 0) return whole;
  const asked = askedEffort(name);
  const found = asked && resolve(asked.model);
  if (!asked || !found) return whole;
  if (!found.model) return found;
  return found.model.capabilities?.includes("reasoning") ? { ...found, effort: asked.effort } : whole;
}
