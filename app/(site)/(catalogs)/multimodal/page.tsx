import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import type { Column } from "@/components/ui/data-table";
import { NameCell, SourceCell } from "@/components/catalog/source-cell";
import { PageFrame } from "@/components/shell/page-frame";
import { Flag, Words } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { TabLinks } from "@/components/ui/tab-links";
import { formatCount, formatMonth, formatPrice } from "@/lib/domain/pages/format";
import { barOf, logShare } from "@/components/ui/bar-of";
import { rowsWith } from "@/lib/domain/pages/rows";
import { multimodal } from "@/lib/endpoints/multimodal";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { multimodalPage } from "@/lib/pages/multimodal";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { Modality } from "@/lib/schemas/models/multimodal-model";
import { CatalogList } from "../catalog-list";

type Model = AnswerOf<typeof multimodal>["models"][number];
type Values = ValuesOf<typeof multimodalPage>;

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(multimodalPage, readSearch(multimodalPage, await searchParams));

/** Each with the one unit in which its prices are compared. */
const KINDS: Record<Values["modality"], { name: string; unit: string; output: string }> = {
  image: { name: "Images", unit: "$ per image", output: "Largest picture" },
  video: { name: "Video", unit: "$ per second", output: "Longest video" },
  tts: { name: "Speech from text", unit: "$ per 1,000 characters", output: "Longest text" },
  stt: { name: "Text from speech", unit: "$ per minute of audio", output: "Longest recording" },
};

/** Whose price it is: that of a reseller holds its margin. */
function whose({ priceKind, priceHost }: Model): string {
  if (priceKind === "vendor") return "maker's price";
  return priceKind === null ? "" : `${priceKind}${priceHost === null ? "" : ` ${priceHost}`}`;
}

/** A bar begins at half of the cheapest, so that this has one too. */
function priceEnds(models: readonly Model[]): readonly [number, number] {
  const prices = models.flatMap(({ pricingAmount: usd }) => (usd !== null && usd > 0 ? [usd] : []));
  return [Math.min(...prices) / 2, Math.max(...prices)];
}

const columnsFor = ({ unit, output }: (typeof KINDS)["image"], [low, high]: readonly [number, number]): Column<Model>[] => [
  {
    name: "name",
    label: "Model",
    value: ({ name }) => name,
    cell: ({ name, url, provider, openSource, apiAvailable, retired }) => (
      <NameCell
        name={name}
        url={url}
        beside={[provider, openSource && "open weights", !apiAvailable && "no API", retired !== null && `retired ${formatMonth(retired)}`]}
      />
    ),
  },
  {
    name: "price",
    label: "Price",
    unit: `${unit}, log bar`,
    value: ({ pricingAmount }) => pricingAmount,
    drawn: ({ pricingAmount }) => barOf(logShare(pricingAmount, low, high)),
    cell: (model) => (
      <>
        {model.pricingAmount === null ? "no price by this unit" : formatPrice(model.pricingAmount)}
        <small>{whose(model)}</small>
      </>
    ),
  },
  { name: "billing", label: "How it is billed", isText: true, cell: ({ pricingNote }) => pricingNote },
  {
    name: "output",
    label: output,
    isText: true,
    cell: ({ maxOutput, isMaxOutputKnown }) => (isMaxOutputKnown ? maxOutput : "not published"),
  },
  { name: "features", label: "Features", isText: true, cell: ({ features }) => features.join(", ") },
  {
    name: "released",
    label: "Released",
    first: "desc",
    value: ({ released }) => released,
    cell: ({ released }) => (released === null ? "unknown" : formatMonth(released)),
  },
  { name: "source", label: "Source", isText: true, cell: (model) => <SourceCell url={model.source_url} readOn={model.verified_at} /> },
];

const fitting = (models: readonly Model[], { q, open }: Values): Model[] =>
  rowsWith(models, q, ({ name, id, provider, features, notes }) => `${name} ${id} ${provider} ${features.join(" ")} ${notes}`).filter(
    ({ openSource }) => !open || openSource,
  );

export default async function MultimodalPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(multimodalPage, await searchParams);
  const [{ query }] = requestsOf(multimodalPage, values);
  const outcome = await blockAnswer(multimodal, query);
  const answer = outcome.kind === "answer" ? outcome.answer : null;
  const rows = fitting(answer?.models ?? [], values);
  const kind = KINDS[values.modality];
  const kept: Record<string, string> = values.modality === "image" ? {} : { modality: values.modality };
  return (
    <PageFrame
      frame={frameOf(multimodalPage, { values, capturedAt: answer?.captured_at ?? null })}
      json={values.view === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(multimodalPage, values)} />
      <TabLinks
        label="Kind of model"
        tabs={Modality.options.map((modality) => ({
          label: KINDS[modality].name,
          href: hrefWith(multimodalPage, values, { modality }),
          isCurrent: modality === values.modality,
        }))}
      />
      <FilterForm
        address={hrefOf(multimodalPage, values)}
        action={multimodalPage.path}
        kept={kept}
        chosen={Number(values.q !== null) + Number(values.open)}
        clearHref={hrefOf(multimodalPage, { modality: values.modality })}
      >
        <Words value={values.q} placeholder="Name, maker or feature" />
        <Flag name="open" label="Open weights" isOn={values.open} />
      </FilterForm>
      <Block
        title={`${kind.name}: ${formatCount(rows.length)} models`}
        more={csvLink(multimodal, query)}
        hasStamp={false}
        load={async () => outcome}
        render={({ models }) => (
          <>
            <CatalogList
              page={multimodalPage}
              values={values}
              rows={rows}
              columns={columnsFor(kind, priceEnds(answer?.models ?? []))}
              keyOf={({ id }) => id}
              noun="models"
            />
            <p className="mt-4 text-small text-fg-muted">
              {models.filter(({ pricingAmount }) => pricingAmount !== null).length} of {models.length} have a price by this unit; the others
              are billed another way, as the column says, and stand last. This is an editorial catalog: a price is as old as the day on
              which it was read.
            </p>
          </>
        )}
      />
    </PageFrame>
  );
}
