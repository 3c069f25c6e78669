import { benchmarkKinds } from "@/lib/catalogs/score-sources";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { benchmarkSeries } from "@/lib/endpoints/history/benchmarks/series";
import { models } from "@/lib/endpoints/models";
import { premiumBenchmarkSeries } from "@/lib/endpoints/premium/history/benchmarks/series";
import { benchmarkCard } from "./cards";
import { definePage } from "./define";
import { choiceParameter, pageParameter, sortParameter, textParameter } from "./parameters";
import { SCORE_KINDS } from "./benchmarks";

const OF_MODEL = { benchmark: "id", model: "model" };

export const benchmarkPage = definePage({
  path: "/benchmarks/[id]",
  title: "Benchmark",
  description: "Who leads one benchmark and by how much, by whose word each score stands, and how a score changed.",
  label: null,
  group: "Models and GPUs",
  audience: "public",
  card: benchmarkCard,
  endpoints: [
    { endpoint: benchmarks },
    { endpoint: models },
    { endpoint: benchmarkSeries, takes: OF_MODEL },
    { endpoint: premiumBenchmarkSeries, takes: OF_MODEL },
  ],
  parameters: {
    q: textParameter(),
    kind: choiceParameter(SCORE_KINDS),
    /** Whose scores are shown by day, by id or name; the leader's where none is named. */
    model: textParameter(),
    sort: sortParameter(["rank", "name", "score", "date"], { column: "rank", direction: "asc" }),
    page: pageParameter(),
  },
  instances: async () => benchmarkKinds.map(({ id, name }) => ({ path: { id }, label: name, kind: "Benchmark", words: id })),
  example: { id: "swe_bench" },
});
