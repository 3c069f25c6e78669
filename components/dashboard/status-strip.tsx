import { asState, StateIcon, STATES, type State } from "@/components/ui/state-mark";

const WORST_FIRST: readonly State[] = ["down", "degraded", "maintenance", "unknown", "operational"];

/** Worst first. Only services that are not operational show their state in words. */
export function StatusStrip({ services }: { services: readonly { name: string; status: string; statusPageUrl: string }[] }) {
  const sorted = services.toSorted(
    (a, b) => WORST_FIRST.indexOf(asState(a.status)) - WORST_FIRST.indexOf(asState(b.status)) || a.name.localeCompare(b.name, "en"),
  );
  if (sorted.length === 0) {
    return <p className="py-4 text-fg-muted">Status pages are asked every 2 minutes; the first answers will appear here.</p>;
  }
  return (
    <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      {sorted.map((service) => {
        const state = asState(service.status);
        return (
          <li key={service.name} className="flex min-h-8 items-center gap-2 border-b border-border py-1 max-sm:nth-[n+13]:hidden">
            <StateIcon state={state} />
            <span className="min-w-0 truncate" title={service.name}>
              {service.name}
            </span>
            <span className={state === "operational" ? "sr-only" : `ml-auto text-small ${STATES[state].text}`}>{STATES[state].word}</span>
          </li>
        );
      })}
    </ul>
  );
}
