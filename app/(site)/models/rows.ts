import type { z } from "zod";
import type { ModelRow } from "@/lib/domain/models/model-table";
import type { benchmarks } from "@/lib/endpoints/benchmarks";
import type { models } from "@/lib/endpoints/models";

type ModelList = z.output<typeof models.response>;
type BenchmarkList = z.output<typeof benchmarks.response>;

/** Scores of one benchmark by model name in lower case: the join that the service's answers use. */
export function scoresByModel(list: BenchmarkList, benchmark: string): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const { model, scores: own } of list.models) {
    const score = own[benchmark as keyof typeof own];
    if (typeof score === "number") scores.set(model.toLowerCase(), score);
  }
  return scores;
}

export function modelRows(list: ModelList, scores: ReadonlyMap<string, number>): ModelRow[] {
  return list.providers.flatMap((provider) =>
    [...provider.models, ...provider.unpriced].map((model) => ({
      id: model.id,
      name: model.name,
      providerId: provider.id,
      provider: provider.name,
      input: model.inputPrice,
      output: model.outputPrice,
      context: model.contextWindow,
      released: model.released ?? null,
      capabilities: model.capabilities,
      isOpen: model.openSource === true,
      score: scores.get(model.name.toLowerCase()) ?? null,
    })),
  );
}
