import { benchmarks } from "@/lib/endpoints/benchmarks";
import { capability } from "@/lib/endpoints/capability";
import { models } from "@/lib/endpoints/models";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { definePage } from "./define";
import { choiceParameter, pageParameter, sortParameter, textParameter } from "./parameters";

/** By whom a score was measured. */
export const SCORE_KINDS = ["vendor", "independent", "third-party", "unverified"] as const;

export const benchmarksPage = definePage({
  path: "/benchmarks",
  title: "Benchmarks",
  description: "Which model is the ablest, and which leads which benchmark, by whose word: published scores with their kind and source.",
  label: "Benchmarks",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: benchmarks }, { endpoint: models }, { endpoint: capability }],
  parameters: {
    q: textParameter(),
    kind: choiceParameter(SCORE_KINDS),
    sort: sortParameter(["name", "ability", "released", ...BENCHMARK_IDS], { column: "ability", direction: "desc" }),
    page: pageParameter(),
  },
});
