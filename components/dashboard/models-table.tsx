import { formatMonth, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import { blendedOf, type ModelRow, type ModelSort } from "@/lib/domain/models/model-table";

interface Props {
  rows: readonly ModelRow[];
  sort: ModelSort;
  benchmark: string;
  hrefFor: Readonly<Record<string, string>>;
}

function Price({ usd }: { usd: number | null }) {
  if (usd === null) return <span className="text-small text-fg-subtle">not published</span>;
  return <span title={usd === 0 ? "Free of charge or self-hosted" : undefined}>{formatPrice(usd)}</span>;
}

function SortHeader({
  by,
  label,
  unit,
  props,
  className = "",
}: {
  by: ModelSort;
  label: string;
  unit?: string;
  props: Props;
  className?: string;
}) {
  const isSorted = props.sort === by;
  const direction = by === "context" || by === "score" || by === "newest" ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined} className={`px-2 py-2 font-medium md:px-3 ${className}`}>
      <a href={props.hrefFor[by]} className={`plain-link inline-flex min-h-6 items-center gap-1 ${isSorted ? "text-fg" : ""}`}>
        {isSorted && (
          <svg aria-hidden width="9" height="9" viewBox="0 0 8 8" className="shrink-0">
            <path d={direction === "ascending" ? "M4 1l3.5 6h-7z" : "M4 7l3.5-6h-7z"} fill="currentColor" />
          </svg>
        )}
        {label}
        {unit && <span className="font-normal max-md:sr-only">{unit}</span>}
      </a>
    </th>
  );
}

function Row({ row, benchmark }: { row: ModelRow; benchmark: string }) {
  const cell = "px-3 py-2 text-right whitespace-nowrap max-md:hidden";
  return (
    <tr className="border-t border-border">
      <th scope="row" className="px-3 py-2 text-left font-normal [overflow-wrap:anywhere]">
        <span className="font-medium">{row.name}</span>
        {row.isOpen && <span className="chip ml-2 rounded-chip bg-info-tint px-1.5 text-small text-info-fg">open</span>}
        <span className="block text-small text-fg-muted">
          {row.provider}
          {row.released && ` · ${formatMonth(row.released)}`}
        </span>
        <span className="block text-small text-fg-muted md:hidden">
          {row.context !== null && `${formatTokens(row.context)} context`}
          {row.score !== null && ` · ${benchmark} ${formatScore(row.score)}`}
        </span>
      </th>
      <td className="px-2 py-2 text-right md:px-3 md:whitespace-nowrap">
        <Price usd={row.input} />
      </td>
      <td className="px-2 py-2 text-right md:px-3 md:whitespace-nowrap">
        <Price usd={row.output} />
      </td>
      <td className={cell}>
        <Price usd={blendedOf(row)} />
      </td>
      <td className={cell} title={row.context === null ? undefined : row.context.toLocaleString("en-US")}>
        {row.context === null ? <span className="text-small text-fg-subtle">unknown</span> : formatTokens(row.context)}
      </td>
      <td className={cell}>
        {row.score === null ? <span className="text-small text-fg-subtle">not reported</span> : formatScore(row.score)}
      </td>
      <td className="px-3 py-2 text-small text-fg-muted max-xl:hidden">{row.capabilities.join(", ")}</td>
    </tr>
  );
}

export function ModelsTable(props: Props) {
  return (
    <div className="card overflow-clip">
      <table className="w-full border-collapse">
        <caption className="sr-only">Models with prices in USD per 1M tokens</caption>
        <thead className="sticky top-13 z-[5] bg-surface text-right text-small text-fg-muted lg:top-14">
          <tr>
            <SortHeader by="name" label="Model" props={props} className="text-left" />
            <SortHeader by="input" label="Input" unit="$/1M" props={props} />
            <SortHeader by="output" label="Output" unit="$/1M" props={props} />
            <SortHeader by="blended" label="Blended" unit="50:50" props={props} className="max-md:hidden" />
            <SortHeader by="context" label="Context" props={props} className="max-md:hidden" />
            <SortHeader by="score" label={props.benchmark} props={props} className="max-md:hidden" />
            <th scope="col" className="px-3 py-2 text-left font-medium max-xl:hidden">
              Abilities
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <Row key={`${row.providerId}/${row.id}`} row={row} benchmark={props.benchmark} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
