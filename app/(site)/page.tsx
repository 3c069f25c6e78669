import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { SinceVisit } from "@/components/blocks/since-visit";
import { EndsSoon } from "@/components/dashboard/ends-soon";
import { FrontierPicture } from "@/components/dashboard/frontier-picture";
import { NewestModels } from "@/components/dashboard/newest-models";
import { PriceMoves } from "@/components/dashboard/price-movers";
import { ReportedStories } from "@/components/news/reported-stories";
import { TroubledServices } from "@/components/dashboard/troubled-services";
import { PageFrame } from "@/components/shell/page-frame";
import { IntentLink } from "@/components/ui/intent-link";
import { Empty } from "@/components/ui/states";
import { serviceTime } from "@/lib/config/clock";
import { datasets } from "@/lib/datasets";
import type { MapModel } from "@/lib/domain/models/model-map";
import { formatCount } from "@/lib/domain/pages/format";
import { retirements } from "@/lib/endpoints/models/retirements";
import { newsStories } from "@/lib/endpoints/news/stories";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { call } from "@/lib/http/session/call";
import { hrefOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { changesPage } from "@/lib/pages/changes";
import { comparePage } from "@/lib/pages/compare";
import { costPage } from "@/lib/pages/cost";
import { guidePage } from "@/lib/pages/docs";
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
import { SHOWN_ROWS, SOON_DAYS, todayPage } from "@/lib/pages/today";
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
        <EndsSoon ends={ahead} count={SHOWN_ROWS} modelPath={modelPage.path} />
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

const Stories = ({ load }: { load: () => ReturnType<typeof blockAnswer<typeof newsStories>> }) => (
  <Block
    title="Reported by several outlets"
    more={{ href: hrefOf(newsPage), label: "All news" }}
    load={load}
    render={({ stories }) => <ReportedStories stories={stories} />}
  />
);

/** The two ablest models of different makers, which readers most often weigh against each other. */
function rivalsIn(plotted: readonly MapModel[]): readonly MapModel[] {
  const ranked = plotted.toSorted((a, b) => b.score - a.score || a.price - b.price);
  const other = ranked.find(({ makerId }) => makerId !== ranked[0]?.makerId);
  return [...ranked.slice(0, 1), ...(other ? [other] : [])];
}

const CHAT_GUIDE = `${hrefOf(guidePage, {}, { guide: "webhooks" })}#messages-in-slack-discord-and-teams`;

/** What newcomers ask, each a click away. The page that it leads to has the filters set, to be changed there. */
const questionsOn = (rivals: readonly MapModel[]): readonly { label: string; href: string }[] => [
  {
    label: "Cheapest with tools, 200K, under $1",
    href: hrefOf(modelsPage, { cap: "tool-use", max: 1, ctx: 200_000, sort: { column: "blended", direction: "asc" } }),
  },
  { label: "Best for code under $2", href: hrefOf(routePage, { task: "code", budget: 2 }) },
  { label: "10M in, 2M out: cost", href: hrefOf(costPage, { in: 10_000_000, out: 2_000_000 }) },
  {
    label: rivals.length < 2 ? "Compare models" : `${rivals.map(({ name }) => name).join(" or ")}?`,
    href: hrefOf(comparePage, rivals.length < 2 ? {} : { ids: rivals.map(({ providerId, id }) => `${providerId}/${id}`) }),
  },
  { label: "Cheapest H100", href: hrefOf(gpusPage, { gpu: "H100" }) },
  { label: "Changed this week", href: hrefOf(changesPage, { days: 7 }) },
  { label: "Verify a receipt", href: hrefOf(verifyPage) },
  { label: "A watch in Slack", href: CHAT_GUIDE },
];

const Questions = ({ rivals }: { rivals: readonly MapModel[] }) => (
  <nav aria-label="What people ask" className="questions no-print -mt-3 mb-4 xl:-mt-4 xl:mb-3">
    {questionsOn(rivals).map(({ label, href }) => (
      <IntentLink key={label} href={href}>
        {label}
      </IntentLink>
    ))}
  </nav>
);

export default async function TodayPage({ searchParams }: PageProps) {
  const { values } = readSearch(todayPage, await searchParams);
  const madeAt = serviceTime().toISOString();
  const [services, drawn, stories] = [servicesNow(), modelsNow(), blockAnswer(newsStories, { limit: String(SHOWN_ROWS) })];
  const shown = await services;
  const times = [
    ...(valueOf(await stories, ({ stories: told }) => told.map(({ first_seen_at: at }) => at)) ?? []),
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
      <Questions rivals={rivalsIn(valueOf(await drawn, ({ map }) => map.plotted) ?? [])} />
      <div className="grid items-start gap-4 xl:grid-cols-3 xl:gap-3 xl:[&_.card]:py-3 [&>*]:min-w-0">
        <div className="xl:col-span-2">
          <Picture shown={drawn} />
        </div>
        <div className="grid gap-4 xl:gap-3 [&>*]:min-w-0">
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
          hasStamp="stale"
          load={priceMoves}
          render={(answer) => <PriceMoves {...answer} />}
        />
        <Newest shown={drawn} />
        <Stories load={() => stories} />
      </div>
    </PageFrame>
  );
}
