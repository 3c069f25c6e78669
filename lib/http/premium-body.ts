import { z } from "zod";
import type { Billing } from "@/lib/billing/paid-call";
import type { DatedCapture } from "@/lib/domain/dataset-capture";
import { NO_CHARGE_REASONS } from "@/lib/domain/no-charge";
import { Receipt } from "@/lib/schemas/receipt";

/** Part of what is signed: how old the data was, and against which promise. */
const Freshness = z.strictObject({
  as_of: z.iso.datetime().nullable().describe("When the data of this answer that turns stale first was read at its source; null when unknown or where age means nothing."),
  data_age_seconds: z.int().nullable(),
  max_age_seconds: z.int().nullable().describe("Promised longest age of that data; null where none is promised."),
  fresh: z.boolean(),
  sla_applies: z.boolean(),
});

export const BillingSchema = z.strictObject({
  credits_charged: z.int().min(0),
  credits_remaining: z.int().min(0),
  no_charge_reason: z.enum(NO_CHARGE_REASONS).optional(),
  afta_doc: z.string().optional(),
});

/** What the engine adds to a premium payload. */
export const PREMIUM_MEMBERS = {
  stale: z.literal(true).optional().describe("Present when the data is older than promised; nothing was charged then."),
  stale_age_seconds: z.int().nullable().optional(),
  stale_sla_seconds: z.int().optional(),
  freshness: Freshness,
  billing: BillingSchema,
  receipt: Receipt,
};

export interface Age {
  isStale: boolean;
  block: z.output<typeof Freshness>;
}

/** Unknown age under a promise is stale: it fails toward no charge. */
export function ageOf({ capturedAt, slaSeconds: sla }: DatedCapture, now: Date): Age {
  const age = capturedAt && Math.max(0, Math.floor((now.getTime() - capturedAt.getTime()) / 1000));
  const isStale = sla !== null && (age === null || age > sla);
  return { isStale, block: { as_of: capturedAt?.toISOString() ?? null, data_age_seconds: age, max_age_seconds: sla, fresh: !isStale, sla_applies: sla !== null } };
}

/** The part of the body that the receipt's response hash covers. */
export function hashedBody(payload: object, { isStale, block }: Age): Record<string, unknown> {
  const marks = isStale ? { stale: true, stale_age_seconds: block.data_age_seconds, stale_sla_seconds: block.max_age_seconds } : {};
  return { ok: true, ...payload, ...marks, freshness: block };
}

export const FAIR_TRADE_DOC = "/.well-known/agent-fair-trade.json";

export const withPolicy = (billing: Billing): Billing & { afta_doc?: string } => (billing.no_charge_reason ? { ...billing, afta_doc: FAIR_TRADE_DOC } : billing);
