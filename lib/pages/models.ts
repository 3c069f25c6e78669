import { providers } from "@/lib/catalogs/providers";
import { MODEL_COLUMNS } from "@/lib/domain/models/model-table";
import { capability } from "@/lib/endpoints/capability";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { models } from "@/lib/endpoints/models";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { MODEL_CAPABILITIES } from "@/lib/schemas/models/model";
import { modelsCard } from "./cards";
import { definePage } from "./define";
import {
  choiceParameter,
  flagParameter,
  integerParameter,
  listParameter,
  numberParameter,
  pageParameter,
  sortParameter,
  textParameter,
} from "./parameters";

export const modelsPage = definePage({
  path: "/models",
  title: "Models",
  description: "Language models as their makers sell them: the newest, the cheapest, the best; prices with their source and day.",
  label: "Models",
  group: "Models and GPUs",
  audience: "public",
  card: modelsCard,
  endpoints: [
    {
      endpoint: models,
      takes: { provider: "provider", capability: "cap", max_price: "max", min_context: "ctx", min_input: "input", open_weights: "open" },
    },
    { endpoint: benchmarks },
    { endpoint: resolveModels, takes: { name: "names" } },
    { endpoint: snapshotOn, query: { type: "pricing" } },
    { endpoint: capability },
  ],
  parameters: {
    q: textParameter(),
    /** What is looked up beside the list, and filters nothing. */
    names: listParameter(),
    provider: choiceParameter(providers.map(({ id }) => id)),
    cap: choiceParameter(MODEL_CAPABILITIES),
    max: numberParameter(),
    ctx: integerParameter({ max: 1_000_000_000 }),
    input: integerParameter({ max: 1_000_000_000 }),
    open: flagParameter(),
    dated: flagParameter(),
    score: choiceParameter(BENCHMARK_IDS).withDefault("swe_bench"),
    sort: sortParameter(MODEL_COLUMNS, { column: "released", direction: "desc" }),
    page: pageParameter(),
  },
});
