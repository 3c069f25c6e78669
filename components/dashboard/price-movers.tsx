import { Sparkline } from "@/components/charts/sparkline";
import { TableBox } from "@/components/ui/table-box";
import { PriceChange } from "@/components/ui/price-change";
import { formatCount, formatDay, formatPrice } from "@/lib/domain/pages/format";

interface PriceMove {
  name: string;
  provider: string;
  href: string;
  /** Which of the two prices moved most. */
  field: "input" | "output";
  from: number;
  to: number;
  /** Null where the price was 0 before. */
  percent: number | null;
  /** The same price on each of the last seven days. */
  week: readonly (number | null)[];
}

function PriceMovers({ moves }: { moves: readonly PriceMove[] }) {
  return (
    <TableBox label="Table of price changes">
      <table className="rows w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className="max-sm:hidden">
              Last seven days
            </th>
            <th scope="col">Price</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => (
            <tr key={move.href}>
              <th scope="row">
                <a href={move.href} className="plain-link font-medium">
                  {move.name}
                </a>
                <small>{move.provider}</small>
              </th>
              <td className="max-sm:hidden">
                <Sparkline values={move.week} />
              </td>
              <td>
                {formatPrice(move.from)} to {formatPrice(move.to)}
                <small>{move.field}</small>
              </td>
              <td>
                <PriceChange {...move} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

interface Props {
  /** The two newest captured days. */
  from: string;
  to: string;
  changedModels: number;
  /** Those that moved most. */
  moves: readonly PriceMove[];
}

export function PriceMoves({ from, to, changedModels, moves }: Props) {
  return (
    <>
      <p className="text-small text-fg-muted">
        {changedModels === 0
          ? `No price changed between ${formatDay(from)} and ${formatDay(to)}.`
          : `${formatCount(changedModels)} models changed between ${formatDay(from)} and ${formatDay(to)}; those that moved most:`}
      </p>
      {moves.length > 0 && <PriceMovers moves={moves} />}
    </>
  );
}
