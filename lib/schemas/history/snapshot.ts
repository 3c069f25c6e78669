import { z } from "zod";
import { SNAPSHOT_TYPES, type SnapshotType } from "@/lib/domain/history/history-spans";
import { Attention } from "../attention";
import { BenchmarkScores } from "../models/benchmark";
import { ServiceStatus } from "../status";

const Listing = { provider: z.string().describe("Provider id"), id: z.string(), name: z.string() };

const PricedListing = z.strictObject({
  ...Listing,
  inputPrice: z.number(),
  outputPrice: z.number(),
  cachedInputPrice: z.number().nullable(),
  freeListing: z.literal(true).optional(),
  source: z.string().nullable(),
});

const PricingSnapshot = z
  .strictObject({
    currency: z.literal("USD"),
    unit: z.literal("per 1M tokens"),
    count: z.int(),
    models: z.array(PricedListing),
  })
  .meta({ id: "PricingSnapshot" });

const DescribedListing = z.strictObject({
  ...Listing,
  contextWindow: z.int().nullable(),
  maxOutputTokens: z.int().nullable(),
  tier: z.string().nullable(),
  capabilities: z.array(z.string()),
  openSource: z.boolean().nullable(),
  released: z.string().nullable(),
  deprecationDate: z.string().nullable(),
  status: z.string().nullable(),
});

const ModelsSnapshot = z
  .strictObject({
    count: z.int(),
    models: z.array(DescribedListing),
  })
  .meta({ id: "ModelsSnapshot" });

const BenchmarksSnapshot = z
  .strictObject({
    count: z.int(),
    models: z.array(z.strictObject({ model: z.string(), provider: z.string(), providerId: z.string(), scores: BenchmarkScores })),
  })
  .meta({ id: "BenchmarksSnapshot" });

const CapabilityRow = z.strictObject({
  model: z.string(),
  provider: z.string(),
  providerId: z.string(),
  ability: z.number(),
  low: z.number(),
  high: z.number(),
  score_count: z.int(),
  ranked: z.boolean(),
  eci: z.number().nullable(),
});

const CapabilitySnapshot = z.strictObject({ count: z.int(), models: z.array(CapabilityRow) }).meta({ id: "CapabilitySnapshot" });

const ServiceRow = z.strictObject({
  name: z.string(),
  provider: z.string(),
  status: ServiceStatus,
  lastChecked: z.iso.datetime().nullable(),
});

const StatusSnapshot = z
  .strictObject({
    count: z.int(),
    services: z.array(ServiceRow),
  })
  .meta({ id: "StatusSnapshot" });

const AgentActivitySnapshot = z
  .strictObject({ window_hours: z.literal(24), total: z.int(), by_bot: z.record(z.string(), z.int()) })
  .meta({ id: "AgentActivitySnapshot" });

const GpuRow = z.strictObject({
  gpu: z.string(),
  cheapest_on_demand_usd_hr: z.number().nullable(),
  cheapest_on_demand_provider: z.string().nullable(),
  cheapest_spot_usd_hr: z.number().nullable(),
  cheapest_spot_provider: z.string().nullable(),
  provider_count: z.int(),
  total_offers: z.int(),
});

const GpuSnapshot = z
  .strictObject({
    count: z.int(),
    gpus: z.array(GpuRow),
  })
  .meta({ id: "GpuSnapshot" });

/** The schema of an entry, for each snapshot that is a list. */
export const SNAPSHOT_ROWS = {
  pricing: PricedListing,
  models: DescribedListing,
  capability: CapabilityRow,
  status: ServiceRow,
  gpu: GpuRow,
};

const SNAPSHOT_DATA = {
  pricing: PricingSnapshot,
  models: ModelsSnapshot,
  benchmarks: BenchmarksSnapshot,
  capability: CapabilitySnapshot,
  status: StatusSnapshot,
  "agent-activity": AgentActivitySnapshot,
  attention: Attention,
  gpu: GpuSnapshot,
} as const satisfies Record<SnapshotType, z.ZodType>;

export type SnapshotData = { [Type in SnapshotType]: z.output<(typeof SNAPSHOT_DATA)[Type]> };

const snapshotOf = <Type extends SnapshotType>(type: Type) =>
  z.strictObject({ date: z.iso.date(), type: z.literal(type), capturedAt: z.iso.datetime(), data: SNAPSHOT_DATA[type] });

const [first, ...rest] = SNAPSHOT_TYPES.map(snapshotOf);

export const DatedSnapshot = z.union([first, ...rest] as [NonNullable<typeof first>, ...typeof rest]);
