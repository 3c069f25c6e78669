import { z } from "zod";
import { makersListings } from "@/lib/loaders/models/all-listings";
import { findProvider } from "@/lib/catalogs/providers";
import { groupByProvider } from "@/lib/domain/models/model-entry";
import { utcDay } from "@/lib/domain/basics/date-range";
import { lifeFields } from "@/lib/domain/models/model-life";
import { modelLabel } from "@/lib/domain/models/model-label";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { ModelLifeFields } from "@/lib/schemas/models/model-life";
import { ModelTierName } from "@/lib/schemas/models/model";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";

const CompactModel = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    inputPrice: z.number().nonnegative(),
    outputPrice: z.number().nonnegative(),
    contextWindow: z.int().positive(),
    tier: ModelTierName,
    ...ModelLifeFields,
    freeListing: z.boolean().describe("Given away here: 0 is not the model's price elsewhere"),
  })
  .meta({ id: "CompactModel" });

export const agentsPricing = defineEndpoint({
  method: "GET",
  path: "/api/agents/pricing",
  tag: "Models",
  summary: "Model pricing for agents: makers' prices in the smallest form to work with",
  description:
    "Also at /api/pricing. USD per 1M tokens. Models without a published price are left out; /api/models names them and the source of each price. `status` says which models have been retired, `freeListing` which are given away.",
  access: free(),
  reads: ["models"],
  maxAgeSeconds: 300,
  response: z.strictObject({
    source: z.string(),
    updated: z.iso.datetime().nullable(),
    currency: z.literal("USD"),
    unit: z.literal("per_1m_tokens"),
    count: z.int(),
    providers: z.array(z.strictObject({ id: z.string(), name: z.string(), models: z.array(CompactModel) })),
  }),
  csv: ({ providers }) => ({
    columns: ["provider", "id", "name", "inputPrice", "outputPrice", "contextWindow", "tier", "status", "deprecationDate", "freeListing"],
    rows: providers.flatMap((provider) =>
      provider.models.map((model) => [
        provider.id,
        model.id,
        model.name,
        model.inputPrice,
        model.outputPrice,
        model.contextWindow,
        model.tier,
        model.status,
        model.deprecationDate,
        model.freeListing,
      ]),
    ),
  }),
  example: {},
}).handle(async ({ db, now, siteName }) => {
  const captured = await recentCapture(db, "models", now);
  const listings = await makersListings(db);
  const providers = groupByProvider(listings)
    .filter(({ priced }) => priced.length > 0)
    .map(({ providerId, priced }) => ({
      id: providerId,
      name: findProvider(providerId)?.name ?? providerId,
      models: priced.map((listing) => ({
        id: listing.modelId,
        name: modelLabel(listing.name),
        inputPrice: listing.inputPrice,
        outputPrice: listing.outputPrice,
        contextWindow: listing.contextWindow,
        tier: listing.tier,
        ...lifeFields(listing, utcDay(now)),
        freeListing: listing.isFreeListing,
      })),
    }))
    .sort((left, right) => left.name.localeCompare(right.name, "en"));
  const count = providers.reduce((sum, provider) => sum + provider.models.length, 0);
  return { source: siteName, updated: captured?.toISOString() ?? null, currency: "USD", unit: "per_1m_tokens", count, providers };
});
