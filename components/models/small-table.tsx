import { TableBox } from "@/components/ui/table-box";

interface Props {
  /** What the table holds, for readers who hear it. */
  label: string;
  head: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly { key: string; cells: readonly React.ReactNode[] }[];
}

/** A table of few columns; the first is text, the others are figures. */
export function SmallTable({ label, head, rows }: Props) {
  return (
    <TableBox label={label}>
      <table className="small-table">
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
