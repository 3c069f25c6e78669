import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, Field, Flag } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { Glance, type Tile } from "@/components/ui/glance";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { NamedModelLink } from "@/components/ui/named-model-link";
import { Empty, EmptyFiltered, Note } from "@/components/ui/states";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { formatCount, formatDayOrMonth, formatDaysLeft, plural } from "@/lib/domain/pages/format";
import { retirements } from "@/lib/endpoints/models/retirements";
import { fillPath, hrefOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { requestsOf } from "@/lib/pages/requests";
import { retirementsPage } from "@/lib/pages/retirements";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { endsAhead, SOON_DAYS, type EndsAhead } from "@/lib/domain/models/retirements/ends-ahead";
import type { AnswerOf } from "@/lib/pages/answer";
import { Timeline, type Row } from "./timeline";

/** Names of which no end is listed, and why. */
function AskedNames({ asked }: { asked: AnswerOf<typeof retirements>["asked"] }) {
  const unanswered = asked.filter(({ note }) => note !== null);
  if (unanswered.length === 0) return null;
  return (
    <Note>
      <ul>
        {unanswered.map(({ query, note }) => (
          <li key={query}>
            <code className="font-mono text-small break-all">{query}</code>: {note}
          </li>
        ))}
      </ul>
    </Note>
  );
}

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(retirementsPage, readSearch(retirementsPage, await searchParams));

/** Who has any end, with those that are chosen. */
const optionsOf = (ids: readonly (string | null)[]) =>
  [...new Set(ids)]
    .flatMap((id) => (id === null ? [] : [{ value: id, label: providerName(id) }]))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en"));

const hostsOf = (rows: readonly Row[]): string => `at ${plural(new Set(rows.map(({ host }) => host)).size, "host")}`;

/** How soon, how many: what is asked before any name is read. */
function tilesOf({ soon, byMonth, thisYear }: EndsAhead<Row>, today: string): Tile[] {
  const upcoming = [...soon, ...byMonth.flatMap(({ rows }) => rows)];
  const next = upcoming.find(({ days_left: left }) => left !== null);
  return [
    {
      label: `Within ${SOON_DAYS} days`,
      value: soon.length === 0 ? "None" : <a href="#soon">{plural(soon.length, "model")}</a>,
      small: soon.length === 0 ? "is known to end" : hostsOf(soon),
    },
    { label: "This year", value: plural(thisYear, "model"), small: `until 31 Dec ${today.slice(0, 4)}` },
    {
      label: "Twelve months",
      value: plural(
        byMonth.reduce((sum, { count }) => sum + count, 0),
        "model",
      ),
      small: hostsOf(upcoming),
    },
    {
      label: "The next",
      value: next ? (
        <NamedModelLink
          model={next.model}
          label={next.label}
          href={next.name === null ? null : fillPath(modelPage.path, { provider: next.host, id: next.model })}
        />
      ) : (
        "None known"
      ),
      small: next ? `${formatDaysLeft(next.days_left ?? 0)}, ${formatDayOrMonth(next.retires_on ?? "")}, at ${next.host_name}` : "of these",
    },
  ];
}

export default async function RetirementsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(retirementsPage, await searchParams);
  const [{ query: asked }] = requestsOf(retirementsPage, values);
  const query = values.past ? { ...asked, include: "past" } : asked;
  const [outcome, everything] = await Promise.all([blockAnswer(retirements, query), blockAnswer(retirements)]);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const known = everything.kind === "answer" ? everything.answer.retirements : [];
  const ends = answer === null ? null : endsAhead(answer.retirements, answer.today);
  const { provider, host, models, past } = values;
  const chosen = [provider, host, models].filter((value) => value !== null).length + Number(past);
  return (
    <PageFrame
      frame={frameOf(retirementsPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(retirementsPage, values)} />
      {answer !== null && ends !== null && answer.retirements.length > 0 && (
        <Glance label="At a glance" tiles={tilesOf(ends, answer.today)} />
      )}
      <FilterForm address={hrefOf(retirementsPage, values)} action={retirementsPage.path} chosen={chosen}>
        <Field
          label="Your models"
          box="grow basis-80"
          type="search"
          name="models"
          defaultValue={models ?? ""}
          maxLength={4000}
          placeholder="gpt-4o, claude-opus-4-1, azure/gpt-4.1"
        />
        <Choice name="host" label="Host" value={host ?? ""} any="Any" options={optionsOf(known.map((end) => end.host))} />
        <Choice name="provider" label="Maker" value={provider ?? ""} any="Any" options={optionsOf(known.map((end) => end.provider))} />
        <Flag name="past" label="Also what has ended" isOn={past} />
      </FilterForm>
      <Block
        title={chosen === 0 ? "Which models end, and when" : `${formatCount(answer?.count ?? 0)} of them fit`}
        more={csvLink(retirements, query)}
        hasStamp={false}
        load={async () => outcome}
        render={(found) => (
          <>
            <AskedNames asked={found.asked} />
            {ends !== null && found.retirements.length > 0 ? (
              <Timeline ends={ends} sources={found.sources} />
            ) : chosen > 0 ? (
              <EmptyFiltered clearHref={retirementsPage.path}>No end of a model fits these filters.</EmptyFiltered>
            ) : (
              <Empty>No end of a model is known yet. The pages of the hosts are read every day.</Empty>
            )}
            <p className="mt-4 text-small text-fg-muted">
              A row is a model at one host: elsewhere it may end on another day. The host&apos;s own page decides where sources disagree. To
              subscribe: <a href="/api/models/retirements.ics">calendar</a>, <a href="/api/models/retirements.xml">RSS</a>,{" "}
              <a href="/api/models/retirements.json">JSON Feed</a>, <a href="/.well-known/model-eol.json">model-eol.json</a>.
            </p>
          </>
        )}
      />
    </PageFrame>
  );
}
