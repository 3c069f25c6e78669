import type { Metadata } from "next";
import { FailedBlock } from "@/components/blocks/failure";
import { FactList, type ModelFact } from "@/components/models/fact-list";
import { ForecastExample } from "@/components/models/forecast-answer";
import { ForecastRun, LongPriceRun } from "@/components/models/price-runs";
import { BadgeSnippets } from "@/components/shell/badge-snippets";
import { CopyButton } from "@/components/shell/copy-button";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { IntentLink } from "@/components/ui/intent-link";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { formatCount, formatMonth, formatTokens } from "@/lib/domain/pages/format";
import { priceBadge } from "@/lib/endpoints/badge/price/[provider]/[...model]";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { capability } from "@/lib/endpoints/capability";
import { priceAtMoment } from "@/lib/endpoints/history/prices/at";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { models } from "@/lib/endpoints/models";
import { forecast } from "@/lib/endpoints/premium/forecast";
import { premiumPricingSeries } from "@/lib/endpoints/premium/history/pricing/series";
import { baseUrl } from "@/lib/http/own-address";
import { premiumRequest } from "@/lib/http/premium-request";
import { fillPath, hrefOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { comparePage } from "@/lib/pages/compare";
import { costPage } from "@/lib/pages/cost";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { modelsPage } from "@/lib/pages/models";
import { providerPage } from "@/lib/pages/provider";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { Cheaper, standingOf } from "./cheaper";
import { EndBanner } from "./end-banner";
import { findModel, type FoundModel } from "./find-model";
import { ModelGlance } from "./glance";
import { Hosts } from "./hosts";
import { PriceCourse } from "./price-course";
import { loadWeek, PriceNow, PriceWeek } from "./prices";
import { Benchmarks, Harnesses } from "./sections";

const TIERS = { flagship: "Flagship model", mid: "Mid-range model", budget: "Small model" } as const;

/** What the model is, in one sentence. */
function wordsOf({ model, provider, providerId }: FoundModel): { title: string; lead: string } {
  const { tier, maker, released, contextWindow, openSource, capabilities } = model;
  const parts = [
    `${tier === null ? "Model" : TIERS[tier]} of ${maker === null || maker === providerId ? provider : `${providerName(maker)}, as ${provider} sells it`}`,
    released !== null && `released ${formatMonth(released)}`,
    contextWindow !== null && `${formatTokens(contextWindow)} tokens of context`,
    openSource !== undefined && (openSource ? "open weights" : "closed weights"),
    capabilities.includes("vision") && "reads images",
    capabilities.includes("reasoning") && "reasons before it answers",
  ];
  return { title: model.name, lead: `${parts.filter(Boolean).join(", ")}.` };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { path, outcome } = await findModel(props);
  const { values } = readSearch(modelPage, await props.searchParams);
  return pageMetadata(modelPage, { values, path, ...(outcome.kind === "answer" ? wordsOf(outcome.answer) : { title: path.id }) });
}

const yesOrNo = (known: boolean | undefined): string => (known === undefined ? "not known" : known ? "yes" : "no");

function factsOf({ model, provider, providerId, versions }: FoundModel): ModelFact[] {
  const optional: [string, string | undefined][] = [
    ["Longest answer", model.maxOutputTokens === undefined ? undefined : `${formatCount(model.maxOutputTokens)} tokens`],
    ["Knowledge until", model.knowledgeCutoff],
    ["Licence", model.license],
    ["Status", model.status],
    ["Note", model.note],
  ];
  return [
    {
      label: "Provider",
      value: <IntentLink href={fillPath(providerPage.path, { id: providerId })}>{provider}</IntentLink>,
    },
    { label: "Id", value: <code className="font-mono text-small">{model.id}</code> },
    { label: "Context", value: model.contextWindow === null ? "not published" : `${formatCount(model.contextWindow)} tokens` },
    { label: "Released", value: model.released === null ? "not known" : formatMonth(model.released) },
    { label: "Tier", value: model.tier ?? "not known" },
    { label: "Open weights", value: yesOrNo(model.openSource) },
    { label: "Abilities", value: model.capabilities.length === 0 ? "not known" : model.capabilities.join(", ") },
    ...optional.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }])),
    ...(versions.length === 0
      ? []
      : [
          {
            label: "Other versions",
            value: versions.map(({ id, name }) => (
              <IntentLink key={id} href={fillPath(modelPage.path, { provider: providerId, id })} title={id} className="block">
                {name}
              </IntentLink>
            )),
          },
        ]),
  ];
}

