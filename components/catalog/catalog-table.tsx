import { IntentLink } from "@/components/ui/intent-link";
import type { RowSort } from "@/lib/domain/pages/rows";

export interface Column<Row> {
  /** As the address names it in `sort=`. */
  name: string;
  label: string;
  unit?: string;
  /** Under the label, in the head of the table only: the scale of what the cells draw. */
  beside?: React.ReactNode;
  cell: (row: Row) => React.ReactNode;
  /** What rows are ordered by; a column without it is no order. */
  value?: (row: Row) => string | number | null;
  /** In which direction a reader wants it first. */
  first?: "asc" | "desc";
  /** How strongly the cell is tinted, from 1 to 5; its text says the same exactly. */
  tint?: (row: Row) => number | null;
  /** Words stand at the left, figures at the right. */
  isText?: boolean;
}

interface Props<Row> {
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort: RowSort<string>;
  sortHref: (column: Column<Row>) => string;
}

function Head<Row>({ column, sort, href }: { column: Column<Row>; sort: RowSort<string>; href: string }) {
  const { name, label, unit, value, beside } = column;
  const words = (
    <>
      {label}
      {unit && <small>{unit}</small>}
    </>
  );
  const order = sort.direction === "asc" ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={sort.column === name ? order : undefined}>
      {value ? <IntentLink href={href}>{words}</IntentLink> : words}
      {beside && <small>{beside}</small>}
    </th>
  );
}

/** A cell without a value has the width of the tinted ones. */
const tintOf = <Row,>({ tint }: Column<Row>, row: Row): string | undefined => tint && `heat-${tint(row) ?? "none"}`;

/**
 * A table whose looks are set at its root, so that a cell is nothing but its text. Where there is no room for columns,
 * a row is a card, and its figures stand under the labels that the root holds.
 */
export function CatalogTable<Row>({ caption, columns, rows, keyOf, sort, sortHref }: Props<Row>) {
  const [first, ...others] = columns;
  if (!first) return null;
  const labels = Object.fromEntries(
    others.map(({ label, unit }, index) => [`--label-${index + 2}`, JSON.stringify(unit ? `${label}, ${unit}` : label)]),
  );
  const texts = columns.flatMap(({ isText }, index) => (isText ? [`t${index + 1}`] : []));
  return (
    <table className={`catalog sorted-table ${texts.join(" ")}`} style={labels}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.name} column={column} sort={sort} href={sortHref(column)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{first.cell(row)}</th>
            {others.map((column) => (
              <td key={column.name} className={tintOf(column, row)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
