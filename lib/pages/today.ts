import { freshness } from "@/lib/docs/catalog";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { incidents } from "@/lib/endpoints/incidents";
import { models } from "@/lib/endpoints/models";
import { news } from "@/lib/endpoints/news";
import { status } from "@/lib/endpoints/status";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { stateCard } from "./cards";
import { definePage } from "./define";

export const todayPage = definePage({
  path: "/",
  title: "Today",
  description: "What is happening in AI now: who is down, what was published, what models and GPUs cost.",
  label: "Today",
  group: "Now",
  audience: "public",
  card: stateCard,
  endpoints: [
    { endpoint: statusSummary },
    { endpoint: status },
    { endpoint: incidents, query: { limit: "10" } },
    { endpoint: news, query: { limit: "8" } },
    { endpoint: snapshotOn, query: { type: "pricing" } },
    { endpoint: models },
    { endpoint: gpuPricing },
    { endpoint: freshness },
  ],
  parameters: {},
});
