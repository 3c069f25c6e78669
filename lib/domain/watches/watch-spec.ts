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
export type WatchSpec = PriceWatchSpec | StatusWatchSpec | DigestWatchSpec;

/** Each fault with what is accepted in its place. */
export const SPEC_FAULTS = {
  spec_required: "give `spec`, an object with `type`",
  unsupported_watch_type: "`type` is price, status or digest",
  price_watch_model_required: "give `model`, an id or a name of at most 200 characters",
  price_watch_field_invalid: "`field` is inputPrice, outputPrice or blended",
  price_watch_op_invalid: "`op` is lt, gt or changes",
  price_watch_threshold_required: "`op` lt and gt need `threshold`, a number of at least 0",
  status_watch_provider_required: "give `provider`, an id or a name of at most 200 characters",
  status_watch_op_invalid: "`op` is becomes or changes",
  status_watch_value_required_when_becomes: "`op` becomes needs `value`: operational, degraded or down",
  digest_watch_cadence_invalid: "`cadence` is daily or weekly",
} as const;

type SpecFault = keyof typeof SPEC_FAULTS;
export type ReadSpec = { spec: WatchSpec; fault: null } | { spec: null; fault: SpecFault };

const LONGEST_NAME = 200;
/** Control characters and halves of characters: no name has them, and databases take neither. */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/u;

const fault = (reason: SpecFault): ReadSpec => ({ spec: null, fault: reason });
const read = (spec: WatchSpec): ReadSpec => ({ spec, fault: null });

function textOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" || text.length > LONGEST_NAME || UNWRITABLE.test(text) ? null : text;
}

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | null => words.find((word) => word === value) ?? null;

function priceSpec(given: Record<string, unknown>): ReadSpec {
  const model = textOf(given.model);
  if (model === null) return fault("price_watch_model_required");
  const field = oneOf(PRICE_WATCH_FIELDS, given.field);
  if (field === null) return fault("price_watch_field_invalid");
  const op = oneOf(PRICE_WATCH_OPS, given.op);
  if (op === null) return fault("price_watch_op_invalid");
  if (op === "changes") return read({ type: "price", model, field, op });
  const { threshold } = given;
  if (typeof threshold !== "number" || !Number.isFinite(threshold) || threshold < 0) return fault("price_watch_threshold_required");
  return read({ type: "price", model, field, op, threshold });
}

function statusSpec(given: Record<string, unknown>): ReadSpec {
  const provider = textOf(given.provider);
  if (provider === null) return fault("status_watch_provider_required");
  const op = oneOf(STATUS_WATCH_OPS, given.op);
  if (op === null) return fault("status_watch_op_invalid");
  if (op === "changes") return read({ type: "status", provider, op });
  const value = oneOf(STATUS_WATCH_VALUES, given.value);
  return value === null ? fault("status_watch_value_required_when_becomes") : read({ type: "status", provider, op, value });
}

function digestSpec(given: Record<string, unknown>): ReadSpec {
  const cadence = oneOf(DIGEST_CADENCES, given.cadence);
  return cadence === null ? fault("digest_watch_cadence_invalid") : read({ type: "digest", cadence });
}

/** What a caller sent as `spec`, without anything that its type does not know; or the first thing that is wrong with it. */
export function readWatchSpec(value: unknown): ReadSpec {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fault("spec_required");
  const given = value as Record<string, unknown>;
  if (given.type === "price") return priceSpec(given);
  if (given.type === "status") return statusSpec(given);
  if (given.type === "digest") return digestSpec(given);
  return fault("unsupported_watch_type");
}
