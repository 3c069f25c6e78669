import { CurrentStateChip } from "@/components/ui/current-state-chip";
import { Empty } from "@/components/ui/states";
import { NearTime } from "@/components/ui/near-time";
import { StateIcon } from "@/components/ui/state-mark";
import { formatCadence } from "@/lib/domain/pages/format";
import {
  checkOf,
  countServices,
  countsInWords,
  isTroubled,
  type CheckedService,
  type CurrentService,
} from "@/lib/domain/status/current-states";
import { NewMark } from "@/components/blocks/since-visit";

interface ListedService extends CheckedService {
  name: string;
  href: string;
  /** When its open incident began; null where none is open. */
  since: string | null;
}

interface Props {
  services: readonly CurrentService<ListedService>[];
  cadenceSeconds: number;
  madeAt: string;
}

/** A line on all services, and below it those that are not operational, those that are down first. */
export function TroubledServices({ services, cadenceSeconds, madeAt }: Props) {
  if (services.every(({ lastChecked }) => lastChecked === null)) {
    return <Empty>No status page has been read yet. They are read {formatCadence(cadenceSeconds)}.</Empty>;
  }
  const counts = countServices(services.map(({ now }) => now.state));
  const troubled = services
    .filter(({ now }) => isTroubled(now))
    .toSorted((a, b) => Number(b.status === "down") - Number(a.status === "down") || a.name.localeCompare(b.name, "en"));
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="translate-y-0.5">
          <StateIcon state={counts.worst} />
        </span>
        <span>{countsInWords(counts)}.</span>
      </p>
      {troubled.length > 0 && (
        <ul className="mt-2">
          {troubled.map((service) => (
            <li key={service.name} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-border py-2">
              <a href={service.href} className="plain-link min-w-0 font-medium [overflow-wrap:anywhere]">
                {service.name}
              </a>
              <CurrentStateChip service={checkOf(service)} cadenceSeconds={cadenceSeconds} madeAt={madeAt} />
              <span className="text-small text-fg-muted">
                {service.since === null ? (
                  "since when is not known"
                ) : (
                  <>
                    began <NearTime at={service.since} />
                    <NewMark at={service.since} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
