import { formatPrice } from "../pages/format";
import type { WatchFields } from "./watch-form";
import { DAYS_BEFORE, type WatchSpec } from "./watch-spec";

type Words = Readonly<Record<string, string>>;

export const PRICE_FIELDS: Words = { inputPrice: "input price", outputPrice: "output price", blended: "blended price" };
const PRICE_OPS: Words = { lt: "falls below", gt: "rises above", changes: "changes" };
const STATES: Words = {
  down: "goes down",
  degraded: "becomes degraded",
  operational: "becomes operational",
  changes: "changes its state",
};
const CADENCES: Words = { daily: "Every day", weekly: "Every week" };

/** What is not filled in yet. */
const MISSING = "…";

function thresholdText(text: string): string {
  const usd = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(usd) && usd >= 0 ? formatPrice(usd) : `$${MISSING}`;
}

function priceSentence({ model, field, op, threshold }: Pick<WatchFields, "model" | "field" | "op" | "threshold">): string {
  const lead = `When the ${PRICE_FIELDS[field] ?? MISSING} of ${model.trim() || MISSING} ${PRICE_OPS[op] ?? MISSING}`;
  return op === "changes" ? lead : `${lead} ${thresholdText(threshold)} per 1M tokens`;
}

const statusSentence = ({ provider, value }: Pick<WatchFields, "provider" | "value">): string =>
  `When a service of ${provider.trim() || MISSING} ${STATES[value] ?? MISSING}`;

const digestSentence = (cadence: string): string => `${CADENCES[cadence] ?? MISSING} after 07:00 UTC, with what changed in model prices`;

function retirementSentence(names: string, daysText: string): string {
  const days = daysText.trim() === "" ? "" : `, and ${daysText} days before it ends`;
  return `When the end of ${names.trim() || MISSING} is announced or moves${days}`;
}

const capabilitySentence = (names: string): string =>
  `When the context window, limits, modalities or capabilities of ${names.trim() || MISSING} change`;

const newModelSentence = (maker: string): string => `When a model of ${maker.trim() || MISSING} is listed for the first time`;

/** What the watch of a form waits for; what is not filled in yet stands as three dots. */
export function draftSentence(fields: WatchFields): string {
  if (fields.type === "price") return priceSentence(fields);
  if (fields.type === "retirement") {
    return retirementSentence(fields.model || (fields.provider && `any model of ${fields.provider}`), fields.days_before);
  }
  if (fields.type === "capability") return capabilitySentence(fields.model);
  if (fields.type === "new_model") return newModelSentence(fields.provider);
  return fields.type === "status" ? statusSentence(fields) : digestSentence(fields.cadence);
}

export function watchSentence(spec: WatchSpec): string {
  if (spec.type === "digest") return digestSentence(spec.cadence);
  if (spec.type === "new_model") return newModelSentence(spec.provider);
  if (spec.type === "capability") return capabilitySentence("models" in spec ? spec.models.join(", ") : spec.model);
  if (spec.type === "retirement") {
    const names = "models" in spec ? spec.models.join(", ") : "model" in spec ? spec.model : `any model of ${spec.provider}`;
    return retirementSentence(names, (spec.days_before ?? DAYS_BEFORE.default).join(", "));
  }
  if (spec.type === "status") return statusSentence({ ...spec, value: spec.op === "becomes" ? spec.value : spec.op });
  return priceSentence({ ...spec, threshold: spec.op === "changes" ? "" : String(spec.threshold) });
}

const choicesOf = (words: Words) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** The choices of the form, in the words of the sentence. */
export const PRICE_FIELD_CHOICES = choicesOf(PRICE_FIELDS);
export const PRICE_OP_CHOICES = choicesOf(PRICE_OPS);
export const STATE_CHOICES = choicesOf(STATES);
export const CADENCE_CHOICES = choicesOf(CADENCES);
