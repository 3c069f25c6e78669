import { FIRE_CAP } from "./watch-limits";
import { formatFor, formatWarning, FORMAT_NAMES, WATCH_FORMATS, type WatchFormat } from "./chat/watch-format";
import { DAYS_BEFORE, WATCH_TYPES, type WatchSpec, type WatchType } from "./watch-spec";

/** Ways to sign deliveries: by a secret from the service, the caller's own, or the service's key alone. */
const SECRET_CHOICES = ["generate", "own", "none"] as const;
export type SecretChoice = (typeof SECRET_CHOICES)[number];

/** The fields of the form of a new watch, as text. A secret of the caller's own is not among them: it is never sent back. */
export interface WatchFields {
  type: WatchType;
  model: string;
  field: string;
  op: string;
  threshold: string;
  provider: string;
  /** The state that a service takes, or `changes` for any. */
  value: string;
  cadence: string;
  /** Numbers divided by commas. */
  days_before: string;
  callback_url: string;
  /** A format, or `address` for the one that the address says. */
  format: string;
  fire_cap: string;
  secret_choice: SecretChoice;
}

const BY_ADDRESS = "address";

const DEFAULTS: WatchFields = {
  type: "price",
  model: "",
  field: "inputPrice",
  op: "lt",
  threshold: "",
  provider: "",
  value: "down",
  cadence: "daily",
  days_before: DAYS_BEFORE.default.join(", "),
  callback_url: "",
  format: BY_ADDRESS,
  fire_cap: String(FIRE_CAP.default),
  secret_choice: "generate",
};

export const emptyFields = (type: WatchType): WatchFields => ({ ...DEFAULTS, type });

const oneOf = <Choice extends string>(choices: readonly Choice[], value: unknown, fallback: Choice): Choice =>
  choices.find((choice) => choice === value) ?? fallback;

/** Reads the fields of a form; one that was not sent keeps its default. */
export function watchFieldsOf(form: { get(name: string): unknown }): WatchFields {
  const type = oneOf(WATCH_TYPES, form.get("type"), DEFAULTS.type);
  const fields = Object.entries(emptyFields(type)).map(([name, fallback]) => {
    const value = form.get(name);
    return [name, typeof value === "string" ? value : fallback];
  });
  return { ...Object.fromEntries(fields), type, secret_choice: oneOf(SECRET_CHOICES, form.get("secret_choice"), DEFAULTS.secret_choice) };
}

/** A number as the form has it; text that is none stays text, so that the API refuses it and names it. */
const numberOrText = (text: string): number | string => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text));

const namesIn = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function modelsOf({ model }: WatchFields): Record<string, unknown> | null {
  const models = namesIn(model);
  if (models.length > 1) return { models };
  return models.length === 1 ? { model: models[0] } : null;
}

/** The `spec` of a request. It is checked where the request is. */
export function specOf(fields: WatchFields): Record<string, unknown> {
  const { type, model, field, op, threshold, provider, value, cadence } = fields;
  if (type === "price") return { type, model, field, op, ...(op === "changes" ? {} : { threshold: numberOrText(threshold) }) };
  if (type === "status") return { type, provider, ...(value === "changes" ? { op: "changes" } : { op: "becomes", value }) };
  if (type === "capability") return { type, ...modelsOf(fields) };
  if (type === "new_model") return { type, provider };
  // Models where any are named, and otherwise all of a provider.
  if (type === "retirement") {
    return { type, ...(modelsOf(fields) ?? { provider }), days_before: namesIn(fields.days_before).map(numberOrText) };
  }
  return { type, cadence };
}

/** The format of a request; text that is none stays text, for the API to refuse by name. */
export const formatOf = ({ format, callback_url: address }: Pick<WatchFields, "format" | "callback_url">): string =>
  format === BY_ADDRESS ? formatFor(undefined, address) : format;

export const FORMAT_CHOICES = [
  { value: BY_ADDRESS, label: "As the address says" },
  ...WATCH_FORMATS.map((value) => ({ value, label: FORMAT_NAMES[value] })),
];

/** What is sent to the address that was typed, and whether format and address fit. */
export function formatNote(fields: Pick<WatchFields, "format" | "callback_url">): string {
  if (fields.callback_url.trim() === "") {
    return "An incoming webhook of Slack, Discord or Teams gets a sentence with a link; any other address gets JSON.";
  }
  const format = formatOf(fields) as WatchFormat;
  const sent = format === "json" ? "A JSON body is sent." : `A sentence with a link is sent, as ${FORMAT_NAMES[format]} shows it.`;
  return formatWarning(format, fields.callback_url) ?? sent;
}

/** The fields that a copy of this watch begins with. Its secret is not known any more. */
export function fieldsOfWatch(watch: {
  spec: WatchSpec;
  callback_url: string;
  format: WatchFormat;
  fire_cap: number;
  has_secret: boolean;
}): WatchFields {
  const { spec } = watch;
  const common = {
    ...emptyFields(spec.type),
    callback_url: watch.callback_url,
    format: watch.format,
    fire_cap: String(watch.fire_cap),
    secret_choice: watch.has_secret ? ("generate" as const) : ("none" as const),
  };
  if (spec.type === "digest") return { ...common, cadence: spec.cadence };
  if (spec.type === "new_model") return { ...common, provider: spec.provider };
  if (spec.type === "capability") return { ...common, model: "models" in spec ? spec.models.join(", ") : spec.model };
  if (spec.type === "retirement") {
    const model = "models" in spec ? spec.models.join(", ") : "model" in spec ? spec.model : "";
    return {
      ...common,
      model,
      provider: "provider" in spec ? spec.provider : "",
      days_before: (spec.days_before ?? DAYS_BEFORE.default).join(", "),
    };
  }
  if (spec.type === "status") return { ...common, provider: spec.provider, value: spec.op === "becomes" ? spec.value : "changes" };
  const threshold = spec.op === "changes" ? {} : { threshold: String(spec.threshold) };
  return { ...common, model: spec.model, field: spec.field, op: spec.op, ...threshold };
}

const FAULTY: Readonly<Record<string, keyof WatchFields | "secret">> = {
  price_watch_model_required: "model",
  price_watch_threshold_required: "threshold",
  status_watch_provider_required: "provider",
  retirement_watch_subject_required: "model",
  retirement_watch_days_before_invalid: "days_before",
  capability_watch_subject_required: "model",
  new_model_watch_provider_required: "provider",
  ambiguous_model: "model",
  callback_url_required: "callback_url",
  invalid_callback_url: "callback_url",
  callback_url_unresolvable: "callback_url",
  fire_cap_invalid: "fire_cap",
  invalid_secret: "secret",
};

/** The field that a refusal is about; null where it is about none. */
export const faultyField = (code: string, reason: unknown): keyof WatchFields | "secret" | null =>
  FAULTY[typeof reason === "string" ? reason : ""] ?? FAULTY[code] ?? null;
