import { z } from "zod";
import { RetirementLine } from "../history/retirement-line";
import { WatchSpec } from "./watch-spec";
import { RETIREMENT_PRECISIONS, RETIREMENT_STATES } from "@/lib/domain/models/retirements/retirement";
import { ABILITY_FIELDS } from "@/lib/domain/watches/watch-ability";
import { RETIREMENT_EVENTS } from "@/lib/domain/watches/watch-retirement";

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

const AbilityValue = z.union([z.number(), z.boolean(), z.array(z.string())]);

const CapabilityMatch = z.strictObject({
  type: z.literal("capability"),
  model: z.string(),
  model_id: z.string().describe("`provider/id` of the listing"),
  provider: z.string(),
  changes: z
    .array(z.strictObject({ field: z.enum(ABILITY_FIELDS), from: AbilityValue, to: AbilityValue }))
    .min(1)
    .describe("Fields as in GET /api/models. What comes to be known, or is known no more, is no change"),
});

const NewModelMatch = z.strictObject({
  type: z.literal("new_model"),
  provider: z.string().describe("Id of the maker"),
  models: z
    .array(
      z.strictObject({
        model: z.string(),
        model_id: z.string().describe("`provider/id` of the listing"),
        provider: z.string().describe("Where it is listed"),
        input_price: z.number().nullable().describe("USD per 1M tokens"),
        output_price: z.number().nullable(),
        context_window: z.int().nullable(),
        released: z.string().nullable(),
      }),
    )
    .min(1)
    .max(20),
  omitted: z.int().describe("Further models beyond the list"),
});

const Match = z.union([PriceMatch, StatusMatch, DigestMatch, RetirementMatch, CapabilityMatch, NewModelMatch]);

export const WatchFire = z.strictObject({ event: z.literal("watch.fire"), ...Sent, match: Match }).meta({ id: "WatchFire" });

export const WatchPing = z.strictObject({ event: z.literal("watch.ping"), ...Sent }).meta({ id: "WatchPing" });
