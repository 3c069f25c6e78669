import { priceChange, type ModelRow } from "@/lib/domain/models/model-table";
import type { models } from "@/lib/endpoints/models";
import { fillPath } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { modelPage } from "@/lib/pages/model";

type ModelList = Pick<AnswerOf<typeof models>, "providers">;
type Listed = ModelList["providers"][number]["models" | "unpriced"][number];

export const listingKey = (providerId: string, id: string): string => `${providerId}/${id}`;

/** The page of a listing, by `provider/id`. */
export function listingHref(key: string): string {
  const slash = key.indexOf("/");
  return fillPath(modelPage.path, { provider: key.slice(0, slash), id: key.slice(slash + 1) });
}

function endOf({ status, retiresOn, deprecationDate, precision }: Listed): ModelRow["end"] {
  return status === "deprecated" ? { on: retiresOn ?? deprecationDate, isEarliest: precision === "earliest" } : null;
}

interface Beside {
  /** Blended prices of an earlier day, by listing. */
  earlier?: ReadonlyMap<string, number>;
  abilityOf?: (maker: string, id: string) => { ability: number; low: number; high: number } | undefined;
}

/** Rows of the table, with a benchmark's score and what else is known beside the list. */
export function modelRows(list: ModelList, benchmark: string | null, { earlier, abilityOf }: Beside = {}): ModelRow[] {
  return list.providers.flatMap((provider) =>
    [...provider.models, ...provider.unpriced].map((model) => {
      const ability = abilityOf?.(model.maker ?? provider.id, model.id);
      return {
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
        capability: ability?.ability ?? null,
        interval: ability ? { low: ability.low, high: ability.high } : null,
        end: endOf(model),
        source: model.source,
        seenOn: model.verified_at,
        hasConflict: model.priceConflict,
        status: model.status,
        change: priceChange(earlier?.get(listingKey(provider.id, model.id)) ?? null, model.blendedPrice),
      };
    }),
  );
}
