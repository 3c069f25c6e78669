import { NearTime } from "@/components/ui/near-time";
import { asState, StateChip } from "@/components/ui/state-mark";
import { formatMinutes, formatUptime } from "@/lib/domain/pages/format";
import type { KnownState, ServiceState } from "@/lib/domain/status/service-state";

export interface ProviderService {
  name: string;
  statusPageUrl: string;
  lastChecked: string | null;
  components: readonly { name: string; status: ServiceState; rawStatus: string | null }[];
  now: { state: ServiceState; lastKnown: { state: KnownState; at: string } | null };
  /** When the open incident began. */
  since: string | null;
}

/** What the provider says of itself: each service with its components. */
export function Services({ services }: { services: readonly ProviderService[] }) {
  return (
    <ul className="grid gap-4">
      {services.map(({ name, statusPageUrl, lastChecked, components, now, since }) => (
        <li key={name}>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="text-h3">{name}</strong>
            <StateChip state={asState(now.state)} />
            {since && now.lastKnown === null && (
              <span>
                began <NearTime at={since} />
              </span>
            )}
          </p>
          {now.lastKnown && (
            <p className="mt-1 text-small text-fg-muted">
              Last known: {now.lastKnown.state}, <NearTime at={now.lastKnown.at} />
              {since && (
                <>
                  , began <NearTime at={since} />
                </>
              )}
            </p>
          )}
          <p className="mt-1 text-small text-fg-muted">
            {lastChecked ? (
              <>
                Checked <NearTime at={lastChecked} />
              </>
            ) : (
              "Not checked yet"
            )}
            ,{" "}
            <a href={statusPageUrl} rel="noopener noreferrer" aria-label={`Status page of ${name}`}>
              status page
            </a>
          </p>
          {components.length > 0 && (
            <ul className="components mt-2">
              {components.map((component) => (
                <li key={component.name}>
                  {component.name} <b data-state={component.status}>{component.rawStatus ?? component.status}</b>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

export interface Probed {
  endpoint: string;
  name: string;
  count: number;
  ok_pct: number;
  total: { p50: number | null; p95: number | null };
  last_probe_at: string | null;
  last_error: string | null;
  probe_signal: { signal: string; window_minutes: number; provider_fails: number };
}

const SIGNALS: Record<string, string> = {
  healthy: "answers",
  provider_degraded: "fails",
  our_probe_limited: "our probe is limited",
  no_signal: "no recent probe",
};

const milliseconds = (value: number | null): string => (value === null ? "not timed" : `${Math.round(value)} ms`);

/** What our own probes saw, beside what the provider says. */
export function Probes({ probes }: { probes: readonly Probed[] }) {
  return (
    <ul className="grid gap-3">
      {probes.map((probe) => (
        <li key={probe.endpoint}>
          <p>
            <strong>{probe.name}</strong>: {SIGNALS[probe.probe_signal.signal] ?? "unknown"}
            {probe.probe_signal.signal === "provider_degraded" &&
              ` (${probe.probe_signal.provider_fails} times in ${formatMinutes(probe.probe_signal.window_minutes)})`}
          </p>
          <p className="text-small text-fg-muted">
            {formatUptime(probe.ok_pct * 100)} of {probe.count} probes in 24 h were answered; median {milliseconds(probe.total.p50)}, 95th
            percentile {milliseconds(probe.total.p95)}
            {probe.last_probe_at && (
              <>
                ; last probe <NearTime at={probe.last_probe_at} />
              </>
            )}
            {probe.last_error && `; its error: ${probe.last_error}`}.
          </p>
        </li>
      ))}
    </ul>
  );
}
