import { providers } from "@/lib/catalogs/providers";
import { statusPages } from "@/lib/catalogs/status-pages";
import { attention } from "@/lib/endpoints/attention";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { incidents } from "@/lib/endpoints/incidents";
import { models } from "@/lib/endpoints/models";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { attentionSeries } from "@/lib/endpoints/premium/attention/series";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { probeSeries } from "@/lib/endpoints/premium/probe/series";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import { status } from "@/lib/endpoints/status";
import { call } from "@/lib/http/session/call";
import { providerCard } from "./cards";
import { definePage } from "./define";
import { dayParameter } from "./parameters";

const OWN = { provider: "id" };

export const providerPage = definePage({
  path: "/providers/[id]",
  title: "Provider",
  description: "Whether an AI provider can be relied on: its state, uptime of 30 days, incidents, models with prices, and attention.",
  label: null,
  group: "Now",
  audience: "public",
  card: providerCard,
  endpoints: [
    { endpoint: status, takes: OWN },
    { endpoint: statusUptime, takes: OWN },
    { endpoint: incidents, takes: OWN, query: { limit: "20" } },
    { endpoint: models, takes: OWN },
    { endpoint: attention },
    { endpoint: probeLatest },
    { endpoint: providerProfile, takes: { name: "id" } },
    { endpoint: premiumStatusUptime, takes: OWN },
    { endpoint: attentionSeries, takes: OWN },
    { endpoint: probeSeries, takes: OWN },
  ],
  parameters: { day: dayParameter() },
  /** Providers whose models are listed or whose status page is followed. No other has anything to show. */
  instances: async () => {
    const listed = new Set(
      [...(await call(models)).providers, ...statusPages.map(({ provider }) => ({ id: provider }))].map(({ id }) => id),
    );
    return providers.filter(({ id }) => listed.has(id)).map(({ id, name }) => ({ path: { id }, label: name, kind: "Provider", words: id }));
  },
  example: { id: "anthropic" },
});
