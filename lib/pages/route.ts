import { QUALITY_KINDS } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_TASKS } from "@/lib/domain/models/routing/routing-blends";
import type { RoutingPart } from "@/lib/domain/models/routing/routing-parts";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";
import { routing } from "@/lib/endpoints/premium/routing";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { definePage } from "./define";
import { choiceParameter, numberParameter } from "./parameters";

const ASKED = { task: "task", quality: "by", budget: "budget", min_quality: "quality" };

const weightParameter = (name: RoutingPart) => numberParameter({ max: 100 }).withDefault(DEFAULT_WEIGHTS[name]);

export const routePage = definePage({
  path: "/models/route",
  title: "Route a task",
  description: "Which model to take for a task, by quality, availability, cost and latency, within a budget, and why it is the first.",
  label: "Route",
  under: "/models",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [
    // The preview counts what a reader asks of it: by itself the page asks only what is the same for all.
    { endpoint: routing, takes: { ...ASKED, w_quality: "wq", w_availability: "wa", w_cost: "wc", w_latency: "wl" } },
    { endpoint: routingPreview, takes: ASKED },
  ],
  parameters: {
    task: choiceParameter(ROUTING_TASKS).withDefault("general"),
    /** What quality is: the blend of the task's benchmarks, or the ability. */
    by: choiceParameter(QUALITY_KINDS).withDefault("blend"),
    /** Highest mean of input and output price, USD per 1M tokens. */
    budget: numberParameter({ max: 1_000_000 }),
    /** Lowest quality, 0 to 1. */
    quality: numberParameter({ max: 1 }),
    wq: weightParameter("quality"),
    wa: weightParameter("availability"),
    wc: weightParameter("cost"),
    wl: weightParameter("latency"),
  },
});
