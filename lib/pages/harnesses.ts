import { harnesses } from "@/lib/endpoints/harnesses";
import { HarnessBenchmarkId, HarnessType } from "@/lib/schemas/models/harness";
import { definePage } from "./define";
import { choiceParameter, flagParameter, pageParameter, sortParameter, textParameter } from "./parameters";

export const harnessesPage = definePage({
  path: "/harnesses",
  title: "Coding harnesses",
  description: "How well coding agents do with each base model, by published scores: how much is the harness, how much the model.",
  label: "Harnesses",
  under: "/benchmarks",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: harnesses }],
  parameters: {
    q: textParameter(),
    benchmark: choiceParameter(HarnessBenchmarkId.options).withDefault("terminal_bench"),
    /** Versions of a benchmark are different task sets: one is shown. Without it the one with most scores. */
    version: textParameter(),
    model: textParameter(),
    type: choiceParameter(HarnessType.options),
    open: flagParameter(),
    sort: sortParameter(["name", "score"], { column: "score", direction: "desc" }),
    page: pageParameter(),
  },
});
