import type { KnownState } from "../status/service-state";

export const PRICE_WATCH_FIELDS = ["inputPrice", "outputPrice", "blended"] as const;
const PRICE_WATCH_OPS = ["lt", "gt", "changes"] as const;
const STATUS_WATCH_OPS = ["becomes", "changes"] as const;
export const STATUS_WATCH_VALUES = ["operational", "degraded", "down"] as const satisfies readonly KnownState[];
export const DIGEST_CADENCES = ["daily", "weekly"] as const;

export type PriceWatchField = (typeof PRICE_WATCH_FIELDS)[number];
export type DigestCadence = (typeof DIGEST_CADENCES)[number];

export type PriceWatchSpec = { type: "price"; model: string; field: PriceWatchField } & (
  | { op: "lt" | "gt"; threshold: number }
  | { op: "changes" }
);
export type StatusWatchSpec = { type: "status"; provider: string } & ({ op: "becomes"; value: KnownState } | { op: "changes" });
interface DigestWatchSpec {
  type: "digest";
  cadence: DigestCadence;
}

export const DAYS_BEFORE = { default: [90, 60, 30, 7, 1], most: 10, max: 365 } as const;
export const MOST_WATCHED_MODELS = 50;
/** Characters of a name of a model, provider or maker. */
export const MAX_NAME_LENGTH = 200;

/** Stored ones always have `days_before`. */
export type RetirementWatchSpec = { type: "retirement"; days_before?: number[] | undefined } & (
  | { model: string }
  | { models: string[] }
  | { provider: string }
);
export type CapabilityWatchSpec = { type: "capability" } & ({ model: string } | { models: string[] });
export interface NewModelWatchSpec {
  type: "new_model";
  /** The maker. */
  provider: string;
}
export type WatchSpec = PriceWatchSpec | StatusWatchSpec | DigestWatchSpec | RetirementWatchSpec | CapabilityWatchSpec | NewModelWatchSpec;

export const WATCH_TYPES = [
  "price",
  "status",
  "digest",
  "retirement",
  "capability",
  "new_model",
] as const satisfies readonly WatchSpec["type"][];
export type WatchType = (typeof WATCH_TYPES)[number];

export const SPEC_FAULTS = {
  spec_required: "give `spec`, an object with `type`",
  unsupported_watch_type: `\`type\` is one of ${WATCH_TYPES.join(", ")}`,
  price_watch_model_required: `give \`model\`, an id or a name of at most ${MAX_NAME_LENGTH} characters`,
  price_watch_field_invalid: "`field` is inputPrice, outputPrice or blended",
  price_watch_op_invalid: "`op` is lt, gt or changes",
  price_watch_threshold_required: "`op` lt and gt need `threshold`, a number of at least 0",
  status_watch_provider_required: `give \`provider\`, an id or a name of at most ${MAX_NAME_LENGTH} characters`,
  status_watch_op_invalid: "`op` is becomes or changes",
  status_watch_value_required_when_becomes: "`op` becomes needs `value`: operational, degraded or down",
  digest_watch_cadence_invalid: "`cadence` is daily or weekly",
  retirement_watch_subject_required: `give one of \`model\`, \`models\` (at most ${MOST_WATCHED_MODELS}) and \`provider\`, ids or names of at most ${MAX_NAME_LENGTH} characters`,
  retirement_watch_days_before_invalid: `\`days_before\` is a list of at most ${DAYS_BEFORE.most} whole numbers from 0 to ${DAYS_BEFORE.max}`,
  capability_watch_subject_required: `give one of \`model\` and \`models\` (at most ${MOST_WATCHED_MODELS}), ids or names of at most ${MAX_NAME_LENGTH} characters`,
  new_model_watch_provider_required: `give \`provider\`, the id or a name of a maker of at most ${MAX_NAME_LENGTH} characters`,
} as const;

type SpecFault = keyof typeof SPEC_FAULTS;
export type SpecReading = { spec: WatchSpec; fault: null } | { spec: null; fault: SpecFault };

