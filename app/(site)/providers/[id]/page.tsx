import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { Block } from "@/components/blocks/block";
import { FailedBlock } from "@/components/blocks/failure";
import { Probes, Services } from "@/components/provider/services";
import { AttentionShown } from "@/components/provider/attention-answer";
import { ATTENTION_EXAMPLE } from "@/components/provider/examples";
import { AttentionRun, ProbeRun, ProfileRun, UptimeRun } from "@/components/provider/premium-runs";
import { UptimeFacts } from "@/components/provider/uptime-facts";
import { BadgeSnippets } from "@/components/shell/badge-snippets";
import { PageFrame } from "@/components/shell/page-frame";
import { Glance } from "@/components/ui/glance";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Empty } from "@/components/ui/states";
import { endpointsOf } from "@/lib/catalogs/find-endpoints";
import { resolveProvider } from "@/lib/catalogs/providers";
import { isAttentionProvider } from "@/lib/domain/attention/attention-terms";
import { countServices, countsInWords, type CurrentState } from "@/lib/domain/status/current-states";
import { uptimeEmbed } from "@/lib/docs/embed-uptime";
import { attention } from "@/lib/endpoints/attention";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { incidents } from "@/lib/endpoints/incidents";
import { models } from "@/lib/endpoints/models";
import { attentionSeries } from "@/lib/endpoints/premium/attention/series";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { probeSeries } from "@/lib/endpoints/premium/probe/series";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { status } from "@/lib/endpoints/status";
import { statusBadge } from "@/lib/endpoints/badge/status/[provider]";
import { baseUrl } from "@/lib/http/own-address";
import { call } from "@/lib/http/session/call";
import { premiumRequest } from "@/lib/http/premium-request";
import { newWatchPage } from "@/lib/pages/account/watches";
import { fillPath, hrefOf, pathValuesOf } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelsPage } from "@/lib/pages/models";
import { lastDays } from "@/lib/pages/last-days";
import { providerPage } from "@/lib/pages/provider";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { servicesOutcome, statusRefreshSeconds } from "@/lib/pages/service-summary";
import { Incidents, ProviderAttention, ServedModels } from "./blocks";
import { glanceTiles } from "./glance";

const MOST_INCIDENTS = "20";
const YEAR_DAYS = 366;
const ATTENTION_DAYS = 90;

/** A provider has one address, by its id; its other names lead there. */
async function providerOf({ params }: PageProps) {
  const path = pathValuesOf(await params);
  const { provider } = resolveProvider(path.id ?? "");
  if (!provider) notFound();
  if (provider.id !== path.id) permanentRedirect(hrefOf(providerPage, {}, { id: provider.id }));
  return { path, provider };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { path, provider } = await providerOf(props);
  return pageMetadata(providerPage, { path, title: provider.name });
}

function leadOf(name: string, services: readonly { name: string; now: CurrentState }[]): string {
  const [first, ...others] = services;
  if (!first) return `No status page of ${name} is followed.`;
  if (others.length === 0) {
    return first.now.state === "unknown" ? `The state of ${first.name} is not known.` : `${first.name} is ${first.now.state}.`;
  }
  return `${countsInWords(countServices(services.map(({ now }) => now.state)))}.`;
}

/** What costs credits is asked for by a button alone. */
function PremiumBlocks({ id, name, isFollowed }: { id: string; name: string; isFollowed: boolean }) {
  const query = { provider: id };
  return (
    <>
      <ProfileRun name={name} request={premiumRequest(providerProfile, { params: { name: id } })} />
      {isFollowed && (
        <UptimeRun name={name} request={premiumRequest(premiumStatusUptime, { query: { ...query, ...lastDays(YEAR_DAYS) } })} />
      )}
      {isAttentionProvider(id) && (
        <AttentionRun
          name={name}
          request={premiumRequest(attentionSeries, { query: { ...query, ...lastDays(ATTENTION_DAYS) } })}
          example={<AttentionShown name={name} answer={ATTENTION_EXAMPLE} />}
        />
      )}
      {endpointsOf(id).length > 0 && (
        <ProbeRun name={name} request={premiumRequest(probeSeries, { query: { ...query, ...lastDays(YEAR_DAYS) } })} />
      )}
    </>
  );
}

