"use client";

import { UptimeStrip } from "@/components/charts/uptime/uptime-strip";
import { DataTable, type Column } from "@/components/ui/data-table";
import { asState, StateIcon, STATES } from "@/components/ui/state-mark";
import { NearTime } from "@/components/ui/near-time";
import { formatUptime } from "@/lib/domain/pages/format";
import { componentsInWords, type StatusRow } from "@/lib/domain/status/status-row";

function State({ state, isOld = false }: { state: string; isOld?: boolean }) {
  const known = asState(state);
  return (
    <b data-state={isOld ? "unknown" : known}>
      <StateIcon state={known} />
      {isOld ? `Was ${STATES[known].word.toLowerCase()}` : STATES[known].word}
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

function Said({ state, remarks, since, lastKnown, isOfLastReading }: StatusRow) {
  return (
    <>
      {isOfLastReading && lastKnown ? <State state={lastKnown.state} isOld /> : <State state={state} />}
      {remarks.map((remark) => (
        <small key={remark}>{remark}</small>
      ))}
      {since && lastKnown === null && (
        <small>
          began <NearTime at={since} />
        </small>
      )}
      {lastKnown && !isOfLastReading && (
        <small>
          last known: {lastKnown.state}, <NearTime at={lastKnown.at} />
        </small>
      )}
    </>
  );
}

const COLUMNS: readonly Column<StatusRow>[] = [
  {
    label: "Service",
    cell: ({ provider, name, components }) => (
      <>
        <a href={`/providers/${provider}`}>{name}</a>
        <Components components={components} />
      </>
    ),
  },
  { label: "Its status page says", cell: (row) => <Said {...row} />, isText: true },
  { label: "Last 30 days", cell: (row) => <Uptime {...row} />, isText: true },
  { label: "Our probes, 24 h", cell: ({ probe }) => <Probe probe={probe} />, isText: true },
  {
    label: "Checked",
    look: ({ isOfLastReading }) => (isOfLastReading ? "link-only" : undefined),
    cell: ({ checkedAt, pageUrl, name, isOfLastReading }) => (
      <>
        {!isOfLastReading && (checkedAt ? <NearTime at={checkedAt} /> : "not yet")}
        <a href={pageUrl} rel="noopener noreferrer" aria-label={`Status page of ${name}`}>
          status page
        </a>
      </>
    ),
    isText: true,
  },
];

interface Props {
  caption: string;
  rows: readonly StatusRow[];
}

export const StatusTable = ({ caption, rows }: Props) => (
  <DataTable caption={caption} columns={COLUMNS} rows={rows} keyOf={({ name }) => name} hasCards className="status-table listing card" />
);
