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
export type SpecReading = { spec: WatchSpec; fault: null } | { spec: null; fault: SpecFault };

const MAX_NAME_LENGTH = 200;
/** Control characters and lone surrogates: no name contains them, and Postgres rejects NUL and lone surrogates. */
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

/** Parses a caller's `spec` and drops unknown members. On failure it names the first fault. */
export function readWatchSpec(value: unknown): SpecReading {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return invalid("spec_required");
  const input = value as Record<string, unknown>;
  if (input.type === "price") return priceSpec(input);
  if (input.type === "status") return statusSpec(input);
  if (input.type === "digest") return digestSpec(input);
  return invalid("unsupported_watch_type");
}
