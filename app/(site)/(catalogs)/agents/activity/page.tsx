import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { PageFrame } from "@/components/shell/page-frame";
import { Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { Glance, type Tile } from "@/components/ui/glance";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { NearTime } from "@/components/ui/near-time";
import { ShareBar } from "@/components/ui/share-bar";
import { Empty } from "@/components/ui/states";
import { crawlers } from "@/lib/catalogs/crawlers";
import { groupBy } from "@/lib/domain/basics/group-by";
import { formatCount, plural } from "@/lib/domain/pages/format";
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
const SHOWN_CRAWLERS = 25;

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

/** What crawlers come for, as people say it. */
const PURPOSES: Readonly<Record<string, string>> = {
  training: "training of models",
  "search-index": "a search index",
  "user-fetch": "a person who asks",
  "web-search": "web search",
  "browser-agent": "an agent with a browser",
  "coding-agent": "a coding agent",
  "data-provider": "data that is sold",
  "link-preview": "link previews",
  "control-token": "a name in robots.txt",
  research: "research",
  other: "something else",
  undocumented: "not said",
};

const purposeOf = ({ purpose }: Visitor): string => (purpose === null ? "unknown" : (PURPOSES[purpose] ?? purpose));

/** The visits of each group, the largest first. */
function sums(visitors: readonly Visitor[], groupOf: (visitor: Visitor) => string | null): { name: string; hits: number }[] {
  const groups = groupBy(
    visitors.filter((visitor) => groupOf(visitor) !== null),
    (visitor) => groupOf(visitor) ?? "",
  );
  return [...groups]
    .map(([name, own]) => ({ name, hits: own.reduce((sum, { hits }) => sum + hits, 0) }))
    .toSorted((a, b) => b.hits - a.hits || a.name.localeCompare(b.name, "en"));
}

/** How many, whose, and what for: what is asked before any single crawler. */
function tilesOf(visitors: readonly Visitor[]): Tile[] {
  const all = visitors.reduce((sum, { hits }) => sum + hits, 0);
  const shareText = (hits: number): string => `${((hits / all) * 100).toFixed(0)} %, ${plural(hits, "visit")}`;
  const [operator] = sums(visitors, (visitor) => visitor.operator);
  const [purpose] = sums(visitors, purposeOf);
  const disobeying = visitors.filter(({ robots }) => robots === "no");
  const against = disobeying.reduce((sum, { hits }) => sum + hits, 0);
  return [
    { label: "Visits today", value: formatCount(all), small: `by ${plural(visitors.length, "crawler")}, since midnight UTC` },
    ...(operator ? [{ label: "Most come from", value: operator.name, small: shareText(operator.hits) }] : []),
    ...(purpose ? [{ label: "Most come for", value: purpose.name, small: shareText(purpose.hits) }] : []),
    { label: "Say that they ignore robots.txt", value: plural(disobeying.length, "crawler"), small: shareText(against) },
  ];
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
  { name: "purpose", label: "Comes for", isText: true, cell: purposeOf },
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
      {visitors.length > 0 && <Glance label="At a glance" tiles={tilesOf(visitors)} />}
      <FilterForm address={hrefOf(agentsActivityPage, values)} action={agentsActivityPage.path} chosen={Number(values.q !== null)}>
        <Words value={values.q} placeholder="Crawler or operator" />
      </FilterForm>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] [&>*]:min-w-0">
        <Block
          title="Who came today"
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
                pageSize={SHOWN_CRAWLERS}
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
                    <b>{bot}</b> <code>{endpoint}</code> <NearTime at={timestamp} />
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
