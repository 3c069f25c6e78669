import { bundledModels } from "@/lib/catalogs/models";
import { companies, providerNaming } from "@/lib/catalogs/provider-naming";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import { listingKey, type ModelListing, type Observation } from "@/lib/domain/models/model-listing";
import type { LiveSource } from "@/lib/sources/models/prices/pricing-source";
import { readPrices } from "@/lib/sources/models/prices/read-prices";

/** When the documents of a test were read. */
export const READ_ON = new Date("2026-11-27T06:00:00Z");

export type PriceTexts = Partial<Record<LiveSource, string>>;

export function observationsOf(texts: PriceTexts): Observation[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const source = name as LiveSource;
    const { facts } = readPrices({ source, bytes: new TextEncoder().encode(text), contentType: "application/json" }, providerNaming);
    return facts.map((entry): Observation => ({ source, facts: entry, quoted: [], isCrossCheck: false }));
  });
}

/** The catalog that these documents make, by listing, with what comes with the release or without. */
export function catalogOf(texts: PriceTexts, bundled: readonly Observation[] = bundledModels.observations): Map<string, ModelListing> {
  const readAt = { "models.dev": READ_ON, litellm: READ_ON, openrouter: READ_ON };
  const listings = buildCatalog([...bundled, ...observationsOf(texts)], companies, { readAt, announcedEnd: () => null });
  return new Map(listings.map((listing) => [listingKey(listing), listing]));
}

/** A document of models.dev with these models of one provider; what a test does not say is made up. */
export const modelsDevDocument = (provider: string, models: Record<string, object>): string =>
  JSON.stringify({
    [provider]: {
      id: provider,
      name: provider,
      env: ["KEY"],
      npm: "x",
      doc: "https://docs.example.com",
      models: Object.fromEntries(
        Object.entries(models).map(([id, entry]) => [
          id,
          {
            id,
            name: id,
            attachment: false,
            reasoning: false,
            tool_call: true,
            release_date: "2026-09-01",
            last_updated: "2026-09-01",
            open_weights: false,
            modalities: { input: ["text"], output: ["text"] },
            limit: { context: 200_000, output: 8192 },
            ...entry,
          },
        ]),
      ),
    },
  });

export const liteLlmDocument = (provider: string, entries: Record<string, object>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(entries).map(([id, entry]) => [
        id,
        { litellm_provider: provider, mode: "chat", max_input_tokens: 200_000, max_output_tokens: 8192, ...entry },
      ]),
    ),
  );

/** A list of OpenRouter's; `pricing` in USD per token or per piece, as text. */
export const openRouterDocument = (models: Record<string, object>): string =>
  JSON.stringify({
    data: Object.entries(models).map(([id, pricing]) => ({
      id,
      name: id,
      context_length: 200_000,
      architecture: { input_modalities: ["text"], output_modalities: ["text"] },
      top_provider: {},
      supported_parameters: ["tools"],
      pricing,
    })),
  });
