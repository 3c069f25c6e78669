import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { IntentLink } from "@/components/ui/intent-link";
import { TableBox } from "@/components/ui/table-box";
import { plural } from "@/lib/domain/pages/format";
import type { Mark } from "@/lib/domain/models/best-in-row";

export interface ComparedCell {
  value: React.ReactNode;
  note?: React.ReactNode;
  /** The best value of its row, alone or with others. */
  mark?: Mark | null;
  /** Nothing is reported. */
  isMissing?: true;
  /** What the style sheet draws under the value: `{ "--at": "0.4" }`. */
  drawn?: Readonly<Record<`--${string}`, string>>;
}

export interface ComparedRow {
  label: string;
  note?: string;
  /** Every cell says the same: the row stands folded. */
  isSame?: boolean;
  /** Cells of the columns, in their order. */
  cells: readonly ComparedCell[];
}

export interface RowGroup {
  title: string;
  rows: readonly ComparedRow[];
}

export interface ComparedColumn {
  key: string;
  name: string;
  /** Null for one that nothing is called. */
  href: string | null;
  beside: string;
  /** What the reader could have meant, each with the address of the comparison with it. */
  closest: readonly { name: string; href: string }[];
  /** Addresses of the comparison with this column elsewhere; null where it cannot go. */
  left: string | null;
  right: string | null;
  without: string | null;
}

function Moves({ name, left, right, without }: ComparedColumn) {
  const moves = [
    { href: left, words: `Move ${name} left`, icon: <ArrowLeft aria-hidden size={16} /> },
    { href: right, words: `Move ${name} right`, icon: <ArrowRight aria-hidden size={16} /> },
    { href: without, words: `Remove ${name}`, icon: <X aria-hidden size={16} /> },
  ];
  return (
    <span className="moves no-print">
      {moves.map(({ href, words, icon }) =>
        href === null ? null : (
          <IntentLink key={words} href={href} scroll={false} title={words}>
            {icon}
            <span className="sr-only">{words}</span>
          </IntentLink>
        ),
      )}
    </span>
  );
}

function Head({ column }: { column: ComparedColumn }) {
  const { name, href, beside, closest } = column;
  return (
    <th scope="col">
      {href === null ? name : <IntentLink href={href}>{name}</IntentLink>}
      <small>{beside}</small>
      {closest.map((other) => (
        <IntentLink key={other.href} href={other.href} className="closest" scroll={false}>
          {other.name}
        </IntentLink>
      ))}
      <Moves {...column} />
    </th>
  );
}

function ValueCell({ cell: { value, note, mark, isMissing, drawn } }: { cell: ComparedCell }) {
  return (
    <td className={isMissing ? "missing" : mark ? "leads" : undefined} style={drawn}>
      {value}
      {mark && <em>{mark}</em>}
      {note && <small>{note}</small>}
    </td>
  );
}

function Groups({ columns, groups }: Props) {
  return groups.map(({ title, rows }) => (
    <tbody key={title}>
      <tr>
        <th scope="rowgroup" colSpan={columns.length + 1}>
          <span>{title}</span>
        </th>
      </tr>
      {rows.map(({ label, note, cells }) => (
        <tr key={label}>
          <th scope="row">
            {label}
            {note && <small>{note}</small>}
          </th>
          {cells.map((cell, index) => (
            <ValueCell key={columns[index]?.key} cell={cell} />
          ))}
        </tr>
      ))}
    </tbody>
  ));
}

const withRows = (groups: Props["groups"], isSame: boolean): RowGroup[] =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter((row) => (row.isSame ?? false) === isSame) }))
    .filter(({ rows }) => rows.length > 0);

const styleOf = ({ length }: Props["columns"]) => ({ "--columns": length }) as React.CSSProperties;

/** What is the same in every column, or known of none: it tells nothing apart, and stands folded. */
function Same({ columns, groups }: Props) {
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  if (count === 0) return null;
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-8 items-center underline decoration-dotted underline-offset-4">
        {plural(count, "row")} in which they are the same
      </summary>
      <TableBox label="What is the same in all">
        <table className="compare-table" style={styleOf(columns)}>
          <thead>
            <tr>
              <td>Model</td>
              {columns.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <Groups columns={columns} groups={groups} />
        </table>
      </TableBox>
    </details>
  );
}

interface Props {
  columns: readonly ComparedColumn[];
  groups: readonly RowGroup[];
}

/** Models beside each other, what differs first. The names of the rows stay where they are while the columns are moved. */
export function CompareTable({ columns, groups }: Props) {
  return (
    <>
      <TableBox label="Models side by side">
        <table className="compare-table" style={styleOf(columns)}>
          <thead>
            <tr>
              <td>Model</td>
              {columns.map((column) => (
                <Head key={column.key} column={column} />
              ))}
            </tr>
          </thead>
          <Groups columns={columns} groups={withRows(groups, false)} />
        </table>
      </TableBox>
      <Same columns={columns} groups={withRows(groups, true)} />
    </>
  );
}
