import { providers } from "@/lib/catalogs/providers";
import { ABILITY, PRICE_KINDS } from "@/lib/domain/models/model-map";
import { ROUTING_TASKS } from "@/lib/domain/models/routing/routing-blends";
import { capability } from "@/lib/endpoints/capability";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { definePage } from "./define";
import { choiceParameter, choicesParameter, flagParameter, integerParameter } from "./parameters";

export const modelMapPage = definePage({
  path: "/models/map",
  title: "Price and quality",
  description: "Which models nothing cheaper beats: price against ability, a benchmark, or the score for a task that routing computes.",
  label: "Map",
  under: "/models",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: models }, { endpoint: benchmarks }, { endpoint: capability }],
  parameters: {
    y: choiceParameter([ABILITY, ...BENCHMARK_IDS, ...ROUTING_TASKS]).withDefault(ABILITY),
    x: choiceParameter(PRICE_KINDS).withDefault("blended"),
    /** Share of input among all tokens, in per cent, for the blended price. */
    mix: integerParameter({ max: 100 }).withDefault(50),
    scale: choiceParameter(["log", "linear"]).withDefault("log"),
    /** Makers whose models are shown; all where none is named. */
    provider: choicesParameter(providers.map(({ id }) => id)),
    /** Whether the models that are left out are named. */
    out: flagParameter(),
  },
});
