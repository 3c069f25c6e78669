import { formatChange, formatDay, formatMonth, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import type { Folded } from "@/lib/domain/models/fold-snapshots";
import type { ModelColumn, ModelRow, ModelSort } from "@/lib/domain/models/model-table";
import { CompareKeys } from "./compare-keys";
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

interface Column {
  column: ModelColumn;
  label: string;
  unit?: string;
}

/** A price with fewer than four decimals leaves the place of the missing ones free, so that the points stand below each other. */
function priceText(usd: number | null): { text: string; className?: string } {
  if (usd === null) return { text: DASH };
  const text = formatPrice(usd);
  const decimals = text.split(".")[1]?.length ?? 0;
  return decimals <= 2 ? { text } : { text, className: decimals === 3 ? "price-3" : "price-4" };
}

function PriceCell({ usd }: { usd: number | null }) {
  const { text, ...looks } = priceText(usd);
  return <td {...looks}>{text}</td>;
}

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

function Row({ row, benchmark }: { row: ListedModel; benchmark: string }) {
  return (
    <tr>
      <th scope="row">
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
      </th>
      <PriceCell usd={row.input} />
      <PriceCell usd={row.output} />
      <PriceCell usd={row.blended} />
      <td>{row.change === null ? DASH : formatChange(row.change)}</td>
      <td>{row.context === null ? DASH : formatTokens(row.context)}</td>
      <td>{row.score === null ? DASH : formatScore(row.score)}</td>
      <td>{row.released === null ? DASH : formatMonth(row.released)}</td>
      <td>
        {row.sourceName ?? DASH}
        {row.seenOn !== null && <small>{formatDay(row.seenOn)}</small>}
        {row.hasConflict && <b>sources differ</b>}
      </td>
    </tr>
  );
}

function SortHeader({ column, label, unit, sort, href }: Column & { sort: ModelSort; href: string }) {
  const isSorted = sort.column === column;
  return (
    <th scope="col" aria-sort={isSorted ? (sort.direction === "asc" ? "ascending" : "descending") : undefined}>
      <IntentLink href={href}>
        {label}
        {unit && <small>{unit}</small>}
      </IntentLink>
    </th>
  );
}

/** The looks of all cells are set at the table, since they are the same in each of a hundred rows. */
export function ModelsTable({ rows, compareAction, sort, benchmark, sortHref }: Props) {
  const columns: readonly Column[] = [
    { column: "name", label: "Model" },
    { column: "input", label: "Input", unit: "$ per 1M" },
    { column: "output", label: "Output", unit: "$ per 1M" },
    { column: "blended", label: "Blended", unit: "50 : 50" },
    { column: "change", label: "7 days", unit: "blended" },
    { column: "context", label: "Context", unit: "tokens" },
    { column: "score", label: benchmark, unit: "of 100" },
    { column: "released", label: "Released" },
  ];
  return (
    <PageForm action={compareAction} className="compare-form">
      <table className="models-table sorted-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHeader key={column.column} {...column} sort={sort} href={sortHref(column.column)} />
            ))}
            <th scope="col">Price seen at</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.href} row={row} benchmark={benchmark} />
          ))}
        </tbody>
      </table>
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
