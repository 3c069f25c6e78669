import { indexBy } from "../basics/group-by";

export interface ProviderNames {
  id: string;
  name: string;
  aliases: readonly string[];
}

export interface ProviderMatch<Entry extends ProviderNames> {
  provider: Entry | null;
  /** Ids of the providers that fit equally well; empty when one was chosen. */
  candidates: string[];
}

export const normaliseProviderKey = (key: string): string => key.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/** Exact id or name first, then without punctuation, then aliases; a tie chooses none. */
export function providerResolver<Entry extends ProviderNames>(entries: readonly Entry[]): (key: string) => ProviderMatch<Entry> {
  const ids = indexBy(entries, (entry) => [entry.id.toLowerCase()]);
  const names = indexBy(entries, (entry) => [entry.name.toLowerCase()]);
  const normalised = indexBy(entries, (entry) => [normaliseProviderKey(entry.id), normaliseProviderKey(entry.name)]);
  const aliases = indexBy(entries, (entry) => entry.aliases.map(normaliseProviderKey));
  return (key) => {
    const exact = key.trim().toLowerCase();
    const loose = normaliseProviderKey(key);
    for (const [index, form] of [
      [ids, exact],
      [names, exact],
      [normalised, loose],
      [aliases, loose],
    ] as const) {
      const found = index.get(form) ?? [];
      if (found.length === 1) return { provider: found[0] ?? null, candidates: [] };
      if (found.length > 1) return { provider: null, candidates: found.map((entry) => entry.id).sort() };
    }
    return { provider: null, candidates: [] };
  };
}