export default async function ModelPage(props: PageProps) {
  const { path, outcome } = await findModel(props);
  const { values, ignored } = readSearch(modelPage, await props.searchParams);
  if (outcome.kind !== "answer") {
    return (
      <PageFrame frame={frameOf(modelPage, { values, path, title: path.id, capturedAt: null })}>
        {outcome.kind === "failed" && <FailedBlock failure={outcome} />}
      </PageFrame>
    );
  }
  const found = outcome.answer;
  const [scores, catalog, able, sold, week, course] = await Promise.all([
    blockAnswer(benchmarks),
    blockAnswer(models),
    blockAnswer(capability),
    blockAnswer(resolveModels, { name: `${path.provider}/${path.id}` }),
    loadWeek(path),
    blockAnswer(priceAtMoment, { model: `${path.provider}/${path.id}` }),
  ]);
  const standing = standingOf(found, { scores, catalog, able, sold });
  const past = week.kind === "answer" ? week.answer.points.map((point) => ({ date: point.date, price: point[values.field] })) : [];
  const requests = requestsOf(modelPage, values, path);
  const requestTo = (endpoint: typeof forecast | typeof premiumPricingSeries) =>
    premiumRequest(endpoint, { query: requests.find((request) => request.endpoint === endpoint)?.query ?? {} });
  return (
    <PageFrame
      frame={frameOf(modelPage, { values, path, ...wordsOf(found), capturedAt: found.captured_at })}
      json={values.view === "json" ? found.answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(modelPage, values, path)} />
      <EndBanner found={found} />
      <ModelGlance found={found} standing={standing}>
        <div className="no-print mt-3 flex flex-wrap items-center gap-x-4 border-t border-border pt-2">
          <IntentLink href={hrefOf(comparePage, { ids: [`${path.provider}/${path.id}`] })} className="inline-block leading-6">
            Compare with…
          </IntentLink>
          <IntentLink href={hrefOf(costPage, { ids: [`${path.provider}/${path.id}`] })} className="inline-block leading-6">
            Cost of a workload
          </IntentLink>
          <CopyButton label="Copy id" text={found.model.id} className="leading-6 text-link underline underline-offset-3" />
        </div>
      </ModelGlance>
      <div className="grid min-w-0 gap-4 [&>*]:min-w-0">
        <div className="balanced">
          <PriceWeek found={found} path={path} week={week} />
          <PriceCourse found={found} outcome={course} />
          <Hosts sold={sold} />
          <Cheaper standing={standing} catalog={catalog} able={able} />
          <Benchmarks found={found} scores={scores} />
          <Harnesses found={found} />
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
          <LongPriceRun model={found.model.name} request={requestTo(premiumPricingSeries)} />
          <ForecastRun
            model={found.model.name}
            history={past}
            request={requestTo(forecast)}
            example={<ForecastExample model={found.model.name} />}
          />
        </div>
        <PriceNow found={found} values={values} path={path} />
        <section aria-labelledby="facts" className="card p-4">
          <h2 id="facts" className="mb-3 text-h2">
            Facts
          </h2>
          <FactList facts={factsOf(found)} />
        </section>
      </div>
      <BadgeSnippets
        baseUrl={baseUrl()}
        badge={fillPath(priceBadge.path, { provider: path.provider, model: `${path.id}.svg` })}
        page={hrefOf(modelPage, {}, path)}
        alt={`Price of ${found.model.name}`}
      />
      <p className="mt-4">
        <IntentLink href={hrefOf(modelsPage, { provider: path.provider })}>All models of {found.provider}</IntentLink>
      </p>
    </PageFrame>
  );
}
