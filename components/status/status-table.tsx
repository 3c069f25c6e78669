"use client";

import { UptimeStrip } from "@/components/charts/uptime/uptime-strip";
import { asState, StateIcon, STATES } from "@/components/ui/state-mark";
import { formatMoment, formatTime, formatUptime } from "@/lib/domain/pages/format";
import { componentsInWords, type StatusRow } from "@/lib/domain/status/status-row";

/** Cells have neither class nor wrapper: they are styled from the table's root, in `status.css`. */
function State({ state }: { state: string }) {
  const known = asState(state);
  return (
    <b data-state={known}>
      <StateIcon state={known} />
      {STATES[known].word}
    </b>
  );
}

function Components({ components }: Pick<StatusRow, "components">) {
  const words = componentsInWords(components);
  return (
    words && (
      <details>
        <summary>{words.summary}</summary>
        {words.detail}
      </details>
    )
  );
}

function Uptime({ name, days, uptimePct, daysWithData }: StatusRow) {
  if (days === null) return null;
  return (
    <>
      <UptimeStrip days={days} label={name} />
      <small>
        {uptimePct === null ? "no data yet" : formatUptime(uptimePct)}
        {uptimePct !== null && daysWithData < days.codes.length && `, ${daysWithData} of ${days.codes.length} days`}
      </small>
    </>
  );
}

function Probe({ probe }: Pick<StatusRow, "probe">) {
  if (probe === null) return "not probed";
  const { okShare, medianMs, isFailing, count } = probe;
  return (
    <>
      {isFailing && <State state="down" />}
      <small>
        {formatUptime(okShare * 100)} of {count} answered
        {medianMs !== null && `, median ${Math.round(medianMs)}\u00a0ms`}
      </small>
    </>
  );
}

export function StatusTable({ rows }: { rows: readonly StatusRow[] }) {
  return (
    <table className="status-table card">
      <caption className="sr-only">Services, worst state first</caption>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">Its status page says</th>
          <th scope="col">Last 30 days</th>
          <th scope="col">Our probes, 24 h</th>
          <th scope="col">Checked</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <a href={`/providers/${row.provider}`}>{row.name}</a>
              <Components components={row.components} />
            </th>
            <td>
              <State state={row.state} />
              {row.remarks.map((remark) => (
                <small key={remark}>{remark}</small>
              ))}
              {row.since && row.lastKnown === null && (
                <small>
                  since <time dateTime={row.since}>{formatMoment(row.since)}</time>
                </small>
              )}
              {row.lastKnown && (
                <small>
                  last known: {row.lastKnown.state}, {formatMoment(row.lastKnown.at)}
                </small>
              )}
            </td>
            <td>
              <Uptime {...row} />
            </td>
            <td>
              <Probe probe={row.probe} />
            </td>
            <td>
              {row.checkedAt ? <time dateTime={row.checkedAt}>{formatTime(row.checkedAt)}</time> : "not yet"}
              <a href={row.pageUrl} rel="noopener noreferrer" aria-label={`Status page of ${row.name}`}>
                status page
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
