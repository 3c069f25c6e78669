import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { NameCell, SourceCell } from "@/components/catalog/source-cell";
import { PageFrame } from "@/components/shell/page-frame";
import { Flag, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { TabLinks } from "@/components/ui/tab-links";
import { formatCount } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { agentsDirectory } from "@/lib/endpoints/agents/directory";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import { agentsPage } from "@/lib/pages/agents";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../catalog-list";

type Answer = AnswerOf<typeof agentsDirectory>;
type Agent = Answer["agents"][number];
type Values = ValuesOf<typeof agentsPage>;

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(agentsPage, readSearch(agentsPage, await searchParams));

const columnsFor = (names: ReadonlyMap<string, string>): Column<Agent>[] => [
  {
    name: "name",
    label: "Agent",
    value: ({ name }) => name,
    cell: ({ name, url, provider, license }) => (
      <NameCell name={name} url={url} beside={[provider !== name && provider, license ?? false]} />
    ),
  },
  { name: "category", label: "Category", isText: true, cell: ({ category }) => names.get(category) ?? category },
  { name: "description", label: "What it is", isText: true, cell: ({ description }) => description },
  { name: "pricing", label: "Sold as", isText: true, cell: ({ pricing }) => pricing },
  { name: "launched", label: "Public since", first: "desc", value: ({ launched }) => launched, cell: ({ launched }) => launched },
  {
    name: "code",
    label: "Code",
    isText: true,
    cell: ({ openSource, repoUrl }) => {
      const words = openSource ? "open source" : "public";
      return repoUrl === null ? openSource ? "open source" : "not public" : <a href={repoUrl}>{words}</a>;
    },
  },
  {
    name: "source",
    label: "Source",
    isText: true,
    cell: ({ source_url, verified_at }) => <SourceCell url={source_url} readOn={verified_at} />,
  },
];

const fitting = (agents: readonly Agent[], { q, open }: Values): Agent[] =>
  rowsWith(agents, q, ({ name, provider, description }) => `${name} ${provider} ${description}`).filter(
    ({ openSource }) => !open || openSource,
  );

/** Counts over the whole directory, so that a chosen category does not empty the others. */
function tabsOf({ agents, categories }: Answer, values: Values) {
  const inCategory = (id: string | null): number => agents.filter(({ category }) => id === null || category === id).length;
  const all = { id: null, name: "All" } as const;
  return [all, ...categories].map(({ id, name }) => ({
    label: `${name} ${formatCount(inCategory(id))}`,
    href: hrefWith(agentsPage, values, { category: id }),
    isCurrent: values.category === id,
  }));
}

export default async function AgentsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(agentsPage, await searchParams);
  const [{ query }] = requestsOf(agentsPage, values);
  const [outcome, all] = await Promise.all([blockAnswer(agentsDirectory, query), blockAnswer(agentsDirectory)]);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const rows = fitting(answer?.agents ?? [], values);
  const { q, category, open } = values;
  return (
    <PageFrame
      frame={frameOf(agentsPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(agentsPage, values)} />
      {all.kind === "answer" && <TabLinks label="Category" tabs={tabsOf(all.answer, values)} />}
      <FilterForm
        address={hrefOf(agentsPage, values)}
        action={agentsPage.path}
        kept={category === null ? {} : { category }}
        chosen={Number(q !== null) + Number(open)}
        clearHref={hrefOf(agentsPage, { category })}
      >
        <Words value={q} placeholder="Name, maker or task" />
        <Flag name="open" label="Open source" isOn={open} />
      </FilterForm>
      <Block
        title={`${formatCount(rows.length)} agents`}
        more={csvLink(agentsDirectory, query)}
        hasStamp={false}
        load={async () => outcome}
        render={({ categories }) => (
          <>
            <CatalogList
              page={agentsPage}
              values={values}
              rows={rows}
              columns={columnsFor(new Map(categories.map(({ id, name }) => [id, name])))}
              keyOf={({ id }) => id}
              noun="agents"
            />
            <p className="mt-4 text-small text-fg-muted">
              This is an editorial catalog, listed without any ranking of ours. Prices of plans change often and are left out.
            </p>
          </>
        )}
      />
    </PageFrame>
  );
}
