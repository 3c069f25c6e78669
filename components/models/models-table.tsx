import { formatChange, formatDayOrMonth, formatMonth, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import type { Folded } from "@/lib/domain/models/fold-snapshots";
import { priceShare, questionOf, type ModelQuestion, type Span } from "@/lib/domain/models/model-questions";
import { commonSeen, isSeenAt, type ModelColumn, type ModelRow, type ModelSort } from "@/lib/domain/models/model-table";
import { CompareKeys } from "./compare-keys";
import { barOf, intervalBar } from "@/components/ui/bar-of";
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

type Seen = ReturnType<typeof commonSeen>;

/** Whether the line above the table, which holds for most prices, is wrong of this one. */
const isOther = ({ source, seenOn }: ListedModel, common: Seen): boolean =>
  source !== null && (common === null || !isSeenAt({ source, seenOn }, common));

/** What a narrow table has no columns for: month and context, and the day of a price from elsewhere. */
function briefOf(row: ListedModel, { question, common }: Shown): string[] {
  const { released, context, seenOn } = row;
  const facts = [released !== null && formatMonth(released), hasBriefContext(question) && context !== null && formatTokens(context)].filter(
    (fact) => fact !== false,
  );
  const seen = isOther(row, common) && seenOn !== null ? `price of ${formatDayOrMonth(seenOn)}` : "";
  return [facts.join(" · "), seen].filter((part) => part !== "");
}

interface Shown {
  question: ModelQuestion;
  common: Seen;
}

/** The question for the longest context has its column on every screen. */
const hasBriefContext = ({ columns }: ModelQuestion): boolean => columns[0] !== "context";

function End({ end }: Pick<ListedModel, "end">) {
  if (end === null) return null;
  if (end.on === null) return <i>its end is announced</i>;
  const day = formatDayOrMonth(end.on);
  return <i>{end.isEarliest ? `may end from ${day}` : `ends ${day}`}</i>;
}

function Name({ row, shown }: { row: ListedModel; shown: Shown }) {
  const brief = briefOf(row, shown);
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
        {row.hasConflict && (
          <>
            {" · "}
            <b>sources differ</b>
          </>
        )}
        {brief.map((part) => (
          <span key={part}>
            {"\u00a0· "}
            <span>{part}</span>
          </span>
        ))}
      </small>
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
      drawn: ({ blended }) => barOf(priceShare(blended)),
    },
    change: { name: "change", label: "7 days", unit: "blended", cell: ({ change }) => (change === null ? DASH : formatChange(change)) },
    context: CONTEXT,
    capability: {
      name: "capability",
      label: "Capability",
      unit: "bar: 90 % interval",
      cell: ({ capability }) => (capability === null ? DASH : formatScore(capability)),
      drawn: ({ capability, interval }) =>
        capability === null || interval === null || span === null ? undefined : intervalBar(capability, interval, span),
    },
    score: { name: "score", label: benchmark, unit: "of 100", cell: ({ score }) => (score === null ? DASH : formatScore(score)) },
    released: { name: "released", label: "Released", cell: ({ released }) => (released === null ? DASH : formatMonth(released)) },
  };
}

const nameColumn = (shown: Shown): Column<ListedModel> => ({
  name: "name",
  label: "Model",
  unit: hasBriefContext(shown.question) ? "maker · month · context" : "maker · month",
  cell: (row) => <Name row={row} shown={shown} />,
});

const seenColumn = (common: Seen): Column<ListedModel> => ({
  label: "Price seen at",
  isText: true,
  cell: (row) => (
    <>
      {isOther(row, common) && row.sourceName}
      {isOther(row, common) && row.seenOn !== null && <small>{formatDayOrMonth(row.seenOn)}</small>}
    </>
  ),
});

/** Source and day of most prices, said once. */
function SeenLine({ rows, common, hasOthers }: { rows: readonly ListedModel[]; common: Seen; hasOthers: boolean }) {
  const row = rows.find((one) => common !== null && isSeenAt(one, common));
  if (!row) return null;
  return (
    <p className="mb-2 text-small text-fg-muted">
      Prices: {row.sourceName}
      {row.seenOn !== null && `, ${formatDayOrMonth(row.seenOn)}`}
      {hasOthers && "; rows say where it differs"}
    </p>
  );
}

/** Models to tick and to compare, with the columns that answer the question behind their order. */
export function ModelsTable({ rows, compareAction, sort, benchmark, span, sortHref }: Props) {
  const question = questionOf(sort);
  const known = columnsOf(benchmark, span);
  const common = commonSeen(rows);
  const shown = { question, common };
  const hasOthers = rows.some((row) => isOther(row, common));
  return (
    <PageForm action={compareAction} className="compare-form">
      <SeenLine rows={rows} common={common} hasOthers={hasOthers} />
      <DataTable
        caption="Table of models"
        columns={[nameColumn(shown), ...question.columns.map((name) => known[name]), ...(hasOthers ? [seenColumn(common)] : [])]}
        rows={rows}
        keyOf={({ href }) => href}
        sort={{ now: sort, hrefOf: ({ name }) => (name ? sortHref(name as ModelColumn) : null) }}
        className={`models-table of-${question.name} listing${hasOthers ? " has-seen" : ""}`}
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
