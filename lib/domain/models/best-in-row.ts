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
