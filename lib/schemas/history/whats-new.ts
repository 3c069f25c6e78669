import { z } from "zod";
import { PRICE_FIELDS } from "@/lib/domain/history/compare-prices";
import { RetirementLine } from "./retirement-line";
import { ModelLifeFields } from "../models/model-life";
import { STARTED_BEFORE } from "../status";

const Moment = z.iso.datetime();
const Count = z.int();
const Price = z.number().nullable().describe("USD per 1M tokens; null where nobody publishes it");
const modelFields = {
  model: z.string(),
  model_id: z.string().describe("`provider/id` of the listing"),
  provider: z.string(),
  ...ModelLifeFields,
};

export const WhatsNew = z.strictObject({
  computed_at: Moment,
  window: z.strictObject({ from: Moment, to: Moment, days: Count }),
  summary: z.strictObject({
    total_pricing_changes: Count.nullable().describe(
      "Models in `pricing.changes`, each counted once though it has an entry for each changed price; null without a baseline: unknown, as the next two",
    ),
    new_models: Count.nullable(),
    removed_models: Count.nullable(),
    incidents: Count.nullable().describe("Null where no status was ever read: unknown"),
    news_articles: Count.nullable().describe("Entries of `news`, at most `news_limit`; null where no news were ever read: unknown"),
  }),
  pricing: z.strictObject({
    baseline: z
      .strictObject({ date: z.iso.date(), taken_at: Moment })
      .nullable()
      .describe(
        "The snapshot that today's catalog is compared with; null where none reaches back to the start of the window: nothing is new or changed then",
      ),
    changes: z.array(
      z.strictObject({
        ...modelFields,
        field: z.enum(PRICE_FIELDS),
        from: Price,
        to: Price,
        delta_pct: z.number().nullable().describe("Null from 0, and from or to an unknown price"),
      }),
    ),
    new_models: z.array(z.strictObject({ ...modelFields, input_per_1m: Price, output_per_1m: Price, tier: z.string().nullable() })),
    removed_models: z.array(z.strictObject(modelFields)),
  }),
  retirements: z
    .array(RetirementLine)
    .describe("Ends of models at hosts that were announced, or whose day moved, in the window; the newest first"),
  status: z.strictObject({
    incidents: z
      .array(
        z.strictObject({
          id: z.string(),
          service: z.string(),
          provider: z.string(),
          severity: z.enum(["minor", "major"]),
          title: z.string(),
          started_at: Moment,
          resolved_at: Moment.nullable(),
          duration_minutes: Count.nullable(),
          started_before: STARTED_BEFORE,
        }),
      )
      .describe("Started or resolved in the window; open ones first"),
    currently_operational: Count,
    currently_degraded: Count,
    currently_down: Count,
    currently_unknown: Count,
  }),
  news: z.array(
    z.strictObject({
      title: z.string(),
      url: z.url(),
      source: z.string(),
      source_domain: z.string(),
      published_at: Moment,
      snippet: z.string(),
      categories: z.array(z.string()),
    }),
  ),
  data_freshness: z.strictObject({ pricing: Moment.nullable(), status: Moment.nullable(), news: Moment.nullable() }),
  notes: z.array(z.string()),
});

export type WhatsNew = z.output<typeof WhatsNew>;
