import { ListedTable } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { addDays } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { formatDayOrMonth, formatMonth, formatPrice } from "@/lib/domain/pages/format";
import type { retirements } from "@/lib/endpoints/models/retirements";
import { fillPath } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { modelPage } from "@/lib/pages/model";

type Answer = AnswerOf<typeof retirements>;
type Row = Answer["retirements"][number];

const MONTHS = 12;

interface Props {
  rows: readonly Row[];
  today: string;
  sources: Answer["sources"];
}

const monthOf = (day: string): string => day.slice(0, 7);

/** The months of the next year, this one first. */
function nextMonths(today: string): string[] {
  const months = [monthOf(today)];
  while (months.length < MONTHS) months.push(monthOf(addDays(`${months.at(-1)}-28`, 7)));
  return months;
}

function When({ row }: { row: Row }) {
  const { retires_on: day, precision, days_left: left, moved_from: moved } = row;
  if (day === null) return <>no day announced</>;
  return (
    <>
      {precision === "earliest" && "not before "}
      {formatDayOrMonth(day)}
      <small>
        {row.state}
        {left === null ? "" : left < 0 ? `, ${-left} days ago` : left === 0 ? ", today" : `, in ${left} days`}
        {moved.length > 0 && `; before: ${moved.join(", ")}`}
      </small>
    </>
  );
}

function Instead({ row }: { row: Row }) {
  const { replacement, options, rerouted_to: target } = row;
  const names = replacement === null ? options : [replacement];
  return (
    <>
      {names.length === 0 ? "none named" : names.join(", ")}
      {target && (
        <small>
          {`calls are answered by ${target.model}`}
          {target.input_per_1m !== null && target.output_per_1m !== null
            ? `, at ${formatPrice(target.input_per_1m)} in, ${formatPrice(target.output_per_1m)} out`
            : ""}
        </small>
      )}
    </>
  );
}

function Source({ row, names }: { row: Row; names: ReadonlyMap<string, string> }) {
  const name = names.get(row.source) ?? row.source;
  const others = row.said.filter(({ source, retires_on: day }) => source !== row.source && day !== null && day !== row.retires_on);
  return (
    <>
      {row.source_url === null ? name : <a href={row.source_url}>{name}</a>}
      {others.length > 0 && (
        <small>{others.map(({ source, retires_on: day }) => `${names.get(source) ?? source} says ${day}`).join("; ")}</small>
      )}
    </>
  );
}

function Ends({ label, rows, names }: { label: string; rows: readonly Row[]; names: ReadonlyMap<string, string> }) {
  return (
    <ListedTable
      label={label}
      isText
      head={["Model", "Ends", "Instead", "Source"]}
      rows={rows.map((row) => ({
        key: `${row.host}/${row.model}`,
        cells: [
          <>
            {row.name === null ? (
              <span className="break-all">{row.model}</span>
            ) : (
              <IntentLink href={fillPath(modelPage.path, { provider: row.host, id: row.model })} className="inline-block min-h-6 break-all">
                {row.model}
              </IntentLink>
            )}
            <small>{row.host_name}</small>
          </>,
          <When key="when" row={row} />,
          <Instead key="instead" row={row} />,
          <Source key="source" row={row} names={names} />,
        ],
      }))}
    />
  );
}

function Section({ id, title, rows, names }: { id: string; title: string; rows: readonly Row[]; names: ReadonlyMap<string, string> }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id} className="mb-2 text-h3">
        {title} <span className="font-normal text-fg-muted">{rows.length}</span>
      </h3>
      <Ends label={title} rows={rows} names={names} />
    </section>
  );
}

/** What ends in each of the next twelve months, what ends later or on no known day, and what has ended. */
export function Timeline({ rows, today, sources }: Props) {
  const names = new Map(sources.map(({ key, name }) => [key, name]));
  const months = nextMonths(today);
  const isPast = ({ state, days_left: left }: Row): boolean => state === "retired" || (left !== null && left < 0);
  const ahead = rows.filter((row) => !isPast(row));
  const byMonth = groupBy(ahead, ({ retires_on: day }) => (day === null ? "" : monthOf(day)));
  const most = Math.max(1, ...months.map((month) => byMonth.get(month)?.length ?? 0));
  const later = ahead.filter(({ retires_on: day }) => day === null || !months.includes(monthOf(day)));
  return (
    <>
      <ol aria-label="Ends in the next twelve months" className="no-print grid grid-cols-6 gap-1 lg:grid-cols-12">
        {months.map((month) => {
          const count = byMonth.get(month)?.length ?? 0;
          return (
            <li key={month} className="flex min-w-0 flex-col justify-end text-small">
              <span aria-hidden className="flex h-12 items-end">
                <span className="w-full rounded-sm bg-(--accent)" style={{ height: `${(count / most) * 100}%` }} />
              </span>
              {count > 0 ? (
                <a href={`#m${month}`} className="leading-6">
                  {formatMonth(month)}: {count}
                </a>
              ) : (
                <span className="leading-6 text-fg-muted">{formatMonth(month)}: 0</span>
              )}
            </li>
          );
        })}
      </ol>
      {months.map((month) => (
        <Section key={month} id={`m${month}`} title={formatMonth(month)} rows={byMonth.get(month) ?? []} names={names} />
      ))}
      <Section id="later" title="Later, or without a day" rows={later} names={names} />
      <Section id="past" title="Ended" rows={rows.filter(isPast).toReversed()} names={names} />
    </>
  );
}
