import { groupBy } from "../basics/group-by";
import { isMovingId } from "./model-parts";
import { withoutDate } from "./resolve-model";

interface Listed {
  id: string;
  name: string;
  providerId: string;
  released: string | null;
}

export type Folded<Row> = Row & {
  /** Ids of the model's versions that are folded behind this row. */
  folded: readonly string[];
};

/** The id without its date: `gpt-4o-2024-08-06` is a dated snapshot of `gpt-4o`. */
export const stemOf = (id: string): string => withoutDate(id.toLowerCase());

/** The row in front: an id without a date, else one that says `latest`, else the newest. */
function rankOf({ id }: Listed): number {
  if (stemOf(id) === id.toLowerCase()) return 0;
  return isMovingId(id) ? 1 : 2;
}

function firstOf<Row extends Listed>(group: readonly Folded<Row>[]): Folded<Row> {
  const [first, ...others] = group.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      (b.released ?? "").localeCompare(a.released ?? "") ||
      a.id.length - b.id.length ||
      b.id.localeCompare(a.id, "en"),
  );
  return { ...(first as Folded<Row>), folded: [...(first?.folded ?? []), ...others.flatMap(({ id, folded }) => [id, ...folded])] };
}

function foldBy<Row extends Listed>(rows: readonly Folded<Row>[], keyOf: (row: Listed) => string): Folded<Row>[] {
  return [...groupBy(rows, (row) => `${row.providerId}/${keyOf(row)}`).values()].map(firstOf);
}

/** Folds dated snapshots, and listings of one name, behind one of them. A list then shows a model once. */
export function foldSnapshots<Row extends Listed>(rows: readonly Row[]): Folded<Row>[] {
  const single = rows.map((row) => ({ ...row, folded: [] }));
  return foldBy(
    foldBy(single, ({ id }) => stemOf(id)),
    ({ name }) => name.toLowerCase(),
  );
}
