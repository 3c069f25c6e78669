import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import { EmbedSnippets } from "@/components/shell/embed-snippets";
import { Choice, Field } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { EmptyFiltered } from "@/components/ui/states";
import { benchmarkKinds } from "@/lib/catalogs/score-sources";
import { EMBED_PATHS, EMBED_SIZES, PICTURE_PATHS } from "@/lib/domain/badges/embed-path";
import { ABILITY, modelMap, type PriceKind } from "@/lib/domain/models/model-map";
import { ROUTING_TASKS } from "@/lib/domain/models/routing/routing-blends";
import { scoredListings } from "@/lib/domain/models/scores/scored-listings";
import { capability } from "@/lib/endpoints/capability";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { baseUrl } from "@/lib/http/own-address";
import { hrefOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelMapPage } from "@/lib/pages/model-map";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { countChosen } from "@/lib/pages/values";
import { LeftOutModels } from "./left-out";
import { marksOf } from "@/components/charts/scatter/maker-marks";
import { MakerChoice } from "./makers";
import { FrontierList, MapFigure } from "./map-figure";
import { measureOf } from "./words";

type Values = ValuesOf<typeof modelMapPage>;

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(modelMapPage, readSearch(modelMapPage, await searchParams));

const MEASURES = [
  { value: ABILITY, label: "Ability, from all scores" },
  ...benchmarkKinds.map(({ id, name }) => ({ value: id, label: name })),
  ...ROUTING_TASKS.map((task) => ({ value: task, label: `Score for the task ${task}` })),
];

const PRICES: readonly { value: PriceKind; label: string }[] = [
  { value: "blended", label: "Blended" },
  { value: "input", label: "Input" },
  { value: "output", label: "Output" },
];

const SCALES: readonly { value: Values["scale"]; label: string }[] = [
  { value: "log", label: "Logarithmic" },
  { value: "linear", label: "Linear" },
];

function Axes({ values }: { values: Values }) {
  const { y, x, mix, scale, provider } = values;
  const chosen = countChosen(modelMapPage, values, ["y", "x", "mix", "scale", "provider"]);
  const address = hrefOf(modelMapPage, values);
  return (
    <FilterForm
      action={modelMapPage.path}
      address={address}
      chosen={chosen}
      kept={provider === null ? {} : { provider: provider.join(",") }}
    >
      <Choice name="y" label="Quality" value={y} options={MEASURES} />
      <Choice name="x" label="Price" value={x} options={PRICES} />
      <Field type="number" name="mix" label="Input share of blended, %" defaultValue={mix} min={0} max={100} />
      <Choice name="scale" label="Price axis" value={scale} options={SCALES} />
    </FilterForm>
  );
}

/** The picture for others has all makers, on the axes that this page has at first. */
const MapEmbed = () => (
  <EmbedSnippets
    baseUrl={baseUrl()}
    picture={PICTURE_PATHS.map}
    frame={{ path: EMBED_PATHS.map, size: EMBED_SIZES.map }}
    page={hrefOf(modelMapPage)}
    alt="Price of AI models against their ability"
  />
);

export default async function ModelMapPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(modelMapPage, await searchParams);
  const [catalog, scores, abilities] = await Promise.all([blockAnswer(models), blockAnswer(benchmarks), blockAnswer(capability)]);
  const list = catalog.kind === "answer" ? catalog.answer : null;
  const [failed] = [scores, abilities].flatMap((one) => (one.kind === "answer" ? [] : [one]));
  const measure = measureOf(values.y);
  return (
    <PageFrame
      frame={frameOf(modelMapPage, { values, capturedAt: list?.captured_at ?? null })}
      json={values.view === "json" && list ? list : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(modelMapPage, values)} />
      <Axes values={values} />
      <Block
        title={`Price against ${measure.name}`}
        hasStamp={false}
        note={measure.note}
        load={async () => failed ?? catalog}
        render={() => {
          if (!list || scores.kind !== "answer" || abilities.kind !== "answer") return null;
          const known = { scored: scores.answer.models, able: abilities.answer.models };
          const listingOf = scoredListings(list.providers);
          const all = modelMap(known, listingOf, { ...values, makers: null });
          const map = values.provider === null ? all : modelMap(known, listingOf, { ...values, makers: values.provider });
          const marks = marksOf(all.plotted, values.provider);
          return (
            <>
              <MakerChoice all={all.plotted} marks={marks} values={values} />
              {map.plotted.length === 0 ? (
                <EmptyFiltered clearHref={hrefOf(modelMapPage, { ...values, provider: null })}>
                  No model of these makers has both a price and {measure.name} scores.
                </EmptyFiltered>
              ) : (
                <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,720px)_minmax(0,1fr)]">
                  <MapFigure map={map} marks={marks} values={values} measure={measure} />
                  <FrontierList map={map} />
                </div>
              )}
              <LeftOutModels map={map} measure={measure} values={values} />
              <MapEmbed />
            </>
          );
        }}
      />
    </PageFrame>
  );
}
