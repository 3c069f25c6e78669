import { groupBy } from "@/lib/domain/basics/group-by";

interface Listed {
  id: string;
  providerId: string;
  released: string | null;
}

export type Folded<Row> = Row & {
  /** Ids of the other versions of the same model that this row stands for. */
  folded: readonly string[];
};

/** A day, a month with its year, or two digits each of them, as providers write them behind an id. */
const DATE =
  /[-@](20\d\d-?(0\d|1[0-2])-?(0[1-9]|[12]\d|3[01])|(0\d|1[0-2])-20\d\d|2[3-9](0[1-9]|1[0-2])|(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]))$/;
const LATEST = /-latest$/;

/** The id without its date: `gpt-4o-2024-08-06` is a dated snapshot of `gpt-4o`. */
export const stemOf = (id: string): string => id.replace(LATEST, "").replace(DATE, "");

/** An id without a date stands for all, then one that says `latest`, then the newest. */
function rankOf({ id }: Listed): number {
  if (stemOf(id) === id) return 0;
  return LATEST.test(id) ? 1 : 2;
}

/** Dated snapshots stand behind the model that they are snapshots of, so that a list shows a model once. */
export function foldSnapshots<Row extends Listed>(rows: readonly Row[]): Folded<Row>[] {
  const groups = groupBy(rows, ({ providerId, id }) => `${providerId}/${stemOf(id)}`);
  return [...groups.values()].map((group) => {
    const [first, ...others] = group.toSorted(
      (a, b) => rankOf(a) - rankOf(b) || (b.released ?? "").localeCompare(a.released ?? "") || b.id.localeCompare(a.id, "en"),
    );
    return { ...(first as Row), folded: others.map(({ id }) => id) };
  });
}
