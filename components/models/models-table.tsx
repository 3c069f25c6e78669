import { formatChange, formatDay, formatMonth, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import type { Folded } from "@/lib/domain/models/fold-snapshots";
import type { ModelColumn, ModelRow, ModelSort } from "@/lib/domain/models/model-table";
import { CompareKeys } from "./compare-keys";
import { DataTable, type Column } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { PageForm } from "@/components/ui/page-form";

type ListedModel = Folded<ModelRow> & {
  href: string;
  /** Where its dated snapshots are listed beside it. */
  foldedHref: string;
  /** Name of the source of its price. */
  sourceName: string | null;
};

interface Props {
  rows: readonly ListedModel[];
  /** Where the ticked models are compared. */
  compareAction: string;
  sort: ModelSort;
  /** Name of the benchmark in the column of scores. */
  benchmark: string;
  sortHref: (column: ModelColumn) => string;
}

const DASH = "–";

/** Class for the place of a price's missing decimals, so that the points stand below each other. */
function placeLeft(usd: number | null): string | undefined {
  const decimals = usd === null ? 0 : (formatPrice(usd).split(".")[1]?.length ?? 0);
  return decimals > 2 ? `price-${Math.min(decimals, 4)}` : undefined;
}

const priceColumn = (name: "input" | "output" | "blended", label: string, unit: string): Column<ListedModel> => ({
  name,
  label,
  unit,
  cell: ({ [name]: usd }) => (usd === null ? DASH : formatPrice(usd)),
  look: ({ [name]: usd }) => placeLeft(usd),
});

/** What the narrow table has no columns for. */
function briefOf({ context, score, sourceName, seenOn, hasConflict }: ListedModel, benchmark: string): string {
  return [
    context !== null && `${formatTokens(context)} context`,
    score !== null && `${benchmark} ${formatScore(score)}`,
    sourceName !== null && `${sourceName}${seenOn === null ? "" : `, ${formatDay(seenOn)}`}`,
    hasConflict && "sources differ",
  ]
    .filter(Boolean)
    .join(" · ");
}

function Name({ row, benchmark }: { row: ListedModel; benchmark: string }) {
  return (
    <>
      <input type="checkbox" name="ids" value={`${row.providerId}/${row.id}`} aria-label={`Compare ${row.name}`} />
      <IntentLink href={row.href}>{row.name}</IntentLink>
      <small>
        {row.provider}
        {row.isOpen && " · open weights"}
        {row.folded.length > 0 && (
          <>
            {" · "}
            <IntentLink href={row.foldedHref}>
              {row.folded.length} dated {row.folded.length === 1 ? "version" : "versions"}
            </IntentLink>
          </>
        )}
        {row.isFreeListing && " · given away here"}
      </small>
      <small>{briefOf(row, benchmark)}</small>
    </>
  );
}

const columnsOf = (benchmark: string): readonly Column<ListedModel>[] => [
  { name: "name", label: "Model", cell: (row) => <Name row={row} benchmark={benchmark} /> },
  priceColumn("input", "Input", "$ per 1M"),
  priceColumn("output", "Output", "$ per 1M"),
  priceColumn("blended", "Blended", "50 : 50"),
  { name: "change", label: "7 days", unit: "blended", cell: ({ change }) => (change === null ? DASH : formatChange(change)) },
  { name: "context", label: "Context", unit: "tokens", cell: ({ context }) => (context === null ? DASH : formatTokens(context)) },
  { name: "score", label: benchmark, unit: "of 100", cell: ({ score }) => (score === null ? DASH : formatScore(score)) },
  { name: "released", label: "Released", cell: ({ released }) => (released === null ? DASH : formatMonth(released)) },
  {
    label: "Price seen at",
    isText: true,
    cell: ({ sourceName, seenOn, hasConflict }) => (
      <>
        {sourceName ?? DASH}
        {seenOn !== null && <small>{formatDay(seenOn)}</small>}
        {hasConflict && <b>sources differ</b>}
      </>
    ),
  },
];

/** A list on whose rows models are ticked to be compared. */
export function ModelsTable({ rows, compareAction, sort, benchmark, sortHref }: Props) {
  return (
    <PageForm action={compareAction} className="compare-form">
      <DataTable
        caption="Table of models"
        columns={columnsOf(benchmark)}
        rows={rows}
        keyOf={({ href }) => href}
        sort={{ now: sort, hrefOf: ({ name }) => (name ? sortHref(name as ModelColumn) : null) }}
        className="models-table listing"
      />
      <div className="no-print">
        <button type="submit" className="control control-primary">
          Compare
        </button>
        <span>
          the models that you tick, two to five <CompareKeys />
        </span>
      </div>
    </PageForm>
  );
}
