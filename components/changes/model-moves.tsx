import { DataTable, type Column } from "@/components/ui/data-table";
import { NearTime } from "@/components/ui/near-time";
import { PriceChange } from "@/components/ui/price-change";
import { blendedOrNull } from "@/lib/domain/models/model-listing";
import { formatCount, formatDay, priceOrNone } from "@/lib/domain/pages/format";
import type { ModelMove } from "@/lib/schemas/history/price-move";
import { ModelName } from "./change-groups";

const Moved = ({ from, to, label }: { from: number | null; to: number | null; label: string }) =>
  from === to ? `${priceOrNone(to)} ${label}` : `${priceOrNone(from)} to ${priceOrNone(to)} ${label}`;

const BY: Readonly<Record<ModelMove["moved_by"], string>> = { maker: "its maker", sellers: "most sellers", seller: "single sellers" };
const SHORT: Readonly<Record<NonNullable<ModelMove["short_because"]>, string>> = {
  listed_later: "listed since",
  priced_later: "priced since",
  free_before: "free before",
  corrected: "corrected on",
};

const columns = (path: string): readonly Column<ModelMove>[] => [
  {
    label: "Model",
    cell: ({ model, provider, model_id: modelId }) => <ModelName model={model} provider={provider} modelId={modelId} path={path} />,
  },
  {
    label: "Price",
    unit: "USD per 1M tokens",
    cell: ({ from, to }) => (
      <>
        <Moved from={from.input} to={to.input} label="in" />
        <small>
          <Moved from={from.output} to={to.output} label="out" />
        </small>
      </>
    ),
  },
  {
    label: "Change",
    unit: "mean of both",
    cell: ({ from, to, change_pct: percent }) =>
      blendedOrNull(from.input, from.output) === blendedOrNull(to.input, to.output) ? (
        "none"
      ) : (
        <PriceChange from={blendedOrNull(from.input, from.output)} to={blendedOrNull(to.input, to.output)} percent={percent} />
      ),
  },
  {
    label: "Last changed",
    cell: ({ changes, changed_on: on, short_because: why, compared_from: since }) => (
      <>
        <NearTime at={on} />
        {changes > 1 && <small>{formatCount(changes)} times in all</small>}
        {why !== null && (
          <small>
            {SHORT[why]} {formatDay(since)}
          </small>
        )}
      </>
    ),
  },
  {
    label: "Changed by",
    cell: ({ moved_by: by, moved, sellers }) => (
      <>
        {BY[by]}
        <small>
          {formatCount(moved)} of {formatCount(sellers)} listings
        </small>
      </>
    ),
  },
];

/** The models whose price moved most, one row each. */
export const ModelMoves = ({ moves, path }: { moves: readonly ModelMove[]; path: string }) => (
  <DataTable
    caption="Table of the largest price moves"
    columns={columns(path)}
    rows={moves}
    keyOf={({ model_id: id }) => id}
    hasCards
    isBoxed
  />
);
