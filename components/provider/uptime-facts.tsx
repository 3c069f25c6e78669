import { UptimeFigure } from "@/components/charts/uptime/uptime-figure";
import { formatDay, formatUptime } from "@/lib/domain/pages/format";
import type { Uptime } from "@/lib/schemas/status";

interface Props {
  uptime: Uptime;
  /** The name of the provider. */
  name: string;
  pinned?: string | null;
  /** Where the provider tells about its incidents. */
  pageUrl?: string | null;
}

/** Prints the percentage of the answer, which is never computed again here. */
export function UptimeFacts({ uptime, name, pinned = null, pageUrl = null }: Props) {
  const { uptime_pct, uptime_pct_time_weighted, days_with_data, days_total, incident_days, partial } = uptime;
  return (
    <>
      <p className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <span className="text-h1 font-semibold">{uptime_pct === null ? "Unknown" : formatUptime(uptime_pct)}</span>
        <span className="text-fg-muted">
          {days_with_data} of {days_total} days captured{partial && ", today not over"}
        </span>
      </p>
      <UptimeFigure title={`Uptime of ${name}`} days={uptime.days} pinned={pinned} />
      {incident_days.length > 0 && (
        <div className="mt-4">
          <h3 className="text-h3">Days with incidents</h3>
          <ul className="components mt-1">
            {incident_days.toReversed().map(({ date, status }) => (
              <li key={date}>
                <time dateTime={date}>{formatDay(date)}</time> <b data-state={status}>{status}</b>
              </li>
            ))}
          </ul>
          {pageUrl && (
            <p className="mt-2 text-small">
              <a href={pageUrl} rel="noopener noreferrer">
                What the provider says about them
              </a>
            </p>
          )}
        </div>
      )}
      <details className="chart-table">
        <summary>How uptime is computed</summary>
        <p className="mt-2 max-w-[68ch] text-small text-fg-muted">
          Uptime = (operational days + 0.5 × degraded days) / days with data. A day counts as down when two polls in a row saw it down, as
          degraded when two saw it degraded or down. Days without data count neither way.
          {uptime_pct_time_weighted !== null &&
            ` Weighed by the time between state changes it is ${formatUptime(uptime_pct_time_weighted)}.`}
        </p>
      </details>
    </>
  );
}
