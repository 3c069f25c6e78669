import { TableBox } from "@/components/ui/table-box";

interface Props {
  /** What the table holds, for readers who hear it. */
  label: string;
  head: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly { key: string; cells: readonly React.ReactNode[] }[];
  /** Another look, for a table whose cells are words and not figures. */
  className?: string;
}

/** A table of few columns. The first names the row; the others are figures, unless it has another look. */
export function SmallTable({ label, head, rows, className = "small-table" }: Props) {
  return (
    <TableBox label={label}>
      <table className={className}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={head[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
