import { groupBy } from "../basics/group-by";
import type { ModelName } from "./model-name";
import type { ModelAlias } from "./resolve-model";

/**
 * Finds listings whose id changed while the model did not. They disappeared while exactly one of the
 * same provider and name appeared.
 */
export function renamedListings(before: readonly ModelName[], after: readonly ModelName[]): ModelAlias[] {
  const keyOf = (entry: ModelName): string => `${entry.providerId}\n${entry.name.toLowerCase()}`;
  const idOf = (entry: ModelName): string => `${entry.providerId}/${entry.modelId.toLowerCase()}`;
  const [oldIds, newIds] = [new Set(before.map(idOf)), new Set(after.map(idOf))];
  const removed = groupBy(
    before.filter((entry) => !newIds.has(idOf(entry))),
    keyOf,
  );
  const added = groupBy(
    after.filter((entry) => !oldIds.has(idOf(entry))),
    keyOf,
  );
  return [...removed].flatMap(([key, [old, ...more]]) => {
    const successors = added.get(key) ?? [];
    const [successor] = successors;
    const isPlain = old && successor && more.length === 0 && successors.length === 1;
    return isPlain ? [{ alias: old.modelId, providerId: successor.providerId, modelId: successor.modelId }] : [];
  });
}