/** Characters that no name contains: controls, and lone surrogates. Postgres rejects NUL and lone surrogates. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

const invalid = (reason: SpecFault): SpecReading => ({ spec: null, fault: reason });
const valid = (spec: WatchSpec): SpecReading => ({ spec, fault: null });

function textOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" || text.length > MAX_NAME_LENGTH || UNSTORABLE.test(text) ? null : text;
}

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | null => words.find((word) => word === value) ?? null;

function priceSpec(input: Record<string, unknown>): SpecReading {
  const model = textOf(input.model);
  if (model === null) return invalid("price_watch_model_required");
  const field = oneOf(PRICE_WATCH_FIELDS, input.field);
  if (field === null) return invalid("price_watch_field_invalid");
  const op = oneOf(PRICE_WATCH_OPS, input.op);
  if (op === null) return invalid("price_watch_op_invalid");
  if (op === "changes") return valid({ type: "price", model, field, op });
  const { threshold } = input;
  if (typeof threshold !== "number" || !Number.isFinite(threshold) || threshold < 0) return invalid("price_watch_threshold_required");
  return valid({ type: "price", model, field, op, threshold });
}

function statusSpec(input: Record<string, unknown>): SpecReading {
  const provider = textOf(input.provider);
  if (provider === null) return invalid("status_watch_provider_required");
  const op = oneOf(STATUS_WATCH_OPS, input.op);
  if (op === null) return invalid("status_watch_op_invalid");
  if (op === "changes") return valid({ type: "status", provider, op });
  const value = oneOf(STATUS_WATCH_VALUES, input.value);
  return value === null ? invalid("status_watch_value_required_when_becomes") : valid({ type: "status", provider, op, value });
}

function digestSpec(input: Record<string, unknown>): SpecReading {
  const cadence = oneOf(DIGEST_CADENCES, input.cadence);
  return cadence === null ? invalid("digest_watch_cadence_invalid") : valid({ type: "digest", cadence });
}

function daysBefore(value: unknown): number[] | null {
  if (value === undefined || value === null) return [...DAYS_BEFORE.default];
  if (!Array.isArray(value) || value.length > DAYS_BEFORE.most) return null;
  const areDays = value.every((day) => Number.isInteger(day) && day >= 0 && day <= DAYS_BEFORE.max);
  return areDays ? [...new Set(value as number[])].toSorted((a, b) => b - a) : null;
}

/** Names of what is watched, of which exactly one kind is given. */
function modelSubject({ model, models, provider }: Record<string, unknown>) {
  if ([model, models, provider].filter((given) => given !== undefined && given !== null).length !== 1) return null;
  if (Array.isArray(models)) {
    const names = models.map(textOf);
    const known = names.filter((name) => name !== null);
    return known.length > 0 && known.length === names.length && known.length <= MOST_WATCHED_MODELS ? { models: known } : null;
  }
  const [one, host] = [textOf(model), textOf(provider)];
  if (one !== null) return { model: one };
  return host === null ? null : { provider: host };
}

function retirementSpec(input: Record<string, unknown>): SpecReading {
  const subject = modelSubject(input);
  if (subject === null) return invalid("retirement_watch_subject_required");
  const days = daysBefore(input.days_before);
  return days === null ? invalid("retirement_watch_days_before_invalid") : valid({ type: "retirement", ...subject, days_before: days });
}

function capabilitySpec(input: Record<string, unknown>): SpecReading {
  const subject = modelSubject(input);
  return subject === null || "provider" in subject
    ? invalid("capability_watch_subject_required")
    : valid({ type: "capability", ...subject });
}

function newModelSpec(input: Record<string, unknown>): SpecReading {
  const provider = textOf(input.provider);
  return provider === null ? invalid("new_model_watch_provider_required") : valid({ type: "new_model", provider });
}

const READERS: Readonly<Record<WatchType, (input: Record<string, unknown>) => SpecReading>> = {
  price: priceSpec,
  status: statusSpec,
  digest: digestSpec,
  retirement: retirementSpec,
  capability: capabilitySpec,
  new_model: newModelSpec,
};

/** Parses a caller's `spec` and drops unknown members. On failure it names the first fault. */
export function readWatchSpec(value: unknown): SpecReading {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return invalid("spec_required");
  const input = value as Record<string, unknown>;
  const type = oneOf(WATCH_TYPES, input.type);
  return type === null ? invalid("unsupported_watch_type") : READERS[type](input);
}
