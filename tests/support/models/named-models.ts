import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundledModels } from "@/lib/catalogs/models";
import { companies } from "@/lib/catalogs/provider-naming";
import { resolveProvider } from "@/lib/catalogs/providers";
import { announcedEnd } from "@/lib/catalogs/retirements";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import { matchNotes } from "@/lib/domain/models/match-notes";
import type { ModelListing } from "@/lib/domain/models/model-listing";
import type { ModelMatch } from "@/lib/domain/models/model-name";
import { askedResolver } from "@/lib/domain/models/names/asked-resolver";

const folder = join(import.meta.dirname, "../../fixtures/names");

/** Exactly one of `model`, `ambiguous`, `refused` and `unknown` is given. The files say what each asks for. */
export interface NamedModel {
  name: string;
  model?: string[];
  noted?: true;
  ambiguous?: string[];
  refused?: string[];
  unknown?: true;
}

interface NameSet {
  written: NamedModel[];
  configurations: NamedModel[];
  configured: NamedModel[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));

export const namedModels = (): NameSet => ({ ...(read("names.json") as NameSet), ...(read("configured.json") as NameSet) });

/**
 * `refused` when no model was chosen although one is right. A name that was answered without its
 * candidates counts, too.
 */
export type NameOutcome = "right" | "wrong" | "refused";

export interface ResolvedName extends NamedModel {
  outcome: NameOutcome;
  chosen: string | null;
  candidates: string[];
}

interface Found {
  chosen: string | null;
  candidates: readonly string[];
  notes: readonly string[];
}

const offersOne = (candidates: readonly string[], asked: readonly string[]): boolean => asked.some((id) => candidates.includes(id));

function outcomeOf(named: NamedModel, { chosen, candidates, notes }: Found): NameOutcome {
  if (chosen !== null) return named.model?.includes(chosen) && (!named.noted || notes.length > 0) ? "right" : "wrong";
  if (named.unknown) return "right";
  if (named.refused) return named.refused.length === 0 || offersOne(candidates, named.refused) ? "right" : "refused";
  return named.ambiguous && candidates.length > 1 && offersOne(candidates, named.ambiguous) ? "right" : "refused";
}

const idOf = ({ providerId, modelId }: ModelListing): string => `${providerId}/${modelId}`;

export const bundledListings = (): ModelListing[] => buildCatalog(bundledModels.observations, companies, { readAt: {}, announcedEnd });

/** Resolves as an answer would. */
export const resolverOver = (listings: readonly ModelListing[]): ((name: string) => ModelMatch<ModelListing>) =>
  askedResolver(listings, {
    aliases: bundledModels.aliases,
    providerIdOf: (key) => resolveProvider(key).provider?.id ?? null,
    byParts: true,
  });

/** Resolves each name among these listings. */
export function resolveNames(names: readonly NamedModel[], listings: readonly ModelListing[]): ResolvedName[] {
  const resolve = resolverOver(listings);
  return names.map((named) => {
    const match = resolve(named.name);
    const found = { chosen: match.model && idOf(match.model), candidates: match.candidates, notes: matchNotes(named.name, match) };
    return { ...named, chosen: found.chosen, candidates: found.candidates, outcome: outcomeOf(named, found) };
  });
}
