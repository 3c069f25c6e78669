import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { bundledModels } from "@/lib/catalogs/models";
import { companies, providerNaming } from "@/lib/catalogs/provider-naming";
import { resolveProvider } from "@/lib/catalogs/providers";
import { announcedEnd } from "@/lib/catalogs/retirements";
import { groupBy } from "@/lib/domain/basics/group-by";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import { matchNotes } from "@/lib/domain/models/match-notes";

import type { ModelListing, Observation } from "@/lib/domain/models/model-listing";
import { pricesDisagree } from "@/lib/domain/models/prices/price-fields";
import { readPrices, type PriceDocument } from "@/lib/sources/models/prices/read-prices";
import { normaliseModelKey } from "@/lib/domain/models/resolve-model";
import { sharedFolder } from "../shared";
import { resolverOver } from "./named-models";

const RECORDED: readonly (readonly [PriceDocument["source"], string])[] = [
  ["models.dev", "modelsdev-api.derived-8-providers.json"],
  ["litellm", "litellm-model_prices_and_context_window.json.gz"],
  ["openrouter", "openrouter-api-v1-models.json.gz"],
];

function bytesOf(file: string): Buffer {
  const bytes = readFileSync(join(sharedFolder, "recordings/models", file));
  return file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

const factsOf = (source: PriceDocument["source"], file: string) =>
  readPrices({ source, bytes: bytesOf(file), contentType: null }, providerNaming).facts;

/** What is listed once the recorded price lists have been read over the bundled catalog. */
export function recordedListings(): ModelListing[] {
  const live = RECORDED.flatMap(([source, file]) =>
    factsOf(source, file).map((facts): Observation => ({ source, facts, quoted: [], isCrossCheck: false })),
  );
  const now = new Date("2026-11-21T00:00:00Z");
  return buildCatalog([...bundledModels.observations, ...live], companies, {
    readAt: { "models.dev": now, litellm: now, openrouter: now },
    announcedEnd,
  });
}

/** How an answer to a key of LiteLLM's list fails; `refused` and `right` are no failures. */
export type KeyOutcome = "right" | "refused" | "another host" | "another price" | "free";

interface ResolvedKey {
  name: string;
  outcome: KeyOutcome;
  chosen: string | null;
}

const idOf = ({ providerId, modelId }: ModelListing): string => `${providerId}/${modelId}`;

interface PricedKey {
  key: string;
  input: number | null;
  output: number | null;
}

function pricedKeys(): PricedKey[] {
  const [, file] = RECORDED[1] ?? [];
  const list = JSON.parse(bytesOf(file ?? "").toString("utf8")) as Record<string, Record<string, unknown>>;
  const perMillion = (price: unknown): number | null => (typeof price === "number" && price > 0 ? price * 1_000_000 : null);
  return Object.entries(list)
    .filter(([key, { mode }]) => key !== "sample_spec" && (mode === "chat" || mode === "responses" || mode === "completion"))
    .map(([key, entry]) => ({ key, input: perMillion(entry.input_cost_per_token), output: perMillion(entry.output_cost_per_token) }));
}

const hostOf = (key: string): string | null => (key.includes("/") ? (resolveProvider(key.split("/")[0] ?? "").provider?.id ?? null) : null);

/**
 * The listing has the very id that the key names. Where its price is another, the price sources
 * disagree, and not the names.
 */
const isWrittenSo = (key: string, { modelId }: ModelListing): boolean => normaliseModelKey(key) === normaliseModelKey(modelId);

const isExactId = (key: string, { modelId }: ModelListing): boolean => key.toLowerCase() === modelId.toLowerCase();

function keyOutcome({ key, input, output }: PricedKey, model: ModelListing | null, notes: readonly string[]): KeyOutcome {
  if (!model) return "refused";
  if (input !== null && model.isFreeListing && !isExactId(key, model)) return "free";
  if (notes.length > 0) return "right";
  const host = hostOf(key);
  if (host !== null && model.providerId !== host) return "another host";
  const { inputPrice, outputPrice } = model;
  if (isWrittenSo(key, model) || inputPrice === null || outputPrice === null || input === null || output === null) return "right";
  const listed = { source: "", inputPrice, outputPrice, verifiedAt: null };
  return pricesDisagree(listed, { ...listed, inputPrice: input, outputPrice: output }) ? "another price" : "right";
}

/** Keys of LiteLLM's list for text models. Right is the own host's listing at its price, or any listing with a note. */
export function resolveRecordedKeys(listings: readonly ModelListing[]): ResolvedKey[] {
  const resolve = resolverOver(listings);
  return pricedKeys().map((priced) => {
    const match = resolve(priced.key);
    const outcome = keyOutcome(priced, match.model, matchNotes(priced.key, match));
    return { name: priced.key, outcome, chosen: match.model && idOf(match.model) };
  });
}

/**
 * Ids that one listing alone has. An id that is also another listing's `provider/id` means that
 * listing, and is left out.
 */
export function resolveExactIds(listings: readonly ModelListing[]): ResolvedKey[] {
  const resolve = resolverOver(listings);
  const compound = new Set(listings.map((listing) => idOf(listing).toLowerCase()));
  return [...groupBy(listings, ({ modelId }) => modelId.toLowerCase())].flatMap(([id, [listing, ...others]]) => {
    if (!listing || others.length > 0 || compound.has(id)) return [];
    const { model } = resolve(listing.modelId);
    return [
      { name: idOf(listing), chosen: model && idOf(model), outcome: model === listing ? "right" : model ? "another host" : "refused" },
    ];
  });
}
