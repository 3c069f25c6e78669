import type { z } from "zod";
import type { ModelRow } from "@/lib/domain/models/model-table";
import type { models } from "@/lib/endpoints/models";

type ModelList = z.output<typeof models.response>;

/** The rows of the table, with each model's score in one benchmark; null: no scores are needed. */
export function modelRows(list: ModelList, benchmark: string | null): ModelRow[] {
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
      score: benchmark === null ? null : (model.benchmark_scores[benchmark] ?? null),
    })),
  );
}
