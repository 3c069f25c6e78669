/** `tie` where several values are equally good. */
export type Mark = "best" | "tie";

/** Marks the best of the known values. One value alone is not compared with anything, and a missing one is never best. */
export function bestInRow(values: readonly (number | null)[], better: "lower" | "higher"): (Mark | null)[] {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return values.map(() => null);
  const best = better === "lower" ? Math.min(...known) : Math.max(...known);
  const mark: Mark = known.filter((value) => value === best).length > 1 ? "tie" : "best";
  return values.map((value) => (value === best ? mark : null));
}

interface Ranged {
  ability: number;
  low: number;
  high: number;
}

/** Marks the ablest. Models whose interval meets that of the highest are as able, as far as anybody can tell. */
export function ablestInRow(values: readonly (Ranged | null)[]): (Mark | null)[] {
  const known = values.filter((value) => value !== null);
  const [top] = known.toSorted((a, b) => b.ability - a.ability);
  if (!top || known.length < 2) return values.map(() => null);
  const isAsAble = (value: Ranged | null): boolean => value !== null && (value === top || value.high >= top.low);
  const mark: Mark = known.filter(isAsAble).length > 1 ? "tie" : "best";
  return values.map((value) => (isAsAble(value) ? mark : null));
}
