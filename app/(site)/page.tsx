import type { Metadata } from "next";
import { ArticleList } from "@/components/dashboard/article-list";
import { FactGrid } from "@/components/dashboard/fact-grid";
import { FreshData } from "@/components/dashboard/fresh-data";
import { StatusStrip } from "@/components/dashboard/status-strip";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty, Section } from "@/components/ui/section";
import { formatCount, formatGpuHour, formatMonth, formatPrice } from "@/lib/domain/pages/format";
import { sortModels } from "@/lib/domain/models/model-table";
import { freshness } from "@/lib/docs/catalog";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { models } from "@/lib/endpoints/models";
import { news } from "@/lib/endpoints/news";
import { status } from "@/lib/endpoints/status";
import { call } from "@/lib/http/call";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { todayPage } from "@/lib/pages/today";
import { modelRows } from "./models/rows";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(todayPage);

const SHOWN_GPUS = ["B200", "H200", "H100", "A100-80GB", "L40S", "RTX-4090"];

export default async function TodayPage({ searchParams }: PageProps) {
  const { values } = readSearch(todayPage, await searchParams);
  const [state, stories, catalog, gpus, board] = await Promise.all([
    call(status),
    call(news, { limit: "8" }),
    call(models),
    call(gpuPricing),
    call(freshness),
  ]);
  const rows = modelRows(catalog, null);
  const newest = sortModels(
    rows.filter((row) => row.released !== null),
    { column: "released", direction: "desc" },
  ).slice(0, 6);
  const troubled = state.services.filter((service) => service.status === "degraded" || service.status === "down");
  const withKnownState = state.services.filter((service) => service.status !== "unknown");
  const cheapest = gpus.snapshot.by_canonical.filter((gpu) => SHOWN_GPUS.includes(gpu.canonical) && gpu.cheapest_on_demand);
  const latest = stories.articles[0];
  return (
    <PageFrame
      frame={frameOf(todayPage, { values, capturedAt: state.captured_at })}
      verb="Checked"
      json={values.view === "json" ? state : undefined}
    >
      <FactGrid
        facts={[
          {
            label: "Not operational",
            value: withKnownState.length === 0 ? "not known yet" : `${troubled.length} of ${withKnownState.length}`,
            href: "/status",
          },
          { label: "Models listed", value: formatCount(rows.length), href: "/models" },
          { label: "Newest model", value: newest[0]?.name ?? "not known yet", href: "/models?sort=newest" },
          { label: "Latest story", value: latest?.title ?? "none read yet", href: "/news" },
        ]}
      />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-6">
          <Section title="Providers now" more={{ href: "/status", label: "All services" }}>
            <StatusStrip services={state.services} />
          </Section>
          <Section title="Latest stories" more={{ href: "/news", label: "All news" }}>
            {stories.articles.length > 0 ? (
              <ArticleList articles={stories.articles} isShort />
            ) : (
              <Empty>No articles have been read yet. Feeds are asked every 10 minutes.</Empty>
            )}
          </Section>
        </div>
        <div className="grid content-start gap-6">
          <Section title="Newest models" more={{ href: "/models", label: "All models" }} note="USD per 1M tokens, input and output.">
            <table className="w-full">
              <tbody>
                {newest.map((row) => (
                  <tr key={`${row.providerId}/${row.id}`} className="border-t border-border first:border-t-0">
                    <th scope="row" className="py-2 pr-2 text-left font-normal">
                      <span className="font-medium break-words">{row.name}</span>
                      <span className="block text-small text-fg-muted">
                        {row.provider} · {formatMonth(row.released ?? "")}
                      </span>
                    </th>
                    <td className="py-2 text-right whitespace-nowrap">{row.input === null ? "–" : formatPrice(row.input)}</td>
                    <td className="py-2 pl-3 text-right whitespace-nowrap">{row.output === null ? "–" : formatPrice(row.output)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
          <Section title="Cheapest GPUs" more={{ href: "/api/gpu/pricing", label: "JSON" }} note="On demand, per GPU and hour.">
            {cheapest.length === 0 ? (
              <Empty>No GPU prices have been read yet.</Empty>
            ) : (
              <table className="w-full">
                <tbody>
                  {cheapest.map((gpu) => (
                    <tr key={gpu.canonical} className="border-t border-border first:border-t-0">
                      <th scope="row" className="py-2 text-left font-medium">
                        {gpu.canonical} <span className="font-normal text-fg-muted">{gpu.vram_gb} GB</span>
                      </th>
                      <td className="py-2 text-small text-fg-muted">{gpu.cheapest_on_demand?.provider}</td>
                      <td className="py-2 text-right">{gpu.cheapest_on_demand && formatGpuHour(gpu.cheapest_on_demand.usd_hr)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Section>
          <Section title="Fresh data" more={{ href: "/api/freshness", label: "JSON" }}>
            <FreshData datasets={board.datasets} />
          </Section>
        </div>
      </div>
    </PageFrame>
  );
}