export default async function ProviderPage(props: PageProps) {
  const { path, provider } = await providerOf(props);
  const { id, name } = provider;
  const { values, ignored } = readSearch(providerPage, await props.searchParams);
  const query = { provider: id };
  const outcome = await servicesOutcome(query);
  if (outcome.kind !== "answer") {
    return (
      <PageFrame frame={frameOf(providerPage, { values, path, title: name, capturedAt: null })} verb="Checked">
        {outcome.kind === "failed" && <FailedBlock failure={outcome} />}
      </PageFrame>
    );
  }
  const { answer } = outcome;
  const lead = leadOf(name, answer.services);
  const [recent, uptime, probed] = await Promise.all([
    blockAnswer(incidents, { ...query, limit: MOST_INCIDENTS }),
    blockAnswer(statusUptime, query),
    blockAnswer(probeLatest),
  ]);
  const open = recent.kind === "answer" ? recent.answer.incidents.filter(({ resolvedAt }) => resolvedAt === null) : [];
  const sinceOf = new Map(open.map(({ service, startedAt }) => [service, startedAt]));
  const [isFollowed, isProbed] = [answer.services.length > 0, endpointsOf(id).length > 0];
  const services = answer.services.map((service) => ({ ...service, since: sinceOf.get(service.name) ?? null }));
  const paid = <PremiumBlocks id={id} name={name} isFollowed={isFollowed} />;
  return (
    <PageFrame
      frame={frameOf(providerPage, { values, path, title: name, lead, capturedAt: answer.captured_at })}
      verb="Checked"
      refreshSeconds={statusRefreshSeconds(answer)}
      json={values.view === "json" ? await call(status, query) : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(providerPage, values, path)} />
      <Glance
        label="At a glance"
        tiles={glanceTiles({
          services,
          incidents: recent.kind === "answer" ? recent.answer.incidents : null,
          uptime: uptime.kind === "answer" ? uptime.answer : null,
          probes: probed.kind === "answer" ? probed.answer.summary.providers.filter((entry) => entry.provider === id) : [],
          isProbed,
        })}
      />
      <div className="balanced">
        {isFollowed && (
          <section aria-labelledby="now" className="card p-4">
            <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
              <h2 id="now" className="text-h2">
                What its status page says
              </h2>
              <a href={hrefOf(newWatchPage, { type: "status", provider: id })} className="text-small">
                Be called back when it changes
              </a>
            </div>
            <Services services={services} />
          </section>
        )}
        {isFollowed && (
          <Block
            title="Uptime of 30 days"
            load={async () => uptime}
            render={(shown) => <UptimeFacts uptime={shown} name={name} pinned={values.day} pageUrl={services[0]?.statusPageUrl ?? null} />}
          />
        )}
        {isFollowed && (
          <Block
            title="Incidents"
            load={async () => recent}
            render={(shown) => <Incidents answer={shown} hasService={services.length > 1} />}
          />
        )}
        <Block
          title="Models with prices"
          load={() => blockAnswer(models, query)}
          more={{ href: hrefOf(modelsPage, { provider: id }), label: "All models" }}
          render={(shown) => <ServedModels answer={shown} />}
        />
        {isProbed && (
          <Block
            title="What our probes see"
            load={async () => probed}
            render={({ summary }) => {
              const probes = summary.providers.filter((entry) => entry.provider === id);
              return probes.length > 0 ? <Probes probes={probes} /> : <Empty>No probe of {name} was made yet.</Empty>;
            }}
          />
        )}
        {isAttentionProvider(id) && (
          <Block
            title="Attention"
            load={() => blockAnswer(attention)}
            render={(shown) => <ProviderAttention answer={shown} id={id} name={name} />}
          />
        )}
        {!isFollowed && paid}
      </div>
      {isFollowed && <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">{paid}</div>}
      <BadgeSnippets
        baseUrl={baseUrl()}
        badge={fillPath(statusBadge.path, { provider: `${id}.svg` })}
        page={hrefOf(providerPage, {}, path)}
        alt={`Status of ${name}`}
        embed={{ path: fillPath(uptimeEmbed.path, { provider: id }), title: `Uptime of ${name}` }}
      />
    </PageFrame>
  );
}
