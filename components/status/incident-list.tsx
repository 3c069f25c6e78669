import { NearTime } from "@/components/ui/near-time";
import { asState, StateChip } from "@/components/ui/state-mark";
import { formatMinutes } from "@/lib/domain/pages/format";

interface ShownIncident {
  id: string;
  service: string;
  severity: string;
  title: string;
  startedAt: string;
  started_before: boolean;
  /** Null while it is open. */
  durationMinutes: number | null;
}

interface Props {
  incidents: readonly ShownIncident[];
  /** False where all are of one service, which the page is about. */
  hasService?: boolean;
}

/** What happened, when, and for how long; what is open says so in the place of its length. */
export function IncidentList({ incidents, hasService = true }: Props) {
  return (
    <ul className="incident-list">
      {incidents.map(({ id, service, severity, title, startedAt, started_before: startedBefore, durationMinutes }) => (
        <li key={id}>
          <span>
            <StateChip state={asState(severity === "major" ? "down" : "degraded")} />
          </span>
          <p>
            {title}
            <small>
              {hasService && !title.startsWith(service) && `${service}, `}
              {startedBefore ? "first seen " : ""}
              <NearTime at={startedAt} />
            </small>
          </p>
          <span>{durationMinutes === null ? <strong>still open</strong> : formatMinutes(durationMinutes)}</span>
        </li>
      ))}
    </ul>
  );
}
