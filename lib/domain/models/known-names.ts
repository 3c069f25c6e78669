import { groupBy } from "../basics/group-by";
import { normaliseModelKey, withoutDate } from "./resolve-model";

interface Named {
  modelId: string;
  name: string;
}

/** Variants of a seller, as `(free)`: no part of a model's name. */
const REMARK = /[()]/;

const isId = ({ modelId, name }: Named): boolean => name === modelId || name === modelId.split("/").at(-1);

/** What most sellers call it; of two as common ones the longer, which leaves nothing out. */
function commonest(names: readonly string[]): string | undefined {
  const counts = [...groupBy(names, (name) => name)].map(([name, all]) => ({ name, count: all.length }));
  return counts.toSorted((a, b) => b.count - a.count || b.name.length - a.name.length || a.name.localeCompare(b.name, "en"))[0]?.name;
}

/**
 * Finds a name for listings whose sources give the id alone. It is the one of another listing of the same id that says the
 * same letters and digits; a dated id takes that of the model, with its date behind.
 */
export function knownNames(listings: readonly Named[]): (listing: Named) => string {
  const named = listings.filter((listing) => !isId(listing) && !REMARK.test(listing.name));
  const spelled = named.filter(({ modelId, name }) => normaliseModelKey(name) === normaliseModelKey(modelId));
  const byKey = groupBy(spelled, ({ modelId }) => normaliseModelKey(modelId));
  const nameOf = (key: string) => commonest((byKey.get(key) ?? []).map(({ name }) => name));
  return (listing) => {
    if (!isId(listing)) return listing.name;
    const key = normaliseModelKey(listing.modelId);
    const stem = withoutDate(key);
    const whole = nameOf(key);
    if (whole !== undefined || stem === key || key.endsWith("-latest")) return whole ?? listing.name;
    // A date within an id, as in a cloud's `-20250514-v1`, leaves words behind that are no date.
    const model = key.startsWith(stem) ? nameOf(stem) : undefined;
    return model === undefined ? listing.name : `${model} (${key.slice(stem.length + 1)})`;
  };
}
