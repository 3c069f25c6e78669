import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { IntentLink } from "@/components/ui/intent-link";
import { TableBox } from "@/components/ui/table-box";
import type { Mark } from "@/lib/domain/models/best-in-row";

export interface ComparedCell {
  value: React.ReactNode;
  note?: React.ReactNode;
  /** The best value of its row, alone or with others. */
  mark?: Mark | null;
  /** Nothing is reported. */
  isMissing?: true;
}

export interface ComparedRow {
  label: string;
  note?: string;
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

function ValueCell({ cell: { value, note, mark, isMissing } }: { cell: ComparedCell }) {
  return (
    <td className={isMissing ? "missing" : undefined}>
      {value}
      {mark && <em>{mark}</em>}
      {note && <small>{note}</small>}
    </td>
  );
}

/** Models beside each other. The names of the rows stay where they are while the columns are moved. */
export function CompareTable({ columns, groups }: { columns: readonly ComparedColumn[]; groups: readonly RowGroup[] }) {
  return (
    <TableBox label="Models side by side">
      <table className="compare-table" style={{ "--columns": columns.length } as React.CSSProperties}>
        <thead>
          <tr>
            <td>Model</td>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
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
        ))}
      </table>
    </TableBox>
  );
}
