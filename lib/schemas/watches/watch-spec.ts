import { z } from "zod";
import {
  DAYS_BEFORE,
  DIGEST_CADENCES,
  MOST_WATCHED_MODELS,
  PRICE_WATCH_FIELDS,
  STATUS_WATCH_VALUES,
} from "@/lib/domain/watches/watch-spec";

const model = z.string().describe("Id or name of a model");
const models = z.array(z.string()).min(1).max(MOST_WATCHED_MODELS).describe("Ids or names of models");
const provider = z.string().describe("Id or name of a provider, as in `provider` of GET /api/status, or of one of its services");
const changes = z.literal("changes").describe("`changes` fires at every change");
const field = z.enum(PRICE_WATCH_FIELDS).describe("blended is the mean of the two prices");

const daysBefore = z
  .array(z.int().min(0).max(DAYS_BEFORE.max))
  .max(DAYS_BEFORE.most)
  .optional()
  .describe(`Days before an end on which it is told of once each; ${DAYS_BEFORE.default.join(", ")} by default`);

export const WatchSpec = z
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
        models,
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
    z.strictObject({ type: z.literal("capability"), model }).meta({ id: "ModelCapabilitySpec" }),
    z.strictObject({ type: z.literal("capability"), models }).meta({ id: "ModelsCapabilitySpec" }),
    z
      .strictObject({ type: z.literal("new_model"), provider: z.string().describe("With type new_model: id or name of a maker") })
      .meta({ id: "NewModelSpec" }),
  ])
  .meta({ id: "WatchSpec" });
