import { z } from "zod";
import { FIRE_CAP, SECRET_LENGTH } from "@/lib/domain/watches/watch-limits";
import { encodedKey, isEncodedSecret } from "@/lib/domain/watches/signing-secret";
import { RetirementLine } from "./history/retirement-line";
import { RETIREMENT_PRECISIONS, RETIREMENT_STATES } from "@/lib/domain/models/retirements/retirement";
import { RETIREMENT_EVENTS } from "@/lib/domain/watches/watch-retirement";
import {
  DAYS_BEFORE,
  DIGEST_CADENCES,
  MOST_WATCHED_MODELS,
  PRICE_WATCH_FIELDS,
  readWatchSpec,
  SPEC_FAULTS,
  STATUS_WATCH_VALUES,
} from "@/lib/domain/watches/watch-spec";
import { DELIVERY_KINDS, DELIVERY_STATES, WATCH_STATES } from "@/lib/domain/watches/watch-state";

const model = z.string().describe("Id or name of a model");
const provider = z.string().describe("Id or name of a provider, as in `provider` of GET /api/status, or of one of its services");
const changes = z.literal("changes").describe("`changes` fires at every change");
const field = z.enum(PRICE_WATCH_FIELDS).describe("blended is the mean of the two prices");

const daysBefore = z
  .array(z.int().min(0).max(DAYS_BEFORE.max))
  .max(DAYS_BEFORE.most)
  .optional()
  .describe(`Days before an end on which it is told of once each; ${DAYS_BEFORE.default.join(", ")} by default`);

const WatchSpec = z
  .union([
    z
      .strictObject({
        type: z.literal("price"),
        model,
        field,
        op: z.enum(["lt", "gt"]).describe("`lt` fires when the price falls below the threshold, `gt` when it rises above it"),
        threshold: z.number().describe("Threshold in USD per 1M tokens"),
      })
      .meta({ id: "PriceThresholdSpec" }),
    z.strictObject({ type: z.literal("price"), model, field, op: changes }).meta({ id: "PriceChangeSpec" }),
    z
      .strictObject({
        type: z.literal("status"),
        provider,
        op: z.literal("becomes").describe("`becomes` fires when the status becomes `value`"),
        value: z.enum(STATUS_WATCH_VALUES),
      })
      .meta({ id: "StatusBecomesSpec" }),
    z.strictObject({ type: z.literal("status"), provider, op: changes }).meta({ id: "StatusChangeSpec" }),
    z
      .strictObject({ type: z.literal("digest"), cadence: z.enum(DIGEST_CADENCES).describe("How often, after 07:00 UTC") })
      .meta({ id: "DigestSpec" }),
    z.strictObject({ type: z.literal("retirement"), model, days_before: daysBefore }).meta({ id: "ModelRetirementSpec" }),
    z
      .strictObject({
        type: z.literal("retirement"),
        models: z.array(z.string()).min(1).max(MOST_WATCHED_MODELS).describe("Ids or names of models"),
        days_before: daysBefore,
      })
      .meta({ id: "ModelsRetirementSpec" }),
    z
      .strictObject({
        type: z.literal("retirement"),
        provider: z.string().describe("With type retirement: all models that it serves"),
        days_before: daysBefore,
      })
      .meta({ id: "ProviderRetirementSpec" }),
  ])
  .meta({ id: "WatchSpec" });

/** Validated by `readWatchSpec`, whose fault codes callers receive. */
const SpecInput = z
  .unknown()
  .superRefine((value, context) => {
    const { fault } = readWatchSpec(value);
    if (fault !== null) context.addIssue({ code: "custom", message: SPEC_FAULTS[fault], params: { reason: fault } });
  })
  .meta({
    missing: "invalid_spec",
    invalid: "invalid_spec",
    documentedAs: WatchSpec,
    description:
      "What to watch: price (model, field, op, threshold), status (provider, op, value), digest (cadence) or retirement (model, models or provider, days_before)",
  });

// A control character in a secret is most likely a mistake.
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

export const NewWatchBody = z
  .object({
    spec: SpecInput,
    callback_url: z
      .string()
      .min(1)
      .max(2048)
      .meta({ missing: "callback_url_required", invalid: "invalid_callback_url", reason: "invalid_url" })
      .describe("Public https address, port 443 or 8443"),
    secret: z
      .union([
        z.literal("generate"),
        z
          .string()
          .min(SECRET_LENGTH.min, `must have ${SECRET_LENGTH.min} to ${SECRET_LENGTH.max} characters`)
          .max(SECRET_LENGTH.max)
          .regex(PRINTABLE)
          .refine((secret) => !isEncodedSecret(secret) || encodedKey(secret) !== null, "begins with whsec_ and is not base64 after it"),
      ])
      .nullish()
      .meta({ invalid: "invalid_secret" })
      .describe(
        "Shared secret that deliveries are signed with; `generate` makes one, shown in this answer only. `webhook-signature` is keyed with the decoded bytes of a `whsec_` secret and with the text of any other; `X-Service-Signature` always with the text",
      ),
    fire_cap: z
      .int()
      .min(FIRE_CAP.min)
      .max(FIRE_CAP.max)
      .nullish()
      .meta({ invalid: "fire_cap_invalid" })
      .describe(`Deliveries after which the watch ends; ${FIRE_CAP.default} by default`),
    dry_run: z
      .boolean()
      .default(false)
      .describe("True asks what the watch would see and do now: nothing is created, sent or charged. Needs a token; 30 a minute"),
  })
  .meta({ invalid: "invalid_json" });

