import { z } from "zod";
import { WatchSpec } from "./watches/watch-spec";
import { WATCH_FORMATS } from "@/lib/domain/watches/chat/watch-format";
import { FIRE_CAP, SECRET_LENGTH } from "@/lib/domain/watches/watch-limits";
import { encodedKey, isEncodedSecret } from "@/lib/domain/watches/signing-secret";
import { readWatchSpec, SPEC_FAULTS, STATUS_WATCH_VALUES } from "@/lib/domain/watches/watch-spec";
import { DELIVERY_KINDS, DELIVERY_STATES, WATCH_STATES } from "@/lib/domain/watches/watch-state";

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
      "What to watch: price (model, field, op, threshold), status (provider, op, value), digest (cadence), retirement (model, models or provider, days_before), capability (model or models) or new_model (provider: the maker)",
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
      .describe("Public https address, port 443 or 8443; of Slack, Discord or Teams the address of an incoming webhook"),
    format: z
      .enum(WATCH_FORMATS)
      .optional()
      .describe(
        "Body of deliveries: our JSON, or a sentence with a link as an incoming webhook of the chat product takes it. By default that of the product whose address it is, and json for any other",
      ),
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
    "What the name was resolved to: the listing as provider/model, or ids of services, or the id of a provider whose ends or new models are followed; empty for a digest, and until one is found",
  );

export const Outlook = {
  follows,
  current_value: z
    .union([z.number(), z.record(z.string(), z.enum(STATUS_WATCH_VALUES))])
    .nullable()
    .describe("The price in USD per 1M tokens, or the state of each service; null for other types of watches, and where it is not known"),
  would_fire_now: z
    .boolean()
    .nullable()
    .describe("Whether the condition holds already, so that the watch fires only when it holds anew; null where that is not known"),
  warnings: z.array(z.string()),
};

export const WatchExample = z
  .strictObject({
    sentence: z.string(),
    lines: z.array(z.string()).describe("What belongs to the sentence, one thing a line"),
    link: z.strictObject({ label: z.string(), url: z.url() }),
    body: z.string().describe("What would be sent, in the format of the watch"),
  })
  .describe("A delivery with made-up figures: the words of a chat message, and the body");

/** Any text is accepted: a malformed id is answered like an unknown one. */
export const WatchIdParam = z.string().min(1).max(80).describe("Id of a watch: wat_ and 24 hex digits");

export const Watch = z
  .strictObject({
    id: z.string(),
    spec: WatchSpec,
    follows,
    format: z.enum(WATCH_FORMATS),
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
    not_before: z.iso
      .datetime()
      .nullable()
      .describe("Set while a delivery waits because a chat product answered 429: it is sent again after that"),
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
