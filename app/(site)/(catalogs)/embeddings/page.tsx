import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { NameCell, SourceCell } from "@/components/catalog/source-cell";
import type { PricedScore } from "@/components/charts/scatter/price-score";
import { PriceScoreFigure } from "@/components/charts/scatter/price-score-figure";
import { PageFrame } from "@/components/shell/page-frame";
import { Choice, Field, Flag, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { formatCount, formatMonth, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";
import { barOf, logShare } from "@/components/ui/bar-of";
import { rowsWith } from "@/lib/domain/pages/rows";
import { embeddings } from "@/lib/endpoints/embeddings";
import { hrefOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { embeddingsPage, MTEB_VARIANTS } from "@/lib/pages/embeddings";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CatalogList } from "../catalog-list";
import { MakerLegend, marksOf } from "@/components/charts/scatter/maker-marks";
import { Empty } from "@/components/ui/states";
import { priceFrontier } from "@/lib/domain/models/price-frontier";

interface Props {
  /** Models that fit the filters and have both figures. */
  models: readonly PricedScore[];
  /** How many fit the filters. */
  total: number;
  /** The task set of the mean. */
  variant: string;
}

/** What a better embedding costs. */
function PriceMap({ models, total, variant }: Props) {
  if (models.length === 0) return <Empty>None of these models has both a price and a mean over this task set.</Empty>;
  const marks = marksOf(models);
  const score = `MTEB mean, ${variant}`;
  return (
    <>
      <PriceScoreFigure
        title="Price against MTEB mean"
        subject={`Price per 1M tokens against ${score}, the ${formatCount(models.length)} of ${formatCount(total)} models that have both`}
        models={models}
        frontier={priceFrontier(models)}
        marks={marks}
        isLog
        price="$ per 1M tokens"
        score={score}
      />
      <MakerLegend models={models} marks={marks} />
    </>
  );
}

type Model = AnswerOf<typeof embeddings>["models"][number];
type Values = ValuesOf<typeof embeddingsPage>;

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(embeddingsPage, readSearch(embeddingsPage, await searchParams));

/** Fewer than in other lists: above it stands a chart, and on phones a row is a card. */
const PAGE_SIZE = 25;

const VARIANT_NAMES: Record<(typeof MTEB_VARIANTS)[number], string> = {
  multilingual_v2: "multilingual, v2",
  english_v2: "English, v2",
  english_v1_56: "English, v1, 56 tasks",
};

const scoreIn = (variant: string) => (model: Model) => (model.mtebVariant === variant ? model.mtebAvg : null);

function PriceCell({ model }: { model: Model }) {
  const { pricePer1MTokens: tokens, pricePer1KSearches: searches, hostedPrices } = model;
  const cheapest = hostedPrices.toSorted((a, b) => a.pricePer1MTokens - b.pricePer1MTokens)[0];
  if (tokens !== null) return formatPrice(tokens);
  if (searches !== null) {
    return (
      <>
        {formatPrice(searches)} <small>per 1K searches</small>
      </>
    );
  }
  if (!cheapest) return "not published";
  return (
    <>
      {formatPrice(cheapest.pricePer1MTokens)} <small>at {cheapest.provider}</small>
    </>
  );
}

/** The maker's price, or else the cheapest host's: what somebody pays who takes it today. */
const tokenPrice = ({ pricePer1MTokens, hostedPrices }: Model): number | null =>
  pricePer1MTokens ?? hostedPrices.map((host) => host.pricePer1MTokens).toSorted((a, b) => a - b)[0] ?? null;

function scoredPrices(models: readonly Model[], variant: string): PricedScore[] {
  return models.flatMap((model) => {
    const [price, score] = [tokenPrice(model), scoreIn(variant)(model)];
    const { id, name, provider: maker, providerId: makerId } = model;
    return price === null || score === null ? [] : [{ key: id, name, maker, makerId, price, score }];
  });
}

/** Ends of the bars of prices: a tenth of a cent, and a dollar. */
const [CHEAP, DEAR] = [0.001, 1];

const columnsFor = (variant: Values["mteb"]): Column<Model>[] => [
  {
    name: "name",
    label: "Model",
    value: ({ name }) => name,
    cell: ({ name, url, provider, type, openSource, multilingual }) => (
      <NameCell
        name={name}
        url={url}
        beside={[provider, type === "reranker" && "reranker", openSource && "open weights", multilingual && "multilingual"]}
      />
    ),
  },
  {
    name: "price",
    label: "Price",
    unit: "$ per 1M tokens, log bar",
    value: tokenPrice,
    cell: (model) => <PriceCell model={model} />,
    drawn: (model) => barOf(logShare(tokenPrice(model), CHEAP, DEAR)),
  },
  {
    name: "dimensions",
    label: "Dimensions",
    first: "desc",
    value: ({ dimensions }) => dimensions,
    cell: ({ dimensions, dimensionOptions }) => (
      <>
        {dimensions === null ? "none" : formatCount(dimensions)}
        {dimensionOptions && <small>can be cut</small>}
      </>
    ),
  },
  {
    name: "input",
    label: "Longest input",
    unit: "tokens",
    first: "desc",
    value: ({ maxInputTokens }) => maxInputTokens,
    cell: ({ maxInputTokens }) => formatTokens(maxInputTokens),
  },
  {
    name: "score",
    label: "MTEB mean",
    unit: `of 100, ${VARIANT_NAMES[variant]}`,
    first: "desc",
    value: scoreIn(variant),
    drawn: (model) => {
      const score = scoreIn(variant)(model);
      return barOf(score === null ? null : score / 100);
    },
    cell: (model) => {
      const score = scoreIn(variant)(model);
      if (score === null) return "–";
      return model.mteb_source_url ? <a href={model.mteb_source_url}>{formatScore(score)}</a> : formatScore(score);
    },
  },
  {
    name: "licence",
    label: "Licence",
    isText: true,
    cell: ({ license, licenseUrl }) => (licenseUrl ? <a href={licenseUrl}>{license}</a> : license),
  },
  {
    name: "released",
    label: "Released",
    first: "desc",
    value: ({ released }) => released,
    cell: ({ released }) => (released === null ? "unknown" : formatMonth(released)),
  },
  {
    name: "source",
    label: "Price from",
    isText: true,
    cell: (model) => <SourceCell url={model.price_source_url ?? model.source_url} readOn={model.price_verified_at ?? model.verified_at} />,
  },
];

function fitting(models: readonly Model[], { q, open, multilingual, max }: Values): Model[] {
  return rowsWith(models, q, ({ name, id, provider, license, notes }) => `${name} ${id} ${provider} ${license} ${notes}`).filter(
    (model) => {
      const price = tokenPrice(model);
      return (!open || model.openSource) && (!multilingual || model.multilingual) && (max === null || (price !== null && price <= max));
    },
  );
}

function Filters({ values }: { values: Values }) {
  const { q, type, open, multilingual, max, mteb } = values;
  const chosen = [q, type, max].filter((value) => value !== null).length + Number(open) + Number(multilingual);
  return (
    <FilterForm action={embeddingsPage.path} address={hrefOf(embeddingsPage, values)} chosen={chosen}>
      <Words value={q} placeholder="Name, maker or licence" />
      <Choice
        name="type"
        label="Kind"
        value={type ?? ""}
        any="Both"
        options={[
          { value: "embedding", label: "Embedding models" },
          { value: "reranker", label: "Rerankers" },
        ]}
      />
      <Field name="max" label="Price at most" inputMode="decimal" defaultValue={max ?? ""} placeholder="$ per 1M tokens" />
      <Choice
        name="mteb"
        label="MTEB task set"
        value={mteb}
        options={MTEB_VARIANTS.map((value) => ({ value, label: VARIANT_NAMES[value] }))}
      />
      <Flag name="open" label="Open weights" isOn={open} />
      <Flag name="multilingual" label="Multilingual" isOn={multilingual} />
    </FilterForm>
  );
}

export default async function EmbeddingsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(embeddingsPage, await searchParams);
  const [{ query }] = requestsOf(embeddingsPage, values);
  const outcome = await blockAnswer(embeddings, query);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const rows = fitting(answer?.models ?? [], values);
  return (
    <PageFrame
      frame={frameOf(embeddingsPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(embeddingsPage, values)} />
      <Filters values={values} />
      {rows.length > 0 && (
        <div className="mb-4">
          <Block
            title="What quality costs"
            hasStamp={false}
            load={async () => outcome}
            render={() => <PriceMap models={scoredPrices(rows, values.mteb)} total={rows.length} variant={VARIANT_NAMES[values.mteb]} />}
          />
        </div>
      )}
      <Block
        title={`${formatCount(rows.length)} models`}
        more={csvLink(embeddings, query)}
        hasStamp={false}
        load={async () => outcome}
        render={({ models }) => (
          <>
            <CatalogList
              page={embeddingsPage}
              values={values}
              rows={rows}
              columns={columnsFor(values.mteb)}
              keyOf={({ id }) => id}
              noun="models"
              pageSize={PAGE_SIZE}
            />
            <p className="mt-4 text-small text-fg-muted">
              {models.filter((model) => scoreIn(values.mteb)(model) !== null).length} of {models.length} have a mean over the MTEB task set{" "}
              {VARIANT_NAMES[values.mteb]}; means over other task sets cannot be compared with it. Where the maker sells no access, the
              price is that of the cheapest host we know. This is an editorial catalog: a price is as old as the day on which it was read.
            </p>
          </>
        )}
      />
    </PageFrame>
  );
}
