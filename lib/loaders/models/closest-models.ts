import type { Db } from "@/db/client";
import { closestNames } from "@/lib/domain/basics/closest-names";
import { makersListings } from "./all-listings";
import { matchListed } from "./find-model";

const MOST_CANDIDATES = 5;

/**
 * `provider/id` of models that a failed name may mean. They are like it at the host that it says, else
 * makers' listings of a similar name.
 */
export async function closestModels(db: Db, text: string): Promise<string[]> {
  const { candidates } = await matchListed(db, text);
  if (candidates.length > 0) return candidates;
  const leaf = text.split("/").at(-1) ?? text;
  return closestNames(await makersListings(db), leaf, ({ modelId, name }) => [modelId, name])
    .slice(0, MOST_CANDIDATES)
    .map(({ providerId, modelId }) => `${providerId}/${modelId}`);
}

/** A sentence that suggests candidates for a name that was not found; empty without candidates. */
export const perhapsMeant = (candidates: readonly string[]): string =>
  candidates.length > 0 ? ` Perhaps ${candidates.join(", ")} was meant.` : "";

/** Says that an empty answer is one about no model at all. */
export const unknownModelNote = (text: string, candidates: readonly string[]): string =>
  `No model is called "${[...text].slice(0, 80).join("")}".${perhapsMeant(candidates)}`;
