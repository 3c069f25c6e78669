import { formatChange, formatDay, formatDayOrMonth, formatMonth, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import type { Folded } from "@/lib/domain/models/fold-snapshots";
import { priceShare, questionOf, shareWithin, type Span } from "@/lib/domain/models/model-questions";
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
  /** Between which abilities the bars are drawn. */
  span: Span | null;
  sortHref: (column: ModelColumn) => string;
}

const DASH = "–";

/** Class for the place of a price's missing decimals, so that the points stand below each other. */
function placeLeft(usd: number | null): string {
  const decimals = usd === null ? 0 : (formatPrice(usd).split(".")[1]?.length ?? 0);
  return `price-${Math.min(Math.max(decimals, 2), 4)}`;
}

const share = (value: number): string => value.toFixed(2);

const priceColumn = (name: "input" | "output", label: string): Column<ListedModel> => ({
  name,
  label,
  unit: "$ per 1M",
  cell: ({ [name]: usd }) => (usd === null ? DASH : formatPrice(usd)),
  look: ({ [name]: usd }) => placeLeft(usd),
});

const CONTEXT: Column<ListedModel> = {
  name: "context",
  label: "Context",
  unit: "tokens",
  cell: ({ context }) => (context === null ? DASH : formatTokens(context)),
};

/** What the narrow table has no columns for. */
function briefOf({ released, context, sourceName, seenOn, hasConflict }: ListedModel): string {
  return [
    released !== null && formatMonth(released),
    context !== null && `${formatTokens(context)} context`,
    sourceName !== null && `${sourceName}${seenOn === null ? "" : `, ${formatDay(seenOn)}`}`,
    hasConflict && "sources differ",
  ]
    .filter(Boolean)
    .join(" · ");
}

function End({ end }: Pick<ListedModel, "end">) {
  if (end === null) return null;
  if (end.on === null) return <i>its end is announced</i>;
  const day = formatDayOrMonth(end.on);
  return <i>{end.isEarliest ? `may end from ${day}` : `ends ${day}`}</i>;
}

function Name({ row }: { row: ListedModel }) {
  return (
    <>
      <input type="checkbox" name="ids" value={`${row.providerId}/${row.id}`} aria-label={`Compare ${row.name}`} />
      <IntentLink href={row.href}>{row.name}</IntentLink>
      <End end={row.end} />
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
      <small>{briefOf(row)}</small>
    </>
  );
}

function columnsOf(benchmark: string, span: Span | null): Record<Exclude<ModelColumn, "name">, Column<ListedModel>> {
  return {
    input: priceColumn("input", "Input"),
    output: priceColumn("output", "Output"),
    blended: {
      name: "blended",
      label: "Blended",
      unit: "$ per 1M, log bar",
      cell: ({ blended }) => (blended === null ? DASH : formatPrice(blended)),
      look: ({ blended }) => placeLeft(blended),
      drawn: ({ blended }) => {
        const at = priceShare(blended);
        return at === null ? undefined : { "--at": share(at) };
      },
    },
    change: { name: "change", label: "7 days", unit: "blended", cell: ({ change }) => (change === null ? DASH : formatChange(change)) },
    context: CONTEXT,
    capability: {
      name: "capability",
      label: "Capability",
      unit: "bar: 90 % interval",
      cell: ({ capability }) => (capability === null ? DASH : formatScore(capability)),
      drawn: ({ capability, interval }) =>
        capability === null || interval === null || span === null
          ? undefined
          : {
              "--at": share(shareWithin(capability, span)),
              "--low": share(shareWithin(interval.low, span)),
              "--high": share(shareWithin(interval.high, span)),
            },
    },
    score: { name: "score", label: benchmark, unit: "of 100", cell: ({ score }) => (score === null ? DASH : formatScore(score)) },
    released: { name: "released", label: "Released", cell: ({ released }) => (released === null ? DASH : formatMonth(released)) },
  };
}

const NAME: Column<ListedModel> = { name: "name", label: "Model", cell: (row) => <Name row={row} /> };

const SEEN: Column<ListedModel> = {
  label: "Price seen at",
  isText: true,
  cell: ({ sourceName, seenOn, hasConflict }) => (
    <>
      {sourceName ?? DASH}
      {seenOn !== null && <small>{formatDay(seenOn)}</small>}
      {hasConflict && <b>sources differ</b>}
    </>
  ),
};

/** Models to tick and to compare, with the columns that answer the question behind their order. */
export function ModelsTable({ rows, compareAction, sort, benchmark, span, sortHref }: Props) {
  const question = questionOf(sort);
  const known = columnsOf(benchmark, span);
  return (
    <PageForm action={compareAction} className="compare-form">
      <DataTable
        caption="Table of models"
        columns={[NAME, ...question.columns.map((name) => known[name]), SEEN]}
        rows={rows}
        keyOf={({ href }) => href}
        sort={{ now: sort, hrefOf: ({ name }) => (name ? sortHref(name as ModelColumn) : null) }}
        className={`models-table of-${question.name} listing`}
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
