import type { Db } from "@/db/client";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { utcDay } from "@/lib/domain/basics/date-range";
import { modelLabel } from "@/lib/domain/models/model-label";
import { lifeOf } from "@/lib/domain/models/model-life";
import { ABILITY, modelMap, type ModelMap } from "@/lib/domain/models/model-map";
import { capabilityModels } from "./capability-models";

/** Prices against abilities of all makers, on the axes that the page of the map has at first. */
export async function abilityMap(db: Db, now: Date): Promise<ModelMap> {
  const today = utcDay(now);
  const sold = (await capabilityModels(db)).map(({ capability, listings }) => {
    const { name, makerId, ability, scores, unranked, estimates } = capability;
    const own = listings.find(({ isMakersListing }) => isMakersListing);
    const maker = { provider: providerName(makerId), providerId: makerId };
    const able = { id: own?.modelId ?? null, model: modelLabel(own?.name ?? name), ...maker, ability, score_count: scores };
    return { own, able: { ...able, unranked_because: unranked, estimates } };
  });
  const listingOf = new Map(
    sold.flatMap(({ own, able }) => {
      if (!own) return [];
      const { inputPrice, outputPrice, modelId: id, providerId } = own;
      return [[`${able.providerId}/${id}`, { providerId, listing: { id, inputPrice, outputPrice, status: lifeOf(own, today) } }] as const];
    }),
  );
  return modelMap({ scored: [], able: sold.map(({ able }) => able) }, ({ providerId, id }) => listingOf.get(`${providerId}/${id ?? ""}`), {
    y: ABILITY,
    x: "blended",
    mix: 50,
    makers: null,
  });
}
