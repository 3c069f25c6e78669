import { priceChange, type ModelRow } from "@/lib/domain/models/model-table";
import type { models } from "@/lib/endpoints/models";
import type { AnswerOf } from "@/lib/pages/answer";

type ModelList = Pick<AnswerOf<typeof models>, "providers">;

export const listingKey = (providerId: string, id: string): string => `${providerId}/${id}`;

/** Rows of the table, with a benchmark's score and the change since an earlier day's prices. */
export function modelRows(list: ModelList, benchmark: string | null, earlier: ReadonlyMap<string, number> = new Map()): ModelRow[] {
  return list.providers.flatMap((provider) =>
    [...provider.models, ...provider.unpriced].map((model) => ({
      id: model.id,
      name: model.name,
      providerId: provider.id,
      provider: provider.name,
      input: model.inputPrice,
      output: model.outputPrice,
      blended: model.blendedPrice,
      isFreeListing: model.freeListing === true,
      context: model.contextWindow,
      released: model.released,
      capabilities: model.capabilities,
      isOpen: model.openSource === true,
      score: benchmark === null ? null : (model.benchmark_scores[benchmark] ?? null),
      source: model.source,
      seenOn: model.verified_at,
      hasConflict: model.priceConflict,
      status: model.status,
      change: priceChange(earlier.get(listingKey(provider.id, model.id)) ?? null, model.blendedPrice),
    })),
  );
}
