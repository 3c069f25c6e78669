import { groupBy } from "@/lib/domain/basics/group-by";
import { stemOf } from "@/lib/domain/models/fold-snapshots";
import { priceChange, type ModelRow } from "@/lib/domain/models/model-table";
import type { capability } from "@/lib/endpoints/capability";
import type { models } from "@/lib/endpoints/models";
import type { AnswerOf } from "@/lib/pages/answer";

type ModelList = Pick<AnswerOf<typeof models>, "providers">;
type Listed = ModelList["providers"][number]["models" | "unpriced"][number];
type Ability = Pick<AnswerOf<typeof capability>["models"][number], "id" | "providerId" | "rank" | "ability" | "low" | "high">;

export const listingKey = (providerId: string, id: string): string => `${providerId}/${id}`;

/** Finds what a maker's model is able to do. A name without a date has the ability of its only dated version. */
export function abilitiesBy(abilities: readonly Ability[]): (maker: string, id: string) => Ability | undefined {
  const ranked = abilities.flatMap((one) => (one.id === null || one.rank === null ? [] : [{ ...one, id: one.id }]));
  const byId = new Map(ranked.map((one) => [listingKey(one.providerId, one.id), one]));
  const byStem = groupBy(ranked, ({ providerId, id }) => listingKey(providerId, stemOf(id)));
  return (maker, id) => {
    const versions = byStem.get(listingKey(maker, id.toLowerCase())) ?? [];
    return byId.get(listingKey(maker, id)) ?? (versions.length === 1 ? versions[0] : undefined);
  };
}

function endOf({ status, retiresOn, deprecationDate, precision }: Listed): ModelRow["end"] {
  return status === "deprecated" ? { on: retiresOn ?? deprecationDate, isEarliest: precision === "earliest" } : null;
}

interface Beside {
  /** Blended prices of an earlier day, by listing. */
  earlier?: ReadonlyMap<string, number>;
  abilityOf?: ReturnType<typeof abilitiesBy>;
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
