import { z } from "zod";
import type { Billing } from "@/lib/money/call/paid-call";
import { ageSecondsOf, isStaleAge } from "@/lib/domain/freshness/clock";
import type { DatedCapture } from "@/lib/domain/freshness/dataset-capture";
import { NO_CHARGE_REASONS, type NoChargeReason } from "@/lib/domain/money/no-charge";
import { Receipt } from "@/lib/schemas/receipts";
import type { AnyEndpoint } from "./endpoint";
import { sampleMember } from "./sample-mark";

/** Why an answer has no receipt. */
export const UNSIGNED = "clock_unsure" satisfies NoChargeReason;

/** Covered by the receipt's signature: the age of the data and the promise it is measured against. */
const Freshness = z
  .strictObject({
    as_of: z.iso
      .datetime()
      .nullable()
      .describe(
        "When the data of this answer was read at its source: of the dataset with the strictest promise, or of the first that is older than its own. Null when that is unknown.",
      ),
    data_age_seconds: z.int().nullable(),
    max_age_seconds: z.int().nullable().describe("Promised longest age of that data; null where none is promised."),
    fresh: z.boolean(),
    sla_applies: z.boolean(),
  })
  .meta({ id: "AnswerFreshness" });

export const BillingSchema = z
  .strictObject({
    credits_charged: z.int().min(0),
    credits_remaining: z.int().min(0).describe("What the account can still spend; credits that other calls hold are not in it."),
    surplus: z
      .strictObject({ credits: z.int().positive(), wallet: z.string(), how_to_collect: z.string() })
      .optional()
      .describe("What a transaction without proof paid above the price, and where that is credited."),
    no_charge_reason: z.enum(NO_CHARGE_REASONS).optional(),
    afta_doc: z.string().optional(),
  })
  .meta({ id: "Billing" });

/** Errors are answered also while the balance cannot be read. */
export const ErrorBillingSchema = BillingSchema.extend({
  credits_remaining: z
    .int()
    .min(0)
    .nullable()
    .describe("Null where the balance could not be read, as while the database is away; never a guess."),
}).meta({ id: "ErrorBilling", description: "Of errors of paid endpoints: nothing is charged for them." });

export const PREMIUM_MEMBERS = {
  stale: z.literal(true).optional().describe("Present when the data is older than promised; nothing was charged then."),
  stale_age_seconds: z.int().nullable().optional(),
  stale_sla_seconds: z.int().optional(),
  freshness: Freshness,
  billing: BillingSchema,
  receipt: Receipt.optional().describe("Signed for every answer, charged or not, unless `receipt_status` says why there is none."),
  receipt_status: z
    .literal(UNSIGNED)
    .optional()
    .describe(
      "Present instead of `receipt` while the clocks that this service compares disagree: a receipt states a time, and none is signed that is in doubt. Nothing is charged then.",
    ),
};

export interface Age {
  isStale: boolean;
  block: z.output<typeof Freshness>;
}

export function ageOf({ capturedAt, slaSeconds: sla }: DatedCapture, now: Date): Age {
  const age = ageSecondsOf(capturedAt, now);
  const isStale = isStaleAge(age, sla);
  return {
    isStale,
    block: {
      as_of: capturedAt?.toISOString() ?? null,
      data_age_seconds: age,
      max_age_seconds: sla,
      fresh: !isStale,
      sla_applies: sla !== null,
    },
  };
}

/** The part of the body that the receipt's response hash covers. */
export function hashedBody(endpoint: AnyEndpoint, payload: object, { isStale, block }: Age): Record<string, unknown> {
  const marks = isStale ? { stale: true, stale_age_seconds: block.data_age_seconds, stale_sla_seconds: block.max_age_seconds } : {};
  return { ok: true, ...payload, ...marks, freshness: block, ...sampleMember(endpoint) };
}

const FAIR_TRADE_DOC = "/.well-known/agent-fair-trade.json";

export const withPolicy = (billing: Billing): Billing & { afta_doc?: string } =>
  billing.no_charge_reason ? { ...billing, afta_doc: FAIR_TRADE_DOC } : billing;
