import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledModels } from "@/lib/catalogs/models";
import { companies } from "@/lib/catalogs/provider-naming";
import { resolveProvider } from "@/lib/catalogs/providers";
import { announcedEnd } from "@/lib/catalogs/retirements";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import type { ModelMatch } from "@/lib/domain/models/model-name";
import { modelResolver } from "@/lib/domain/models/resolve-model";

const FILE = join(import.meta.dirname, "../../fixtures/names/names.json");

/** One of `model`, `ambiguous` and `unknown` is given; the file says what each asks for. */
export interface NamedModel {
  name: string;
  model?: string[];
  ambiguous?: string[];
  unknown?: true;
}

interface NameSet {
  written: NamedModel[];
  configurations: NamedModel[];
}

export const namedModels = (): NameSet => JSON.parse(readFileSync(FILE, "utf8")) as NameSet;

/** `refused`: none was chosen although one is right, or an ambiguous name was answered without candidates. */
export type NameOutcome = "right" | "wrong" | "refused";

export interface ResolvedName extends NamedModel {
  outcome: NameOutcome;
  chosen: string | null;
  candidates: string[];
}

function outcomeOf(named: NamedModel, chosen: string | null, candidates: readonly string[]): NameOutcome {
  if (chosen !== null) return named.model?.includes(chosen) ? "right" : "wrong";
  if (named.unknown) return "right";
  return named.ambiguous && candidates.length > 1 && candidates.some((id) => named.ambiguous?.includes(id)) ? "right" : "refused";
}

const idOf = ({ providerId, modelId }: ModelListing): string => `${providerId}/${modelId}`;

export const bundledListings = (): ModelListing[] => buildCatalog(bundledModels.observations, companies, { readAt: {}, announcedEnd });

/** Resolves each name as an answer would, among the listings that come with the release. */
export function resolveNames(names: readonly NamedModel[], listings: readonly ModelListing[]): ResolvedName[] {
  const resolve = modelResolver(listings, {
    aliases: bundledModels.aliases,
    providerIdOf: (key) => resolveProvider(key).provider?.id ?? null,
    byParts: true,
  });
  return names.map((named) => {
    const { model, candidates }: ModelMatch<ModelListing> = resolve(named.name);
    const chosen = model && idOf(model);
    return { ...named, chosen, candidates, outcome: outcomeOf(named, chosen, candidates) };
  });
}
