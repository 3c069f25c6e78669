import { rankedAbilities } from "./capability/ranked-ability";
import { hasEnded } from "./model-life";

interface Listed {
  id: string;
  name: string;
  maker: string | null;
  released: string | null;
  status: string;
  inputPrice: number;
  outputPrice: number;
}

interface Maker<Listing> {
  id: string;
  name: string;
  models: readonly Listing[];
}

interface Able {
  id: string | null;
  providerId: string;
  rank: number | null;
  ability: number;
}

export interface NewModel {
  providerId: string;
  provider: string;
  id: string;
  name: string;
  released: string;
  inputPrice: number;
  outputPrice: number;
  /** Null where too few scores are published. */
  ability: number | null;
}

/** What its maker sells and released last. Months of release are known, and not days: within a month the ablest comes first. */
export function newestModels(makers: readonly Maker<Listed>[], abilities: readonly Able[], count: number): NewModel[] {
  const abilityOf = rankedAbilities(abilities);
  const sold = makers.flatMap(({ id: providerId, name: provider, models }) =>
    models.flatMap(({ id, name, maker, released, status, inputPrice, outputPrice }): NewModel[] => {
      if (released === null || hasEnded(status) || (maker ?? providerId) !== providerId || outputPrice === 0) return [];
      return [{ providerId, provider, id, name, released, inputPrice, outputPrice, ability: abilityOf(providerId, id)?.ability ?? null }];
    }),
  );
  const names = new Set<string>();
  return sold
    .toSorted((a, b) => b.released.localeCompare(a.released) || (b.ability ?? 0) - (a.ability ?? 0) || a.name.localeCompare(b.name, "en"))
    .filter(({ provider, name }) => {
      const key = `${provider} ${name}`;
      const isFirst = !names.has(key);
      names.add(key);
      return isFirst;
    })
    .slice(0, count);
}
