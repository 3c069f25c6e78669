import { groupBy } from "../../basics/group-by";
import { stemOf } from "../fold-snapshots";

interface Able {
  id: string | null;
  /** The maker's. */
  providerId: string;
  rank: number | null;
}

const keyOf = (maker: string, id: string): string => `${maker}/${id}`;

/** Finds the ability of a maker's model that has a rank. A name without a date has that of its only dated version. */
export function rankedAbilities<Entry extends Able>(abilities: readonly Entry[]): (maker: string, id: string) => Entry | undefined {
  const ranked = abilities.flatMap((entry) => (entry.id === null || entry.rank === null ? [] : [{ entry, id: entry.id }]));
  const byId = new Map(ranked.map(({ entry, id }) => [keyOf(entry.providerId, id), entry]));
  const byStem = groupBy(ranked, ({ entry, id }) => keyOf(entry.providerId, stemOf(id)));
  return (maker, id) => {
    const versions = byStem.get(keyOf(maker, id.toLowerCase())) ?? [];
    return byId.get(keyOf(maker, id)) ?? (versions.length === 1 ? versions[0]?.entry : undefined);
  };
}
