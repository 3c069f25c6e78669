import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { SinceVisit } from "@/components/blocks/since-visit";
import { ArticleList } from "@/components/dashboard/article-list";
import { EndsSoon } from "@/components/dashboard/ends-soon";
import { FrontierPicture } from "@/components/dashboard/frontier-picture";
import { NewestModels } from "@/components/dashboard/newest-models";
import { PriceMoves } from "@/components/dashboard/price-movers";
import { TroubledServices } from "@/components/dashboard/troubled-services";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { serviceTime } from "@/lib/config/clock";
import { datasets } from "@/lib/datasets";
import { formatCount } from "@/lib/domain/pages/format";
import { retirements } from "@/lib/endpoints/models/retirements";
import { news } from "@/lib/endpoints/news";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { call } from "@/lib/http/session/call";
import { hrefOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { changesPage } from "@/lib/pages/changes";
import { comparePage } from "@/lib/pages/compare";
import { costPage } from "@/lib/pages/cost";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { gpusPage } from "@/lib/pages/gpus";
import { modelPage } from "@/lib/pages/model";
import { modelMapPage } from "@/lib/pages/model-map";
import { modelsPage } from "@/lib/pages/models";
import { newsPage } from "@/lib/pages/news";
import { routePage } from "@/lib/pages/route";
import { verifyPage } from "@/lib/pages/verify";
import { retirementsPage } from "@/lib/pages/retirements";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { statusRefreshSeconds } from "@/lib/pages/service-summary";
import { statusPage } from "@/lib/pages/status";
import { SHOWN_STORIES, SOON_DAYS, todayPage } from "@/lib/pages/today";
import { priceMoves, servicesNow, valueOf } from "@/lib/pages/today-answers";
import { DRAWN_MONTHS, modelsNow } from "@/lib/pages/today-models";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(todayPage);

const NO_PRICE_YET = "No model has both a price and a published score yet. Prices are read every hour, scores every day.";

function Picture({ shown }: { shown: ReturnType<typeof modelsNow> }) {
  return (
    <Block
      title="Price against ability"
      more={{ href: hrefOf(modelMapPage), label: "The whole map" }}
      hasStamp="stale"
      load={() => shown}
      render={({ map }) =>
        map.plotted.length > 0 ? (
          <FrontierPicture
            map={map}
            subject={`${formatCount(map.plotted.length)} models of ${DRAWN_MONTHS} months`}
            modelPath={modelPage.path}
          />
        ) : (
          <Empty>{NO_PRICE_YET}</Empty>
        )
      }
    />
  );
}

const Ends = () => (
  <Block
    title={`Ends within ${SOON_DAYS} days`}
    more={{ href: hrefOf(retirementsPage), label: "All retirements" }}
    hasStamp="stale"
    load={() => blockAnswer(retirements, { within_days: SOON_DAYS })}
    render={({ retirements: ends }) => {
      const ahead = ends.filter(({ days_left: left }) => left !== null && left >= 0);
      return ahead.length > 0 ? (
        <EndsSoon ends={ahead} modelPath={modelPage.path} />
      ) : (
        <Empty>No announced end of a model is that near.</Empty>
      );
    }}
  />
);

const Newest = ({ shown }: { shown: ReturnType<typeof modelsNow> }) => (
  <Block
    title="Newest models"
    more={{ href: hrefOf(modelsPage), label: "All models" }}
    note="With their ability, and USD per 1M tokens in and out."
    hasStamp="stale"
    load={() => shown}
    render={({ newest }) =>
      newest.length > 0 ? (
        <NewestModels models={newest} modelPath={modelPage.path} />
      ) : (
        <Empty>No month of release is known yet. Prices are read every hour.</Empty>
      )
    }
  />
);

const Stories = ({ load }: { load: () => ReturnType<typeof blockAnswer<typeof news>> }) => (
  <Block
    title="Latest stories"
    more={{ href: hrefOf(newsPage), label: "All news" }}
    load={load}
    render={({ articles }) =>
      articles.length > 0 ? (
        <ArticleList articles={articles} />
      ) : (
        <Empty>No story has been read yet. Feeds are read every 10 minutes.</Empty>
      )
    }
  />
);

/** Questions that no block of this page answers, each a click away. */
const OTHER_QUESTIONS = [
  { page: routePage, label: "Best model for a task" },
  { page: costPage, label: "Cost of a workload" },
  { page: comparePage, label: "Compare models" },
  { page: gpusPage, label: "Cheapest GPUs" },
  { page: verifyPage, label: "Verify a receipt" },
] as const;

const OtherQuestions = () => (
  <p className="flex flex-wrap gap-x-6 gap-y-1 xl:col-span-3">
    {OTHER_QUESTIONS.map(({ page, label }) => (
      <a key={label} href={hrefOf(page)} className="py-1">
        {label}
      </a>
    ))}
  </p>
);

export default async function TodayPage({ searchParams }: PageProps) {
  const { values } = readSearch(todayPage, await searchParams);
  const madeAt = serviceTime().toISOString();
  const [services, drawn, stories] = [servicesNow(), modelsNow(), blockAnswer(news, { limit: SHOWN_STORIES })];
  const shown = await services;
  const times = [
    ...(valueOf(await stories, ({ articles }) => articles.map(({ publishedAt }) => publishedAt)) ?? []),
    ...(valueOf(shown, (answer) => answer.services.flatMap(({ since }) => (since === null ? [] : [since]))) ?? []),
  ];
  return (
    <PageFrame
      frame={frameOf(todayPage, { values, capturedAt: valueOf(shown, ({ captured_at: at }) => at) })}
      verb={null}
      refreshSeconds={valueOf(shown, statusRefreshSeconds) ?? 30}
      note={<SinceVisit times={times} />}
      json={values.view === "json" ? await call(statusSummary) : undefined}
    >
      <div className="grid items-start gap-4 xl:grid-cols-3 [&>*]:min-w-0">
        <div className="xl:col-span-2">
          <Picture shown={drawn} />
        </div>
        <div className="grid gap-4 [&>*]:min-w-0">
          <Block
            title="Services now"
            more={{ href: hrefOf(statusPage), label: "All services" }}
            load={() => services}
            render={(answer) => (
              <TroubledServices services={answer.services} cadenceSeconds={datasets.provider_status.cadenceSeconds} madeAt={madeAt} />
            )}
          />
          <Ends />
        </div>
        <Block
          title="Price changes"
          more={{ href: hrefOf(changesPage), label: "All changes" }}
          note="USD per 1M tokens, with the course of seven days."
          load={priceMoves}
          render={(answer) => <PriceMoves {...answer} />}
        />
        <Newest shown={drawn} />
        <Stories load={() => stories} />
        <OtherQuestions />
      </div>
    </PageFrame>
  );
}
