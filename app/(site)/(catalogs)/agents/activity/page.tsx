import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { PageFrame } from "@/components/shell/page-frame";
import { Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { ShareBar } from "@/components/ui/share-bar";
import { Empty } from "@/components/ui/states";
import { crawlers } from "@/lib/catalogs/crawlers";
import { formatCount, formatTime } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { agentsActivity } from "@/lib/endpoints/agents/activity";
import { hrefOf } from "@/lib/pages/address";
import { agentsActivityPage } from "@/lib/pages/agents-activity";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../../catalog-list";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(agentsActivityPage, readSearch(agentsActivityPage, await searchParams));

const REFRESH_SECONDS = 300;
const SHOWN_VISITS = 20;

interface Visitor {
  name: string;
  operator: string | null;
  purpose: string | null;
  robots: string | null;
  docUrl: string | null;
  hits: number;
  share: number;
}

const known = new Map(crawlers.map((crawler) => [crawler.label, crawler]));

function visitorsOf(byBot: Readonly<Record<string, number>>): Visitor[] {
  const hits = Object.entries(byBot);
  const most = Math.max(1, ...hits.map(([, count]) => count));
  return hits.map(([name, count]) => {
    const crawler = known.get(name);
    return {
      name,
      operator: crawler?.operator ?? null,
      purpose: crawler?.purpose ?? null,
      robots: crawler?.obeysRobotsTxt ?? null,
      docUrl: crawler?.docUrl ?? null,
      hits: count,
      share: count / most,
    };
  });
}

const ROBOTS: Record<string, string> = { yes: "says it obeys", no: "says it does not", depends: "depends on its user" };

const COLUMNS: readonly Column<Visitor>[] = [
  {
    name: "name",
    label: "Crawler",
    value: ({ name }) => name,
    cell: ({ name, operator, docUrl }) => (
      <>
        {docUrl === null ? name : <a href={docUrl}>{name}</a>}
        <small>{operator ?? "operator unknown"}</small>
      </>
    ),
  },
  { name: "purpose", label: "Purpose", isText: true, cell: ({ purpose }) => purpose ?? "unknown" },
  { name: "robots", label: "robots.txt", isText: true, cell: ({ robots }) => (robots === null ? "unknown" : ROBOTS[robots]) },
  {
    name: "hits",
    label: "Visits today",
    first: "desc",
    value: ({ hits }) => hits,
    cell: ({ hits, share }) => (
      <>
        {formatCount(hits)}
        <ShareBar share={share} />
      </>
    ),
  },
];

export default async function AgentsActivityPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(agentsActivityPage, await searchParams);
  const outcome = await blockAnswer(agentsActivity);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const visitors = visitorsOf(answer?.by_bot ?? {});
  const rows = rowsWith(visitors, values.q, ({ name, operator, purpose }) => `${name} ${operator ?? ""} ${purpose ?? ""}`);
  return (
    <PageFrame
      frame={frameOf(agentsActivityPage, { values, capturedAt: answer?.captured_at ?? null })}
      verb={null}
      refreshSeconds={REFRESH_SECONDS}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(agentsActivityPage, values)} />
      <FilterForm address={hrefOf(agentsActivityPage, values)} action={agentsActivityPage.path} chosen={Number(values.q !== null)}>
        <Words value={values.q} placeholder="Crawler, operator or purpose" />
      </FilterForm>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] [&>*]:min-w-0">
        <Block
          title={`${formatCount(answer?.today_count ?? 0)} visits by ${formatCount(visitors.length)} crawlers since midnight UTC`}
          more={csvLink(agentsActivity)}
          hasStamp={false}
          note="Any program can call itself by any name: these counts are of requests that named themselves."
          load={async () => outcome}
          render={() =>
            visitors.length === 0 ? (
              <Empty>No crawler has been seen since midnight UTC. A visit appears here within a minute.</Empty>
            ) : (
              <CatalogList
                page={agentsActivityPage}
                values={values}
                rows={rows}
                columns={COLUMNS}
                keyOf={({ name }) => name}
                noun="crawlers"
              />
            )
          }
        />
        <Block
          title="Newest visits"
          hasStamp={false}
          note="Paths are grouped, as /api/news is for all its addresses; neither a visitor's address nor its query is kept."
          load={async () => outcome}
          render={({ recent, other_by_label: others }) => (
            <>
              {recent.length === 0 && <Empty>None yet.</Empty>}
              <ol className="visits">
                {recent.slice(0, SHOWN_VISITS).map(({ bot, endpoint, timestamp }, index) => (
                  <li key={`${index} ${timestamp}`}>
                    <b>{bot}</b> <code>{endpoint}</code> <time dateTime={timestamp}>{formatTime(timestamp)}</time>
                  </li>
                ))}
              </ol>
              {Object.keys(others).length > 0 && (
                <p className="mt-3 text-small text-fg-muted">
                  Counted apart, since nobody answers for them:{" "}
                  {Object.entries(others)
                    .map(([name, count]) => `${name} ${formatCount(count)}`)
                    .join(", ")}
                  .
                </p>
              )}
            </>
          )}
        />
      </div>
    </PageFrame>
  );
}
