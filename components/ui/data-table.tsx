import type { RowSort } from "@/lib/domain/pages/rows";
import { IntentLink } from "./intent-link";
import { TableBox } from "./table-box";

export interface Column<Row> {
  /** The column's name in `sort=` of the address. */
  name?: string;
  label: string;
  unit?: string;
  /** Under the label, in the head only: the scale of what the cells draw. */
  beside?: React.ReactNode;
  cell: (row: Row) => React.ReactNode;
  /** What rows are ordered by; a column without it is no order. */
  value?: (row: Row) => string | number | null;
  /** In which direction a reader wants it first. */
  first?: "asc" | "desc";
  /** Class of a cell that looks unlike the others of its column. */
  look?: (row: Row) => string | undefined;
  /** What the style sheet draws under the cell's text, as custom properties: `{ "--at": "0.4" }`. */
  drawn?: (row: Row) => Readonly<Record<`--${string}`, string>> | undefined;
  /** Words stand at the left, figures at the right. */
  isText?: boolean;
}

interface Sort<Row> {
  now: RowSort<string>;
  /** Address of the table in the order of a column; null where that is no order. */
  hrefOf: (column: Column<Row>) => string | null;
}

interface Props<Row> {
  /** What the table holds: its name for readers who hear it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Place of the column that names the row. */
  heading?: number;
  /** How many rows the heading of a row stands for; 0 where the heading above does. */
  spanOf?: (row: Row) => number;
  sort?: Sort<Row>;
  /** The head is heard only, where the cells explain themselves. */
  isHeadHidden?: boolean;
  /** Each row is a card on phones. */
  hasCards?: boolean;
  /** The table scrolls in a box of its own where it is wider than its place. */
  isBoxed?: boolean;
  className?: string;
}

function Head<Row>({ column, sort }: { column: Column<Row>; sort: Sort<Row> | undefined }) {
  const { name, label, unit, beside } = column;
  const words = (
    <>
      {label}
      {unit && <small>{unit}</small>}
    </>
  );
  const href = sort?.hrefOf(column) ?? null;
  const isSorted = sort !== undefined && sort.now.column === name;
  return (
    <th scope="col" aria-sort={isSorted ? (sort.now.direction === "asc" ? "ascending" : "descending") : undefined}>
      {href === null ? words : <IntentLink href={href}>{words}</IntentLink>}
      {beside && <small>{beside}</small>}
    </th>
  );
}

/** Attributes of a cell, without those that it lacks: the page's data would name each as undefined. */
const attributesOf = (className: string | undefined, style: React.CSSProperties | undefined) => ({
  ...(className !== undefined && { className }),
  ...(style !== undefined && { style }),
});

function Cells<Row>({ row, columns, heading = 0, spanOf }: Pick<Props<Row>, "columns" | "heading" | "spanOf"> & { row: Row }) {
  const span = spanOf?.(row) ?? 1;
  return columns.map(({ name, label, cell, look, drawn }, place) =>
    place !== heading ? (
      <td key={name ?? label} {...attributesOf(look?.(row), drawn?.(row))}>
        {cell(row)}
      </td>
    ) : span > 0 ? (
      <th key={name ?? label} scope="row" rowSpan={span > 1 ? span : undefined}>
        {cell(row)}
      </th>
    ) : null,
  );
}

/** Labels of the cells of a card, held by the root so that no cell repeats them. */
const labelsOf = (columns: Props<never>["columns"]): React.CSSProperties =>
  Object.fromEntries(columns.map(({ label, unit }, place) => [`--label-${place + 1}`, JSON.stringify(unit ? `${label}, ${unit}` : label)]));

/** A table that is styled from its root (`data-table.css`), so that a cell is nothing but its text. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, keyOf, heading, spanOf, sort, isHeadHidden, hasCards = false, isBoxed = false, className } = props;
  const texts = columns.flatMap(({ isText }, place) => (isText || place === heading ? [`t${place + 1}`] : []));
  const table = (
    <table
      className={["data-table", hasCards && "cards", ...texts, className].filter(Boolean).join(" ")}
      style={hasCards ? labelsOf(columns) : undefined}
    >
      {!isBoxed && <caption className="sr-only">{caption}</caption>}
      <thead className={isHeadHidden ? "sr-only" : undefined}>
        <tr>
          {columns.map((column) => (
            <Head key={column.name ?? column.label} column={column} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <Cells row={row} columns={columns} heading={heading} spanOf={spanOf} />
          </tr>
        ))}
      </tbody>
    </table>
  );
  return isBoxed ? <TableBox label={caption}>{table}</TableBox> : table;
}

const MOST_COLUMNS_ON_PHONES = 3;

interface ListedProps {
  label: string;
  head: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly { key: string; cells: readonly React.ReactNode[] }[];
  /** The cells are words and not figures. */
  isText?: boolean;
}

/** A table whose rows are written cell by cell, because each is made in another way. */
export const ListedTable = ({ label, head, rows, isText = false }: ListedProps) => (
  <DataTable
    caption={label}
    columns={head.map((name, place) => ({ label: name, isText, cell: ({ cells }: ListedProps["rows"][number]) => cells[place] }))}
    rows={rows}
    keyOf={({ key }) => key}
    hasCards={head.length > MOST_COLUMNS_ON_PHONES}
    isBoxed
  />
);
