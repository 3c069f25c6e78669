import { freshness } from "@/lib/docs/catalog";
import { cheapestGpus } from "@/lib/endpoints/gpu/pricing/cheapest";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { incidents } from "@/lib/endpoints/incidents";
import { models } from "@/lib/endpoints/models";
import { news } from "@/lib/endpoints/news";
import { status } from "@/lib/endpoints/status";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { stateCard } from "./cards";
import { definePage } from "./define";

/** The GPUs that are rented most, from each class. */
export const SHOWN_GPUS = ["B200", "H200", "H100", "A100-80GB", "L40S", "RTX-4090"] as const;

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
    { endpoint: incidents, query: { open: "true" } },
    { endpoint: news, query: { limit: "8" } },
    { endpoint: snapshotOn, query: { type: "pricing" } },
    { endpoint: models },
    ...SHOWN_GPUS.map((gpu) => ({ endpoint: cheapestGpus, query: { gpu } })),
    { endpoint: freshness },
  ],
  parameters: {},
});
