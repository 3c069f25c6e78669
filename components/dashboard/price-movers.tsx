import { Sparkline } from "@/components/charts/sparkline";
import { DataTable, type Column } from "@/components/ui/data-table";
import { formatChange, formatDay, formatPrice, plural } from "@/lib/domain/pages/format";

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
  /** The price on each of the last seven days. */
  week: readonly (number | null)[];
}

const COLUMNS: readonly Column<PriceMove>[] = [
  {
    label: "Model",
    cell: ({ href, name, provider }) => (
      <>
        <a href={href} className="plain-link font-medium">
          {name}
        </a>
        <small>{provider}</small>
      </>
    ),
  },
  { label: "Last seven days", cell: ({ week }) => <Sparkline values={week} /> },
  {
    label: "Price",
    cell: ({ from, to, field, percent }) => (
      <>
        {formatPrice(from)} to {formatPrice(to)}
        <small>
          {percent === null ? "before $0.00" : formatChange(percent)}, {field}
        </small>
      </>
    ),
  },
];

const PriceMovers = ({ moves }: { moves: readonly PriceMove[] }) => (
  <DataTable
    caption="Table of price changes"
    columns={COLUMNS}
    rows={moves}
    keyOf={({ href }) => href}
    isHeadHidden
    isBoxed
    className="glance-rows"
  />
);

interface Props {
  /** The two newest captured days. */
  from: string;
  to: string;
  changedModels: number;
  /** Prices that moved most. */
  moves: readonly PriceMove[];
}

export function PriceMoves({ from, to, changedModels, moves }: Props) {
  return (
    <>
      <p className="text-small text-fg-muted">
        {changedModels === 0
          ? `No price changed from ${formatDay(from)} to ${formatDay(to)}.`
          : `${plural(changedModels, "model")} since ${formatDay(from)}, USD per 1M tokens.`}
      </p>
      {moves.length > 0 && <PriceMovers moves={moves} />}
    </>
  );
}
