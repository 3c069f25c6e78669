import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { ModelFilters } from "@/components/models/model-filters";
import { LookedUpName } from "@/components/models/name-lookup";
import { NamesForm } from "@/components/ui/names-form";
import { ModelsTable } from "@/components/models/models-table";
import { NoModelsYet } from "@/components/models/no-models-yet";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { TabLinks } from "@/components/ui/tab-links";
import { Pager } from "@/components/ui/pager";
import { EmptyFiltered, Partial } from "@/components/ui/states";
import { benchmarkKinds, benchmarkName } from "@/lib/catalogs/score-sources";
import { formatCount } from "@/lib/domain/pages/format";
import { stemOf } from "@/lib/domain/models/fold-snapshots";
import { MODEL_QUESTIONS, OPEN_WEIGHTS, questionOf } from "@/lib/domain/models/model-questions";
import { FIRST_DIRECTION, MODEL_COLUMNS, type ModelColumn } from "@/lib/domain/models/model-table";
import { models } from "@/lib/endpoints/models";
import { MOST_RESOLVED, resolveModels } from "@/lib/endpoints/models/resolve";
import { fillPath, hrefOf, hrefWith } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { comparePage } from "@/lib/pages/compare";
import { csvLink } from "@/lib/pages/csv-link";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { modelsPage } from "@/lib/pages/models";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { textOfValue } from "@/lib/pages/values";
import { MODEL_CAPABILITIES } from "@/lib/schemas/models/model";
import { lookedUp } from "./looked-up";
import { loadModels, loosen, type ModelsList, type ModelsValues } from "./load-models";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(modelsPage, readSearch(modelsPage, await searchParams));

const SORT_NAMES: Record<ModelColumn, readonly [name: string, asc: string, desc: string]> = {
  name: ["Name", "A to Z", "Z to A"],
  input: ["Input price", "lowest first", "highest first"],
  output: ["Output price", "lowest first", "highest first"],
  blended: ["Blended price", "lowest first", "highest first"],
  change: ["Change in 7 days", "cheaper first", "dearer first"],
  context: ["Context", "smallest first", "largest first"],
  capability: ["Capability", "least first", "best first"],
  score: ["Score", "lowest first", "highest first"],
  released: ["Released", "oldest first", "newest first"],
};

const SORTS = MODEL_COLUMNS.flatMap((column) => {
  const [name, asc, desc] = SORT_NAMES[column];
  const both = [
    { value: `${column}.asc`, label: `${name}, ${asc}` },
    { value: `${column}.desc`, label: `${name}, ${desc}` },
  ];
  return FIRST_DIRECTION[column] === "asc" ? both : both.toReversed();
});

/** Another column starts in its own direction; the sorted one turns around. */
function sortHref(values: ModelsValues, column: ModelColumn): string {
  const { sort } = values;
  const turned = sort.direction === "asc" ? "desc" : "asc";
  return hrefWith(modelsPage, values, { sort: { column, direction: sort.column === column ? turned : FIRST_DIRECTION[column] } });
}

const hasScore = ({ sort }: ModelsValues): boolean => questionOf(sort).columns.includes("score");

/** A tab for each question, over the same filters; each has an address of its own. */
function tabsOf(values: ModelsValues) {
  const asked = questionOf(values.sort);
  return [
    ...MODEL_QUESTIONS.map(({ name, label, sort }) => ({
      label,
      href: hrefWith(modelsPage, values, { sort, open: null }),
      isCurrent: !values.open && name === asked.name,
    })),
    {
      label: OPEN_WEIGHTS.label,
      href: hrefWith(modelsPage, values, { sort: OPEN_WEIGHTS.sort, open: true }),
      isCurrent: values.open,
    },
  ];
}

async function makersOf(): Promise<{ value: string; label: string }[]> {
  const outcome = await blockAnswer(models);
  const providers = outcome.kind === "answer" ? outcome.answer.providers : [];
  return providers.map(({ id, name }) => ({ value: id, label: name }));
}

/** Words that find a row together with what is folded into it. */
function wordsFor({ id, name, folded }: ModelsList["rows"][number]): string {
  const stem = stemOf(id);
  return folded.every((other) => stemOf(other) === stem) ? stem : name;
}

