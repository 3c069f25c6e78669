import { asState, StateChip, StateIcon, STATES } from "@/components/ui/state-mark";
import { formatTime, formatMoment, formatUptime } from "@/lib/domain/pages/format";
import { DayBars, type DayState } from "./day-bars";

export interface StatusRow {
  name: string;
  provider: string;
  status: string;
  statusPageUrl: string;
  lastChecked: string | null;
  lastKnownStatus?: string | null;
  lastKnownAt?: string | null;
  components: readonly { name: string; status: string }[];
  history: { days: readonly { date: string; status: string | null }[]; uptime_pct: number | null; days_with_data: number } | null;
}

function Components({ components }: { components: StatusRow["components"] }) {
  if (components.length === 0) return null;
  const operational = components.filter((component) => component.status === "operational").length;
  return (
    <details className="mt-1 text-small">
      <summary className="inline-flex min-h-6 items-center text-fg-muted underline decoration-dotted underline-offset-4">
        {operational} of {components.length} components operational
      </summary>
      <ul className="mt-1 grid gap-1">
        {components.map((component) => (
          <li key={component.name} className="flex items-center gap-2">
            <StateIcon state={asState(component.status)} size={12} />
            {component.name}
            <span className="sr-only">: {STATES[asState(component.status)].word}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function LastKnown({ row }: { row: StatusRow }) {
  if (row.status !== "unknown" || !row.lastKnownStatus || !row.lastKnownAt) return null;
  return (
    <span className="mt-1 block text-small text-fg-muted">
      last known: {row.lastKnownStatus}, {formatMoment(row.lastKnownAt)}
    </span>
  );
}

function Uptime({ row }: { row: StatusRow }) {
  if (!row.history) return null;
  const days: DayState[] = row.history.days.map((day) => ({ date: day.date, status: day.status === null ? null : asState(day.status) }));
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
      <DayBars days={days} label={row.name} />
      <p className="text-small text-fg-muted">
        {row.history.uptime_pct === null ? (
          "no data yet"
        ) : (
          <span className="font-medium text-fg">{formatUptime(row.history.uptime_pct)}</span>
        )}
        <span className="block">
          {row.history.days_with_data} of {days.length} days
        </span>
      </p>
    </div>
  );
}

export function StatusTable({ rows }: { rows: readonly StatusRow[] }) {
  return (
    <div className="card">
      <table className="w-full border-collapse max-md:block">
        <caption className="sr-only">Services, worst state first</caption>
        <thead className="text-left text-small text-fg-muted max-md:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              Service
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              State
            </th>
            <th scope="col" className="px-4 py-2 font-medium">
              Last 30 days
            </th>
            <th scope="col" className="px-4 py-2 font-medium max-xl:hidden">
              Checked
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr key={row.name} className="border-t border-border align-top max-md:grid max-md:gap-2 max-md:py-3 max-md:first:border-t-0">
              <th scope="row" className="px-4 text-left font-normal md:py-3">
                <a href={row.statusPageUrl} rel="noopener noreferrer" className="plain-link font-medium">
                  {row.name}
                </a>
                <Components components={row.components} />
              </th>
              <td className="px-4 md:py-3">
                <StateChip state={asState(row.status)} />
                <LastKnown row={row} />
              </td>
              <td className="px-4 md:py-3">
                <Uptime row={row} />
              </td>
              <td className="px-4 py-3 text-small whitespace-nowrap text-fg-muted max-xl:hidden">
                {row.lastChecked ? <time dateTime={row.lastChecked}>{formatTime(row.lastChecked)}</time> : "not yet"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
