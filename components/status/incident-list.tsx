import { formatMinutes, formatMoment } from "@/lib/domain/pages/format";

export interface ShownIncident {
  id: string;
  service: string;
  severity: string;
  title: string;
  startedAt: string;
  started_before: boolean;
  /** Null while it is open. */
  durationMinutes: number | null;
}

const duration = (minutes: number | null): string => (minutes === null ? "still open" : `for ${formatMinutes(minutes)}`);

export function IncidentList({ incidents }: { incidents: readonly ShownIncident[] }) {
  return (
    <ul>
      {incidents.map(({ id, service, severity, title, startedAt, started_before: startedBefore, durationMinutes }) => (
        <li key={id} className="border-t border-border py-2 first:border-t-0">
          <p className="flex flex-wrap items-center gap-2">
            <b data-state={severity === "major" ? "down" : "degraded"}>{severity}</b> {title}
          </p>
          <p className="text-small text-fg-muted">
            {service}, since {startedBefore ? "before " : ""}
            {formatMoment(startedAt)}, {duration(durationMinutes)}
          </p>
        </li>
      ))}
    </ul>
  );
}
