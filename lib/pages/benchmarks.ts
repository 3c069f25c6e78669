import { benchmarks } from "@/lib/endpoints/benchmarks";
import { BENCHMARK_IDS } from "@/lib/schemas/models/benchmark";
import { definePage } from "./define";
import { choiceParameter, pageParameter, sortParameter, textParameter } from "./parameters";

export const benchmarksPage = definePage({
  path: "/benchmarks",
  title: "Benchmarks",
  description: "Which model leads which benchmark, by whose word: published scores with their kind, task set and source.",
  label: "Benchmarks",
  group: "Models",
  audience: "public",
  endpoints: [{ endpoint: benchmarks }],
  parameters: {
    q: textParameter(),
    /** By whom a score was measured. */
    kind: choiceParameter(["vendor", "independent", "third-party", "unverified"]),
    sort: sortParameter(["name", "released", ...BENCHMARK_IDS], { column: "swe_bench", direction: "desc" }),
    page: pageParameter(),
  },
});
