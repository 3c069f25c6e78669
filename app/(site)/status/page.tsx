import type { Metadata } from "next";
import { StatusTable } from "@/components/dashboard/status-table";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Empty } from "@/components/ui/section";
import { asState, StateChip, type State } from "@/components/ui/state-mark";
import { status } from "@/lib/endpoints/status";
import { statusDays } from "@/lib/endpoints/status/days";
import { call } from "@/lib/http/call";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { statusPage } from "@/lib/pages/status";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(statusPage, readSearch(statusPage, await searchParams));

const WORST_FIRST: readonly State[] = ["down", "degraded", "maintenance", "unknown", "operational"];

function headline(states: readonly State[]): string {
  const count = (state: State) => states.filter((other) => other === state).length;
  const [down, degraded, unknown] = [count("down"), count("degraded"), count("unknown")];
  const parts = [down && `${down} down`, degraded && `${degraded} degraded`, unknown && `${unknown} unknown`].filter(Boolean);
  if (states.length === 0) return "No service has been polled yet.";
  return parts.length === 0 ? `All ${states.length} services report operational.` : `Of ${states.length} services: ${parts.join(", ")}.`;
}

export default async function StatusPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(statusPage, await searchParams);
  const chosen = values.state;
  const [answer, history] = await Promise.all([call(status), call(statusDays)]);
  const daysOf = new Map(history.services.map((service) => [service.name, service]));
  const states = answer.services.map((service) => asState(service.status));
  const rows = answer.services
    .filter((service) => chosen === null || service.status === chosen)
    .toSorted(
      (a, b) => WORST_FIRST.indexOf(asState(a.status)) - WORST_FIRST.indexOf(asState(b.status)) || a.name.localeCompare(b.name, "en"),
    )
    .map((service) => ({ ...service, history: daysOf.get(service.name) ?? null }));
  const present = WORST_FIRST.filter((state) => states.includes(state));
  return (
    <PageFrame
      frame={frameOf(statusPage, { values, lead: headline(states), capturedAt: answer.captured_at })}
      verb="Checked"
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(statusPage, values)} />
      <nav aria-label="Filter by state" className="no-print mb-4 flex flex-wrap gap-2">
        <a
          href={hrefOf(statusPage)}
          aria-current={chosen === null ? "true" : undefined}
          className={`control ${chosen === null ? "bg-accent-tint" : ""}`}
        >
          All {states.length}
        </a>
        {present.map((state) => (
          <a
            key={state}
            href={`/status?state=${state}`}
            aria-current={chosen === state ? "true" : undefined}
            className={`control ${chosen === state ? "bg-accent-tint" : ""}`}
          >
            <StateChip state={state} /> {states.filter((other) => other === state).length}
          </a>
        ))}
      </nav>
      {rows.length > 0 ? (
        <StatusTable rows={rows} />
      ) : (
        <Empty>
          {states.length === 0
            ? "Status pages are asked every 2 minutes; the first answers will appear here."
            : "No service is in this state now."}
        </Empty>
      )}
      <p className="mt-3 max-w-[68ch] text-small text-fg-muted">
        States are what each provider publishes about its core components. A page that cannot be read is unknown, never operational. Bars
        show the last 30 UTC days; hollow bars are days without data.
      </p>
    </PageFrame>
  );
}
