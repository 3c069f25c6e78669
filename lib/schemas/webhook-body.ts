import { z } from "zod";
import { WatchSpec } from "./watch";

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
    total_changes: z.int().describe("Of those listed"),
    omitted: z.int().describe("Changes beyond the lists"),
  }),
});

/** Body of a delivery. */
export const WatchFire = z
  .strictObject({ event: z.literal("watch.fire"), ...Sent, match: z.union([PriceMatch, StatusMatch, DigestMatch]) })
  .meta({ id: "WatchFire" });

/** Body of a test. */
export const WatchPing = z.strictObject({ event: z.literal("watch.ping"), ...Sent }).meta({ id: "WatchPing" });
