import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { NameCell, SourceCell, yesNo } from "@/components/catalog/source-cell";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, Flag, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { formatCount, formatMonth, formatPrice } from "@/lib/domain/pages/format";
import { rowsWith } from "@/lib/domain/pages/rows";
import { vectorDbs } from "@/lib/endpoints/vector-dbs";
import { hrefOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { vectorDbsPage } from "@/lib/pages/vector-dbs";
import { CatalogList } from "../catalog-list";

type Database = AnswerOf<typeof vectorDbs>["databases"][number];
type Values = ValuesOf<typeof vectorDbsPage>;

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(vectorDbsPage, readSearch(vectorDbsPage, await searchParams));

const TYPES = [
  { value: "managed", label: "Service only" },
  { value: "oss", label: "To host yourself" },
  { value: "hybrid", label: "Both" },
] as const;

const HOSTING: Record<Database["hostingOptions"][number], string> = {
  cloud: "cloud",
  "self-host": "own servers",
  embedded: "in the process",
  byoc: "own cloud account",
};

const COLUMNS: readonly Column<Database>[] = [
  {
    name: "name",
    label: "Database",
    value: ({ name }) => name,
    cell: ({ name, url, vendor, license }) => <NameCell name={name} url={url} beside={[vendor !== name && vendor, license]} />,
  },
  {
    name: "hosting",
    label: "Runs in",
    isText: true,
    cell: ({ hostingOptions }) => hostingOptions.map((option) => HOSTING[option]).join(", "),
  },
  {
    name: "price",
    label: "Starts at",
    unit: "$ a month",
    value: ({ startingPriceUSDMonth }) => startingPriceUSDMonth,
    cell: ({ startingPriceUSDMonth: usd }) => (usd === null ? "no fixed price" : formatPrice(usd)),
  },
  { name: "billing", label: "How it is billed", isText: true, cell: ({ pricingNote }) => pricingNote },
  { name: "free", label: "Free tier", isText: true, cell: ({ freeTier }) => freeTier ?? "none known" },
  { name: "hybrid", label: "Hybrid search", isText: true, cell: ({ hybridSearch }) => yesNo(hybridSearch) },
  { name: "filters", label: "Filters", isText: true, cell: ({ metadataFiltering }) => yesNo(metadataFiltering) },
  { name: "tenants", label: "Tenants", isText: true, cell: ({ multiTenancy }) => yesNo(multiTenancy) },
  {
    name: "released",
    label: "Since",
    first: "desc",
    value: ({ released }) => released,
    cell: ({ released }) => (released === null ? "unknown" : formatMonth(released)),
  },
  {
    name: "source",
    label: "Source",
    isText: true,
    cell: ({ source_url, verified_at }) => <SourceCell url={source_url} readOn={verified_at} />,
  },
];

const fitting = (databases: readonly Database[], { q, hybrid }: Values): Database[] =>
  rowsWith(databases, q, ({ name, vendor, kind, license, notes }) => `${name} ${vendor} ${kind} ${license} ${notes}`).filter(
    ({ hybridSearch }) => !hybrid || hybridSearch,
  );

export default async function VectorDbsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(vectorDbsPage, await searchParams);
  const [{ query }] = requestsOf(vectorDbsPage, values);
  const outcome = await blockAnswer(vectorDbs, query);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const rows = fitting(answer?.databases ?? [], values);
  const { q, type, open, hybrid } = values;
  return (
    <PageFrame
      frame={frameOf(vectorDbsPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(vectorDbsPage, values)} />
      <FilterForm
        address={hrefOf(vectorDbsPage, values)}
        action={vectorDbsPage.path}
        chosen={[q, type].filter((value) => value !== null).length + Number(open) + Number(hybrid)}
      >
        <Words value={q} placeholder="Name, vendor or licence" />
        <Choice name="type" label="Sold as" value={type ?? ""} any="Any" options={TYPES} />
        <Flag name="open" label="Open source" isOn={open} />
        <Flag name="hybrid" label="Hybrid search" isOn={hybrid} />
      </FilterForm>
      <Block
        title={`${formatCount(rows.length)} databases`}
        more={csvLink(vectorDbs, query)}
        hasStamp={false}
        load={async () => outcome}
        render={({ databases }) => (
          <>
            <CatalogList page={vectorDbsPage} values={values} rows={rows} columns={COLUMNS} keyOf={({ id }) => id} noun="databases" />
            <p className="mt-4 text-small text-fg-muted">
              {databases.filter(({ startingPriceUSDMonth }) => startingPriceUSDMonth !== null).length} of {databases.length} have a starting
              price; the others are billed by use only, or are open source only. Hybrid search ranks by vectors and words at once. This is
              an editorial catalog: a row is as old as the day on which its source was read.
            </p>
          </>
        )}
      />
    </PageFrame>
  );
}
