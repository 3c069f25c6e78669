import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { NameCell } from "@/components/catalog/source-cell";
import { DotStrip } from "@/components/charts/dot-strip";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, Flag, optionsOf, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { Glance, type Tile } from "@/components/ui/glance";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { TabLinks } from "@/components/ui/tab-links";
import { harnessBoard, scoredVersions, type HarnessBoardRow } from "@/lib/domain/models/scores/harness-board";
import { formatCount, formatDay, formatScore } from "@/lib/domain/pages/format";
import { hostOf } from "@/lib/domain/pages/host-of";
import { rowsWith } from "@/lib/domain/pages/rows";
import { harnesses } from "@/lib/endpoints/harnesses";
import { hrefOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { harnessesPage } from "@/lib/pages/harnesses";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../catalog-list";

type Answer = AnswerOf<typeof harnesses>;
type Harness = Answer["harnesses"][number];
type Row = HarnessBoardRow & { about: Harness };
type Values = ValuesOf<typeof harnessesPage>;

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(harnessesPage, readSearch(harnessesPage, await searchParams));

const TYPES: Record<Harness["type"], string> = { cli: "command line", ide: "editor", "agent-platform": "agent platform" };

const COLUMNS: readonly Column<Row>[] = [
  {
    name: "name",
    label: "Harness",
    value: ({ about }) => about.name,
    cell: ({ about: { name, url, vendor, type, openSource } }) => (
      <NameCell name={name} url={url} beside={[vendor, TYPES[type], openSource && "open source"]} />
    ),
  },
  {
    name: "score",
    label: "Best score",
    unit: "of 100",
    first: "desc",
    value: ({ points: [best] }) => best.score,
    cell: ({ points: [best] }) => formatScore(best.score),
  },
  { name: "model", label: "With", isText: true, cell: ({ points: [best] }) => best.model },
  {
    name: "models",
    label: "Every base model, 0 to 100",
    isText: true,
    cell: ({ points }) => (
      <>
        <DotStrip scores={points.map(({ score }) => score)} />
        {points.length > 1 && (
          <details>
            <summary>{points.length} models</summary>
            {points.map(({ model, score }) => `${model} ${formatScore(score)}`).join(", ")}
          </details>
        )}
      </>
    ),
  },
  {
    name: "kind",
    label: "Published by",
    isText: true,
    cell: ({ points: [best] }) => (
      <>
        <a href={best.source_url} rel="noopener noreferrer">
          {hostOf(best.source_url)}
        </a>
        <small>
          {best.kind === "vendor" ? "a maker's word" : "a leaderboard"}
          {best.date !== null && `, ${formatDay(best.date)}`}
        </small>
      </>
    ),
  },
];

/** The best harness of all, and of each kind that many readers look for. */
function tilesOf(board: readonly HarnessBoardRow[], list: readonly Harness[]): Tile[] {
  const abouts = new Map(list.map((harness) => [harness.id, harness]));
  const kinds: { label: string; has: (harness: Harness) => boolean }[] = [
    { label: "Best of all", has: () => true },
    { label: "Best open source", has: ({ openSource }) => openSource },
    { label: "Best in the terminal", has: ({ type }) => type === "cli" },
    { label: "Best in an editor", has: ({ type }) => type === "ide" },
  ];
  const ranked = board
    .flatMap(({ harness, points: [best] }) => {
      const about = abouts.get(harness);
      return about ? [{ about, best }] : [];
    })
    .toSorted((a, b) => b.best.score - a.best.score);
  return kinds.map(({ label, has }) => {
    const first = ranked.find(({ about }) => has(about));
    return first
      ? { label, value: `${first.about.name} ${formatScore(first.best.score)}`, small: `with ${first.best.model}` }
      : { label, value: "None", small: "has a published score here" };
  });
}

function rowsOf({ results, harnesses: list }: Answer, values: Values, version: string): Row[] {
  const abouts = new Map(list.map((harness) => [harness.id, harness]));
  const rows = harnessBoard(results, { benchmark: values.benchmark, version, model: values.model }).flatMap((row) => {
    const about = abouts.get(row.harness);
    return about && (values.type === null || about.type === values.type) && (!values.open || about.openSource) ? [{ ...row, about }] : [];
  });
  return rowsWith(rows, values.q, ({ about, points }) => `${about.name} ${about.vendor} ${points.map(({ model }) => model).join(" ")}`);
}

function Filters({ values, versions, models }: { values: Values; versions: readonly string[]; models: readonly string[] }) {
  const { q, benchmark, version, model, type, open } = values;
  return (
    <FilterForm
      action={harnessesPage.path}
      address={hrefOf(harnessesPage, values)}
      kept={{ benchmark }}
      chosen={[q, version, model, type].filter((value) => value !== null).length + Number(open)}
      clearHref={hrefOf(harnessesPage, { benchmark })}
    >
      <Words value={q} placeholder="Harness, vendor or model" />
      <Choice
        name="version"
        label="Task set"
        value={version ?? ""}
        any={`${versions[0] ?? "none"}, most scores`}
        options={optionsOf(versions.slice(1))}
      />
      <Choice name="model" label="Base model" value={model ?? ""} any="Any" options={optionsOf(models)} />
      <Choice
        name="type"
        label="Kind"
        value={type ?? ""}
        any="Any"
        options={Object.entries(TYPES).map(([value, label]) => ({ value, label }))}
      />
      <Flag name="open" label="Open source" isOn={open} />
    </FilterForm>
  );
}

export default async function HarnessesPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(harnessesPage, await searchParams);
  const outcome = await blockAnswer(harnesses);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const versions = scoredVersions(answer?.results ?? [], values.benchmark).map(({ version }) => version);
  const version = values.version ?? versions[0] ?? "";
  const rows = answer ? rowsOf(answer, values, version) : [];
  const scored = harnessBoard(answer?.results ?? [], { benchmark: values.benchmark, version, model: null });
  const models = [...new Set(scored.flatMap(({ points }) => points.map(({ model }) => model)))].toSorted((a, b) =>
    a.localeCompare(b, "en"),
  );
  return (
    <PageFrame
      frame={frameOf(harnessesPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(harnessesPage, values)} />
      <TabLinks
        label="Benchmark"
        tabs={(answer?.benchmarks ?? []).map(({ id, name }) => ({
          label: name,
          href: hrefOf(harnessesPage, { benchmark: id }),
          isCurrent: id === values.benchmark,
        }))}
      />
      <Glance label="At a glance" tiles={tilesOf(scored, answer?.harnesses ?? [])} />
      <Filters key={hrefOf(harnessesPage, values)} values={values} versions={versions} models={models} />
      <Block
        title={`${formatCount(rows.length)} harnesses, task set ${version}`}
        more={csvLink(harnesses)}
        hasStamp={false}
        note="Best scores as their vendors and leaderboards publish them; this service measured none."
        load={async () => outcome}
        render={({ harnesses: all }) => (
          <>
            <CatalogList
              page={harnessesPage}
              values={values}
              rows={rows}
              columns={COLUMNS}
              keyOf={({ harness }) => harness}
              noun="harnesses"
            />
            <p className="mt-4 text-small text-fg-muted">
              {scored.length} of {all.length} harnesses have a published score on this task set. Where the dots of a row lie far apart, the
              base model decides the score. Choose one base model to see what the harness adds.
            </p>
          </>
        )}
      />
    </PageFrame>
  );
}
