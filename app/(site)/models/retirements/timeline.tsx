import { Fragment } from "react";
import { DataTable, type Column } from "@/components/ui/data-table";
import { NamedModelLink } from "@/components/ui/named-model-link";
import { SOON_DAYS, type EndsAhead } from "@/lib/domain/models/retirements/ends-ahead";
import { formatCount, formatDayOrMonth, formatDaysLeft, formatMonth, formatPrice } from "@/lib/domain/pages/format";
import { hostOf } from "@/lib/domain/pages/host-of";
import type { retirements } from "@/lib/endpoints/models/retirements";
import { fillPath } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { modelPage } from "@/lib/pages/model";

type Answer = AnswerOf<typeof retirements>;
export type Row = Answer["retirements"][number];

/** Less than this is hardly enough to change and test a model. */
const URGENT_DAYS = 7;

const CHIP = "chip inline-block rounded-chip px-2 py-0.5 font-medium";
const URGENT = `${CHIP} bg-bad-tint text-bad-fg`;
const NEAR = `${CHIP} bg-warn-tint text-warn-fg`;

function When({ row: { retires_on: day, precision, days_left: left, moved_from: moved } }: { row: Row }) {
  if (day === null) return <>no day announced</>;
  const tone = left === null || left < 0 || left > SOON_DAYS ? null : left <= URGENT_DAYS ? URGENT : NEAR;
  const date = `${precision === "earliest" ? "not before " : ""}${formatDayOrMonth(day)}`;
  return (
    <>
      {left === null ? date : <span className={tone ?? undefined}>{formatDaysLeft(left)}</span>}
      {left !== null && <small>{date}</small>}
      {moved.length > 0 && <small>before: {moved.map(formatDayOrMonth).join(", ")}</small>}
    </>
  );
}

const pathOf = (host: string, id: string): string => fillPath(modelPage.path, { provider: host, id });

function Instead({ row: { host, successors, rerouted_to: target } }: { row: Row }) {
  const prices =
    target !== null && target.input_per_1m !== null && target.output_per_1m !== null
      ? `, at ${formatPrice(target.input_per_1m)} in, ${formatPrice(target.output_per_1m)} out`
      : "";
  if (successors.length === 0) return <>none named</>;
  const afterwards = `answers calls from then on${prices}`;
  return (
    <>
      {successors.map(({ model, label, is_listed: isListed }) => (
        <Fragment key={model}>
          <NamedModelLink model={model} label={label} href={isListed ? pathOf(host, model) : null} className="plain-link" />
          <small className="wrap-anywhere">
            {[label !== model && model, model === target?.model && afterwards].filter(Boolean).join(", ")}
          </small>
        </Fragment>
      ))}
      {target && successors.every(({ model }) => model !== target.model) && <small>{`${target.model} ${afterwards}`}</small>}
    </>
  );
}

function Source({ row, names }: { row: Row; names: ReadonlyMap<string, string> }) {
  const name = names.get(row.source) ?? row.source;
  const others = row.said.filter(({ source, retires_on: day }) => source !== row.source && day !== null && day !== row.retires_on);
  return (
    <>
      {row.source_url === null ? (
        name
      ) : (
        <a href={row.source_url} title={name} rel="noopener noreferrer">
          {hostOf(row.source_url)}
        </a>
      )}
      {others.length > 0 && (
        <small>
          {others.map(({ source, retires_on: day }) => `${names.get(source) ?? source} says ${formatDayOrMonth(day ?? "")}`).join("; ")}
        </small>
      )}
    </>
  );
}

const columnsWith = (names: ReadonlyMap<string, string>): readonly Column<Row>[] => [
  {
    label: "Model",
    cell: (row) => (
      <>
        <span className="font-medium">
          <NamedModelLink
            model={row.model}
            label={row.label}
            href={row.name === null ? null : pathOf(row.host, row.model)}
            className="plain-link"
          />
        </span>
        <small className="wrap-anywhere">
          {row.host_name}
          {row.label !== row.model && `: ${row.model}`}
        </small>
      </>
    ),
  },
  { label: "Ends", isText: true, cell: (row) => <When row={row} /> },
  { label: "Instead", isText: true, cell: (row) => <Instead row={row} /> },
  { label: "Source", isText: true, cell: (row) => <Source row={row} names={names} /> },
];

interface GroupProps {
  id: string;
  title: string;
  rows: readonly Row[];
  names: ReadonlyMap<string, string>;
}

const Ends = ({ title, rows, names }: Omit<GroupProps, "id">) => (
  <DataTable
    caption={title}
    columns={columnsWith(names)}
    rows={rows}
    keyOf={({ host, model }) => `${host}/${model}`}
    hasCards
    className="listing ends"
  />
);

function Open({ id, title, rows, names }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="mb-2 text-h3">
        {title} <span className="font-normal text-fg-muted">{rows.length}</span>
      </h3>
      <Ends title={title} rows={rows} names={names} />
    </section>
  );
}

/** Its line names every model, so that who looks for one sees it before opening. */
function Folded({ id, title, rows, names }: GroupProps) {
  if (rows.length === 0) return null;
  return (
    <details className="ends-later">
      <summary>
        <strong>
          {title} <span className="font-normal text-fg-muted">{rows.length}</span>
        </strong>
        <small>{[...new Set(rows.map(({ label }) => label))].join(", ")}</small>
      </summary>
      {/* A link to what is inside opens it. */}
      <div id={id}>
        <Ends title={title} rows={rows} names={names} />
      </div>
    </details>
  );
}

/** `Dec`, and at a year's turn `Jan ’27`. */
const shortMonth = (month: string): string => {
  const [name = "", year = ""] = formatMonth(month).split(" ");
  return month.endsWith("-01") ? `${name} ’${year.slice(2)}` : name;
};

function Months({ byMonth, soonId }: Pick<EndsAhead<Row>, "byMonth"> & { soonId: string }) {
  const most = Math.max(1, ...byMonth.map(({ count }) => count));
  return (
    <ol aria-label="Ends in the next twelve months" className="ends-by-month no-print">
      {byMonth.map(({ month, count, rows }) => (
        <li key={month}>
          <span aria-hidden className="ends-bar" style={{ "--share": (count / most).toFixed(3) } as React.CSSProperties}>
            {formatCount(count)}
          </span>
          {count > 0 ? (
            <a href={rows.length > 0 ? `#m${month}` : `#${soonId}`} aria-label={`${formatMonth(month)}: ${count}`}>
              {shortMonth(month)}
            </a>
          ) : (
            <span>{shortMonth(month)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

interface Props {
  ends: EndsAhead<Row>;
  sources: Answer["sources"];
}

/** What ends soon stands open; later months are a line each. */
export function Timeline({ ends: { soon, byMonth, later, past }, sources }: Props) {
  const names = new Map(sources.map(({ key, name }) => [key, name]));
  return (
    <>
      <Months byMonth={byMonth} soonId="soon" />
      <Open id="soon" title={`Within ${SOON_DAYS} days`} rows={soon} names={names} />
      <div className="mt-6">
        {byMonth.map(({ month, rows }) => (
          <Folded key={month} id={`m${month}`} title={formatMonth(month)} rows={rows} names={names} />
        ))}
        <Folded id="later" title="Later, or without a day" rows={later} names={names} />
      </div>
      <Open id="past" title="Ended" rows={past} names={names} />
    </>
  );
}
