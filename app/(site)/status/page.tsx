import type { Metadata } from "next";
import { FailedBlock } from "@/components/blocks/failure";
import { PageFrame } from "@/components/shell/page-frame";
import { FoldedServices } from "@/components/status/folded-services";
import { StatusTable } from "@/components/status/status-table";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { NearTime } from "@/components/ui/near-time";
import { Empty, EmptyFiltered } from "@/components/ui/states";
import { StateChip } from "@/components/ui/state-mark";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { countServices, silentSince, type ServiceCounts } from "@/lib/domain/status/current-states";
import { formatMoment } from "@/lib/domain/pages/format";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { splitByKnowledge, worstFirst, type StatusRow } from "@/lib/domain/status/status-row";
import { incidents } from "@/lib/endpoints/incidents";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { status } from "@/lib/endpoints/status";
import { statusDays } from "@/lib/endpoints/status/days";
import { call } from "@/lib/http/session/call";
import { hrefOf } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { blockAnswer } from "@/lib/pages/block-answer";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { servicesOutcome, statusRefreshSeconds } from "@/lib/pages/service-summary";
import { OPEN_INCIDENTS, statusPage } from "@/lib/pages/status";
import { CheckBox } from "./check-box";
import { statusRows } from "./rows";

/** `(2) Status`: a tab in the background says how many services are in trouble. */
export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  const metadata = pageMetadata(statusPage, readSearch(statusPage, await searchParams));
  const outcome = await servicesOutcome();
  const { troubled } = countServices((answerIn(outcome)?.services ?? []).map(({ now }) => now.state));
  return troubled === 0 ? metadata : { ...metadata, title: `(${troubled}) ${statusPage.title}` };
}

const SHOWN_FIRST: readonly ServiceState[] = ["down", "degraded", "unknown", "operational"];

const countsText = (counts: ServiceCounts): string =>
  (["down", "degraded", "unknown", "operational"] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`)
    .join(", ");

/** From the worst state, with counts; services of unknown state are named as such and count as neither. */
function headline(rows: readonly StatusRow[], since: string | null): string {
  const counts = countServices(rows.map(({ state }) => state));
  if (counts.total > 0 && counts.operational === counts.total) return `All ${counts.total} services report operational.`;
  if (counts.unknown < counts.total) return `Of ${counts.total} services: ${countsText(counts)}.`;
  if (since === null) return "No status page has been read yet: they are read every 2 minutes.";
  const known = countServices(rows.map(({ lastKnown }) => lastKnown?.state ?? "unknown"));
  return `Nothing has been read since ${formatMoment(since)}, so no state is known now. Last known: ${countsText(known)}.`;
}

const answerIn = <Answer,>(outcome: BlockOutcome<Answer>): Answer | null => (outcome.kind === "answer" ? outcome.answer : null);

function Missing({ outcome, what }: { outcome: BlockOutcome<unknown>; what: string }) {
  return outcome.kind === "failed" ? <FailedBlock failure={{ ...outcome, message: `${what}: ${outcome.message}` }} /> : null;
}

/** Known states stand first. What is unknown is folded below them, last what answers our probes nevertheless. */
function Services({ rows, isOpen }: { rows: readonly StatusRow[]; isOpen: boolean }) {
  const { shown, silent, answering } = splitByKnowledge(rows);
  return (
    <>
      {shown.length > 0 && <StatusTable caption="Services, worst state first" rows={shown} />}
      <FoldedServices kind="silent" rows={silent} isOpen={isOpen} />
      <FoldedServices kind="answering" rows={answering} isOpen={isOpen} />
    </>
  );
}

const statesOf = (counts: ServiceCounts): ServiceState[] => SHOWN_FIRST.filter((state) => counts[state] > 0);

/** Counts of each state, which lead to the services in it. */
function StateFilter({ counts, values }: { counts: ServiceCounts; values: ValuesOf<typeof statusPage> }) {
  return (
    <nav aria-label="Filter by state" className="no-print mb-4 flex flex-wrap gap-2">
      <a
        href={hrefOf(statusPage, { check: values.check })}
        aria-current={values.state === null ? "true" : undefined}
        className={`control ${values.state === null ? "bg-accent-tint" : ""}`}
      >
        All {counts.total}
      </a>
      {statesOf(counts).map((state) => (
        <a
          key={state}
          href={hrefOf(statusPage, { check: values.check, state })}
          aria-current={values.state === state ? "true" : undefined}
          className={`control ${values.state === state ? "bg-accent-tint" : ""}`}
        >
          <StateChip state={state} /> {counts[state]}
        </a>
      ))}
    </nav>
  );
}

export default async function StatusPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(statusPage, await searchParams);
  const [services, days, probes, open] = await Promise.all([
    servicesOutcome(),
    blockAnswer(statusDays),
    blockAnswer(probeLatest),
    blockAnswer(incidents, OPEN_INCIDENTS),
  ]);
  if (services.kind !== "answer") {
    return (
      <PageFrame frame={frameOf(statusPage, { values, capturedAt: null })} verb="Checked">
        <Missing outcome={services} what="The states of all services" />
      </PageFrame>
    );
  }
  const { answer } = services;
  const since = silentSince(answer.services.map(({ now }) => now));
  const rows = worstFirst(statusRows(answer.services, { days: answerIn(days), probes: answerIn(probes), open: answerIn(open) }));
  const counts = countServices(rows.map(({ state }) => state));
  const shown = rows.filter(({ state }) => values.state === null || state === values.state);
  const probedAt = answerIn(probes)?.summary.computed_at ?? null;
  return (
    <PageFrame
      frame={frameOf(statusPage, { values, lead: headline(rows, since), capturedAt: answer.captured_at })}
      verb="Checked"
      refreshSeconds={statusRefreshSeconds(answer)}
      json={values.view === "json" ? await call(status) : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(statusPage, values)} />
      <CheckBox key={hrefOf(statusPage, { check: values.check })} names={values.check ?? []} />
      <section aria-label="Services">
        {(statesOf(counts).length > 1 || values.state !== null) && <StateFilter counts={counts} values={values} />}
        <Missing outcome={days} what="The history of the last 30 days" />
        <Missing outcome={probes} what="Our own probes" />
        <Missing outcome={open} what="Since when services are in trouble" />
        <Services rows={shown} isOpen={values.state === "unknown"} />
        {counts.total === 0 && <Empty>Status pages are asked every 2 minutes; the first answers will appear here.</Empty>}
        {counts.total > 0 && shown.length === 0 && (
          <EmptyFiltered clearHref={hrefOf(statusPage, { check: values.check })}>No service is {values.state} now.</EmptyFiltered>
        )}
      </section>
      <section aria-label="How states are known">
        <p className="mt-3 max-w-[68ch] text-small text-fg-muted">
          States are what each provider publishes about its core components. A page that cannot be read is unknown, never operational, and
          so is a state that was not checked for twice the time between two checks. Bars show the last 30 UTC days; hollow bars are days
          without data. Our probes ask each API once every 15 minutes
          {probedAt && (
            <>
              , last <NearTime at={probedAt} />
            </>
          )}
          .
        </p>
      </section>
    </PageFrame>
  );
}
