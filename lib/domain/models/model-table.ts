/** One row of the models page. Null prices are not published. */
export interface ModelRow {
  id: string;
  name: string;
  providerId: string;
  provider: string;
  input: number | null;
  output: number | null;
  context: number | null;
  released: string | null;
  capabilities: readonly string[];
  isOpen: boolean;
  score: number | null;
}

export const MODEL_SORTS = ["newest", "input", "output", "blended", "context", "score", "name"] as const;
export type ModelSort = (typeof MODEL_SORTS)[number];

export const blendedOf = (row: ModelRow): number | null =>
  row.input === null || row.output === null ? null : (row.input + row.output) / 2;

/** Unpublished and free prices sort last: neither tells what is cheap. */
const priceRank = (price: number | null): number => (price === null ? Number.MAX_VALUE : price === 0 ? Number.MAX_VALUE / 2 : price);

const COMPARE: Record<ModelSort, (a: ModelRow, b: ModelRow) => number> = {
  newest: (a, b) => (b.released ?? "").localeCompare(a.released ?? ""),
  input: (a, b) => priceRank(a.input) - priceRank(b.input),
  output: (a, b) => priceRank(a.output) - priceRank(b.output),
  blended: (a, b) => priceRank(blendedOf(a)) - priceRank(blendedOf(b)),
  context: (a, b) => (b.context ?? -1) - (a.context ?? -1),
  score: (a, b) => (b.score ?? -1) - (a.score ?? -1),
  name: () => 0,
};

export function sortModels(rows: readonly ModelRow[], sort: ModelSort): ModelRow[] {
  return rows.toSorted((a, b) => COMPARE[sort](a, b) || a.name.localeCompare(b.name, "en") || a.providerId.localeCompare(b.providerId));
}

export function searchModels(rows: readonly ModelRow[], text: string): ModelRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return rows.filter((row) => {
    const haystack = `${row.name} ${row.id} ${row.provider}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
