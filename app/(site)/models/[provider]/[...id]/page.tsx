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
import { formatCount, formatDay, formatMonth } from "@/lib/domain/pages/format";
import { priceBadge } from "@/lib/endpoints/badge/price/[provider]/[...model]";
import { benchmarks } from "@/lib/endpoints/benchmarks";
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
import { Cheaper } from "./cheaper";
import { EndBanner } from "./end-banner";
import { findModel, type FoundModel } from "./find-model";
import { loadWeek, PriceNow, PriceWeek } from "./prices";
import { Benchmarks, Harnesses } from "./sections";

function wordsOf({ model, provider }: FoundModel): { title: string; lead: string } {
  return { title: model.name, lead: `${provider} lists this model. What it costs, what it cost before, who says so, and how it scores.` };
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
    ["Ends on", model.deprecationDate === null ? undefined : formatDay(model.deprecationDate)],
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
            value: versions.map((id) => (
              <IntentLink key={id} href={fillPath(modelPage.path, { provider: providerId, id })} className="block">
                {id}
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
  const [scores, catalog, week] = await Promise.all([blockAnswer(benchmarks), blockAnswer(models), loadWeek(path)]);
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
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
        <section aria-labelledby="facts" className="card p-4 lg:col-span-2">
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="facts" className="text-h2">
              Facts
            </h2>
            <div className="no-print flex flex-wrap items-center gap-x-4">
              <IntentLink href={hrefOf(comparePage, { ids: [`${path.provider}/${path.id}`] })} className="inline-block leading-6">
                Compare with…
              </IntentLink>
              <IntentLink href={hrefOf(costPage, { ids: [`${path.provider}/${path.id}`] })} className="inline-block leading-6">
                Cost of a workload
              </IntentLink>
              <CopyButton label="Copy id" text={found.model.id} />
            </div>
          </div>
          <FactList facts={factsOf(found)} />
        </section>
        <PriceNow found={found} values={values} path={path} />
        <PriceWeek found={found} path={path} week={week} />
        <Cheaper found={found} scores={scores} catalog={catalog} />
        <Benchmarks found={found} scores={scores} />
        <Harnesses found={found} />
        <LongPriceRun model={found.model.name} request={requestTo(premiumPricingSeries)} />
        <ForecastRun
          model={found.model.name}
          history={past}
          request={requestTo(forecast)}
          example={<ForecastExample model={found.model.name} />}
        />
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
