import { z } from "zod";
import { RetirementPrecision } from "../models/model-life";
import { CHANGE_DATASETS, CHANGE_KINDS } from "@/lib/domain/history/changes/change-event";

export const PricePair = z
  .strictObject({ input: z.number().nullable(), output: z.number().nullable() })
  .meta({ id: "PricePair", description: "USD per 1M tokens; null where nobody publishes it" });

const model = { model_id: z.string().describe("`provider/id` of the listing"), model: z.string() };
const incident = { incident_id: z.string(), service: z.string(), says: z.string().describe("What the status page called it") };
const KnownState = z.enum(["operational", "degraded", "down"]);

const end = {
  ...model,
  retires_on: z.string().nullable().describe("Day after which the host answers no more; null where it has said none"),
  precision: RetirementPrecision,
  replacements: z.array(z.string()).describe("What the host names instead"),
};

const Details = z.union([
  z.strictObject({ ...model, from: PricePair, to: PricePair }),
  z.strictObject({ ...model, price: PricePair }),
  z.strictObject(model),
  z.strictObject({ ...incident, severity: z.enum(["minor", "major"]).describe("The worst so far") }),
  z.strictObject({ ...incident, state: KnownState.describe("What the service became while the incident was open") }),
  z.strictObject({ ...incident, duration_minutes: z.int().nullable() }),
  z.strictObject({
    model: z.string(),
    benchmark: z.string().describe("Benchmark id"),
    score: z.number().describe("0 to 100"),
    from: z.number().nullable().describe("The score before; null for a first score"),
  }),
  z.strictObject(end),
  z.strictObject({ ...end, moved_from: z.string().nullable().describe("The day before; null where none was announced") }),
  z.strictObject({ cve_id: z.string(), vendor: z.string().nullable(), product: z.string().nullable() }),
]);

export const ChangeEvent = z
  .strictObject({
    cursor: z.string().describe("Later events have larger ones; `since` takes it"),
    id: z.string().describe("Names this change for ever"),
    kind: z.enum(CHANGE_KINDS),
    dataset: z.enum(CHANGE_DATASETS),
    provider: z.string().nullable().describe("Provider id; null for a vulnerability, which belongs to a product"),
    title: z.string(),
    at: z.iso.datetime().describe("When it happened, as the data says: prices and scores have the time at which they were read"),
    listed_at: z.iso.datetime().describe("When it was listed here"),
    url: z.url().describe("The page about it"),
    source: z.strictObject({ name: z.string(), url: z.url().nullable() }),
    details: Details.describe("What `kind` says, in fields"),
  })
  .meta({ id: "ChangeEvent" });

export type ChangeEvent = z.output<typeof ChangeEvent>;