const follows = z
  .array(z.string())
  .describe(
    "What the name was resolved to: the listing as provider/model, or ids of services, or for a retirement watch the id of a provider; empty for a digest, and until one is found",
  );

export const Outlook = {
  follows,
  current_value: z
    .union([z.number(), z.record(z.string(), z.enum(STATUS_WATCH_VALUES))])
    .nullable()
    .describe("The price in USD per 1M tokens, or the state of each service; null for a digest, and where it is not known"),
  would_fire_now: z
    .boolean()
    .nullable()
    .describe("Whether the condition holds already, so that the watch fires only when it holds anew; null where that is not known"),
  warnings: z.array(z.string()),
};

/** Any text is accepted: a malformed id is answered like an unknown one. */
export const WatchIdParam = z.string().min(1).max(80).describe("Id of a watch: wat_ and 24 hex digits");

export const Watch = z
  .strictObject({
    id: z.string(),
    spec: WatchSpec,
    follows,
    callback_url: z.string(),
    created: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    fire_count: z.int(),
    fire_cap: z.int(),
    last_fired_at: z.iso.datetime().nullable(),
    last_delivery_status: z.int().nullable().describe("HTTP status of the last delivery; null before it, and when none was received"),
    status: z.enum(WATCH_STATES),
    has_secret: z.boolean(),
    verified: z.boolean().describe("True once the receiver has answered with 2xx"),
  })
  .meta({ id: "Watch" });

export const WatchDelivery = z
  .strictObject({
    id: z.string().describe("Of the attempt; a fire's is the delivery id that its receiver sees"),
    kind: z.enum(DELIVERY_KINDS),
    redelivery_of: z.string().nullable(),
    state: z
      .enum(DELIVERY_STATES)
      .describe(
        "lost: the process that sent it died on the way; dropped: the watch had ended, nothing was sent; expired: it could not be sent within a day",
      ),
    fired_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    duration_ms: z.int().nullable().describe("From sending to the end of the answer, or to the failure"),
    outcome: z
      .string()
      .nullable()
      .describe(
        "answered, or what failed: timeout, tls_error, connection_refused, dns_error, unsafe_target, body_too_slow, network_error, unsigned, lost",
      ),
    http_status: z.int().nullable(),
    detail: z.string().nullable(),
    match: z.looseObject({ type: z.string() }).nullable().describe("What fired, as it was sent"),
    request: z
      .strictObject({
        headers: z.record(z.string(), z.string()).describe("Signatures included; the secret is never shown"),
        body: z.string().describe("The bytes that were signed"),
      })
      .nullable()
      .describe("What was sent; null where nothing was, and where it is not known because the process died on the way"),
  })
  .meta({ id: "WatchDelivery" });

const Sent = {
  watch_id: z.string(),
  delivery_id: z.string().describe("Also the `webhook-id` header; the same for every sending of one message"),
  fired_at: z.iso.datetime(),
  fire_count: z.int(),
  fire_cap: z.int(),
  spec: WatchSpec,
};

const PriceMatch = z.strictObject({
  type: z.literal("price"),
  model: z.string(),
  provider: z.string(),
  field: z.string(),
  op: z.string(),
  threshold: z.number().optional(),
  from: z.number().describe("USD per 1M tokens"),
  to: z.number(),
  delta_pct: z.number().nullable(),
});

const StatusMatch = z.strictObject({
  type: z.literal("status"),
  provider: z.string(),
  name: z.string(),
  op: z.string(),
  value: z.string().optional(),
  from: z.string(),
  to: z.string(),
});

const Entry = z.strictObject({ model: z.string(), provider: z.string(), inputPrice: z.number(), outputPrice: z.number() });
const Change = z.strictObject({
  model: z.string(),
  provider: z.string(),
  field: z.string(),
  from: z.number(),
  to: z.number(),
  delta_pct: z.number().nullable(),
});

const DigestMatch = z.strictObject({
  type: z.literal("digest"),
  cadence: z.string(),
  period: z.strictObject({ from: z.iso.datetime(), to: z.iso.datetime() }),
  has_baseline: z.boolean().describe("False: no earlier day was captured, so nothing could be compared"),
  pricing: z.strictObject({
    changed: z.array(Change).max(20),
    added: z.array(Entry).max(20),
    removed: z.array(Entry).max(20),
    total_changes: z.int().describe("Number of models in these lists, each counted once"),
    omitted: z.int().describe("Models beyond the lists"),
  }),
  retirements: z.array(RetirementLine).max(20).describe("Ends of models that were announced or moved in the period, the newest first"),
});

const RetirementMatch = z.strictObject({
  type: z.literal("retirement"),
  event: z.enum(RETIREMENT_EVENTS).describe("`days_before`: one of the watch's numbers of days before the end is reached"),
  model: z.string().describe("Its id at the provider"),
  provider: z.string(),
  state: z.enum(RETIREMENT_STATES),
  announced_on: z.string().nullable(),
  retires_on: z.string().nullable(),
  precision: z.enum(RETIREMENT_PRECISIONS),
  moved_from: z.string().nullable().describe("The day before it moved"),
  days_left: z.int().nullable(),
  replacement: z.string().nullable(),
  options: z.array(z.string()),
  rerouted_to: z.string().nullable().describe("The model that answers afterwards"),
  source_url: z.string().nullable(),
});

export const WatchFire = z
  .strictObject({ event: z.literal("watch.fire"), ...Sent, match: z.union([PriceMatch, StatusMatch, DigestMatch, RetirementMatch]) })
  .meta({ id: "WatchFire" });

export const WatchPing = z.strictObject({ event: z.literal("watch.ping"), ...Sent }).meta({ id: "WatchPing" });
