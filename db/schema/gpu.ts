import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { day, moment } from "./columns";

/** Current offers. A provider has rows of its live source, or bundled ones until that was read once. */
export const gpuOffers = pgTable(
  "gpu_offers",
  {
    id: text("id").primaryKey(),
    provider: text("provider").notNull(),
    gpuRaw: text("gpu_raw").notNull(),
    gpu: text("gpu"),
    vramGb: integer("vram_gb"),
    tier: text("tier"),
    region: text("region"),
    instance: text("instance"),
    gpusPerInstance: integer("gpus_per_instance").notNull(),
    onDemandUsdHour: doublePrecision("on_demand_usd_hour"),
    spotUsdHour: doublePrecision("spot_usd_hour"),
    availableCount: integer("available_count"),
    priceKind: text("price_kind", { enum: ["list", "average", "median", "from", "undated"] }).notNull(),
    isLive: boolean("is_live").notNull(),
    /** Origin of the price: a live source, or a source named in the bundled catalog. */
    source: text("source").notNull(),
    sourceUrl: text("source_url").notNull(),
    note: text("note"),
    /** When the price was read: the live reading's time or the catalog's date. Null when the catalog has none. */
    seenAt: moment("seen_at"),
  },
  (table) => [index("gpu_offers_gpu").on(table.gpu), index("gpu_offers_provider").on(table.provider)],
);

/** Cheapest prices of each day, from live offers only. */
export const gpuDays = pgTable(
  "gpu_days",
  {
    date: day("date").notNull(),
    gpu: text("gpu").notNull(),
    cheapestOnDemandUsdHour: doublePrecision("cheapest_on_demand_usd_hour"),
    cheapestOnDemandProvider: text("cheapest_on_demand_provider"),
    cheapestSpotUsdHour: doublePrecision("cheapest_spot_usd_hour"),
    cheapestSpotProvider: text("cheapest_spot_provider"),
    providerCount: integer("provider_count").notNull(),
    totalOffers: integer("total_offers").notNull(),
    capturedAt: moment("captured_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.gpu, table.date] })],
);