async function List({ list, values }: { list: ModelsList; values: ModelsValues }) {
  if (list.total === 0) {
    const isFiltered = hrefOf(modelsPage, { ...values, names: null, sort: null, score: null, page: null, view: null }) !== modelsPage.path;
    if (!isFiltered) return <NoModelsYet />;
    const looser = await loosen(values);
    return (
      <EmptyFiltered clearHref={modelsPage.path} {...(looser ? { loosen: looser } : {})}>
        No model fits these filters.
      </EmptyFiltered>
    );
  }
  const benchmark = benchmarkName(values.score);
  const sourceNames = new Map(list.answer.sources.map(({ key, name }) => [key as string, name]));
  const rows = list.rows.map((row) => ({
    ...row,
    href: fillPath(modelPage.path, { provider: row.providerId, id: row.id }),
    foldedHref: hrefWith(modelsPage, values, { q: wordsFor(row), dated: true }),
    sourceName: row.source === null ? null : (sourceNames.get(row.source) ?? row.source),
  }));
  return (
    <>
      <ModelsTable
        rows={rows}
        compareAction={comparePage.path}
        sort={values.sort}
        benchmark={benchmark}
        span={list.span}
        sortHref={(column) => sortHref(values, column)}
      />
      <Pager
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        noun="models"
        hrefOf={(page) => hrefWith(modelsPage, values, { page })}
      />
      <div className="mt-4 grid gap-1 text-small text-fg-muted">
        <Partial label="A capability for" shown={list.withCapability} total={list.total} noun="models" />
        {hasScore(values) && <Partial label={`${benchmark} scores for`} shown={list.withScore} total={list.total} noun="models" />}
        {list.changeNote !== null && <p>{list.changeNote}</p>}
        <p>
          Prices are USD per 1M tokens, as their source lists them. A dash is a figure that nobody publishes. Models without a price and
          those given away stand last in orders by price.
        </p>
      </div>
    </>
  );
}

/** What names mean, folded until somebody looks one up. */
function Names({ asked }: { asked: readonly string[] }) {
  const names = asked.slice(0, MOST_RESOLVED).join(",");
  return (
    <details className="no-print mb-4" open={asked.length > 0}>
      <summary className="control">Look up names of a configuration</summary>
      <div className="mt-3 grid gap-3">
        <NamesForm
          key={names}
          action={modelsPage.path}
          name="names"
          label={`Names, separated by commas, at most ${MOST_RESOLVED}`}
          names={asked}
          placeholder="azure/gpt-4o-2024-08-06, us.anthropic.claude-sonnet-4-6"
          button="Look up"
        />
        {names !== "" && (
          <Block
            title="What these names mean"
            hasStamp={false}
            load={async () => blockAnswer(resolveModels, { name: names })}
            render={({ results }) => results.map((result) => <LookedUpName key={result.query} {...lookedUp(result)} />)}
          />
        )}
      </div>
    </details>
  );
}

function titleOf({ total, foldedCount }: ModelsList): string {
  const models = `${formatCount(total)} ${total === 1 ? "model" : "models"}`;
  return foldedCount === 0 ? models : `${models}, and ${formatCount(foldedCount)} dated versions of them`;
}

export default async function ModelsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(modelsPage, await searchParams);
  const [outcome, makers] = await Promise.all([loadModels(values), makersOf()]);
  const list = outcome.kind === "answer" ? outcome.answer : null;
  if (list && list.page !== values.page) ignored.push(`page=${values.page}`);
  const [main] = requestsOf(modelsPage, values);
  return (
    <PageFrame
      frame={frameOf(modelsPage, { values, capturedAt: list?.captured_at ?? null })}
      json={values.view === "json" && list ? list.answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(modelsPage, values)} />
      <TabLinks label="What you look for" tabs={tabsOf(values)} />
      <ModelFilters
        action={modelsPage.path}
        address={hrefOf(modelsPage, values)}
        hasScore={hasScore(values)}
        values={{ ...values, sort: textOfValue(modelsPage, "sort", values.sort) ?? "" }}
        makers={makers}
        capabilities={MODEL_CAPABILITIES}
        benchmarks={benchmarkKinds.map(({ id, name }) => ({ value: id, label: name }))}
        sorts={SORTS}
      />
      <Names asked={values.names ?? []} />
      <Block
        title={list ? titleOf(list) : "Models"}
        more={csvLink(models, main.query)}
        hasStamp={false}
        load={async () => outcome}
        render={(loaded) => <List list={loaded} values={values} />}
      />
    </PageFrame>
  );
}
