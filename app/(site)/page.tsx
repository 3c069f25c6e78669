import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { SinceVisit } from "@/components/blocks/since-visit";
import { ArticleList } from "@/components/dashboard/article-list";
import { CheapestGpus } from "@/components/dashboard/cheapest-gpus";
import { FactGrid } from "@/components/dashboard/fact-grid";
import { FreshData } from "@/components/dashboard/fresh-data";
import { PriceMoves } from "@/components/dashboard/price-movers";
import { TroubledServices } from "@/components/dashboard/troubled-services";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { serviceTime } from "@/lib/config/clock";
import { datasets } from "@/lib/datasets";
import { freshness } from "@/lib/docs/catalog";
import { sortModels } from "@/lib/domain/models/model-table";
import { formatCount } from "@/lib/domain/pages/format";
import { countServices } from "@/lib/domain/status/current-states";
import { models } from "@/lib/endpoints/models";
import { news } from "@/lib/endpoints/news";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { call } from "@/lib/http/session/call";
import { hrefOf } from "@/lib/pages/address";
import { blockAnswer, blockOf } from "@/lib/pages/block-answer";
import { datasetsOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { modelsPage } from "@/lib/pages/models";
import { newsPage } from "@/lib/pages/news";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { statusRefreshSeconds } from "@/lib/pages/service-summary";
import { statusPage } from "@/lib/pages/status";
import { todayPage } from "@/lib/pages/today";
import { cheapestOffers, priceMoves, servicesNow, valueOf } from "@/lib/pages/today-answers";
import { modelRows } from "./models/rows";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(todayPage);

const STORIES = "8";
const UNKNOWN = "not known yet";

const PRICED = datasetsOf(todayPage).filter((name) => datasets[name].slaSeconds !== null);

/** The newest of the models whose month of release is published. */
const newestModel = () =>
  blockOf(models, async () => {
    const answer = await call(models);
    const [row] = sortModels(
      modelRows(answer, null).filter(({ released }) => released !== null),
      { column: "released", direction: "desc" },
    );
    return { captured_at: answer.captured_at, row: row ?? null };
  });

async function facts(answers: {
  services: ReturnType<typeof servicesNow>;
  moves: ReturnType<typeof priceMoves>;
  newest: ReturnType<typeof newestModel>;
  stories: ReturnType<typeof blockAnswer<typeof news>>;
}) {
  const [services, moves, newest, stories] = await Promise.all([answers.services, answers.moves, answers.newest, answers.stories]);
  const counts = valueOf(services, (answer) => countServices(answer.services.map(({ now }) => now.state)));
  const row = valueOf(newest, (answer) => answer.row);
  const isUnknown = counts === null || counts.unknown === counts.total;
  return [
    { label: "Services not operational", value: isUnknown ? UNKNOWN : `${counts.troubled} of ${counts.total}`, href: hrefOf(statusPage) },
    {
      label: "Models whose price changed",
      value: valueOf(moves, ({ changedModels }) => formatCount(changedModels)) ?? UNKNOWN,
      href: "#price-changes",
    },
    {
      label: "Newest model",
      value: row?.name ?? UNKNOWN,
      href: row ? hrefOf(modelPage, {}, { provider: row.providerId, id: row.id }) : hrefOf(modelsPage),
    },
    { label: "Latest story", value: valueOf(stories, ({ articles }) => articles[0]?.title ?? null) ?? UNKNOWN, href: hrefOf(newsPage) },
  ];
}

export default async function TodayPage({ searchParams }: PageProps) {
  const { values } = readSearch(todayPage, await searchParams);
  const madeAt = serviceTime().toISOString();
  const [services, moves, newest, stories] = [servicesNow(), priceMoves(), newestModel(), blockAnswer(news, { limit: STORIES })];
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
      <FactGrid facts={await facts({ services, moves, newest, stories })} />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-6">
          <Block
            title="Services now"
            more={{ href: hrefOf(statusPage), label: "All services" }}
            load={() => services}
            render={(answer) => (
              <TroubledServices services={answer.services} cadenceSeconds={datasets.provider_status.cadenceSeconds} madeAt={madeAt} />
            )}
          />
          <Block
            title="Latest stories"
            more={{ href: hrefOf(newsPage), label: "All news" }}
            load={() => stories}
            render={({ articles }) =>
              articles.length > 0 ? (
                <ArticleList articles={articles} />
              ) : (
                <Empty>No story has been read yet. Feeds are read every 10 minutes.</Empty>
              )
            }
          />
          <Block
            title="Fresh data"
            more={{ href: "/api/freshness", label: "JSON" }}
            load={() => blockAnswer(freshness)}
            render={(board) => <FreshData datasets={board.datasets.filter(({ dataset }) => PRICED.includes(dataset))} />}
          />
        </div>
        <div className="grid content-start gap-6">
          <Block
            title="Price changes"
            more={{ href: hrefOf(modelsPage), label: "All models" }}
            note="USD per 1M tokens, at makers' own list prices."
            load={() => moves}
            render={(answer) => <PriceMoves {...answer} />}
          />
          <Block
            title="Cheapest GPUs"
            more={{ href: "/api/gpu/pricing", label: "JSON" }}
            note="On demand, per GPU and hour. Live prices are read by this service; a list price was read by people on the day beside it."
            load={cheapestOffers}
            render={({ offers }) =>
              offers.length > 0 ? <CheapestGpus offers={offers} /> : <Empty>No dated GPU price has been read yet.</Empty>
            }
          />
        </div>
      </div>
    </PageFrame>
  );
}
