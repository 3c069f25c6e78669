import type { ModelListing, Observation } from "../model-listing";
import { pricesDisagree } from "./price-fields";
import type { SetAsideReason } from "./price-units";

export const CONTRADICTED = "contradicted";

/** A disbelieved figure of a source, or a figure that a believed one contradicts. */
export interface PriceDispute {
  source: string;
  providerId: string;
  modelKey: string;
  kind: string;
  reason: SetAsideReason | typeof CONTRADICTED;
  input: number | null;
  output: number | null;
}

export const disputeKey = ({ source, providerId, modelKey, kind, reason }: PriceDispute): string =>
  [source, providerId, modelKey, kind, reason].join("\n");

type Place = Pick<PriceDispute, "providerId" | "modelKey">;

function ofListing({ providerId, modelId, priceReadings, readingsSetAside, hasPriceConflict }: ModelListing): PriceDispute[] {
  const place: Place = { providerId, modelKey: modelId.toLowerCase() };
  const setAside = readingsSetAside.map(({ source, kind, reason, input, output }) => ({ ...place, source, kind, reason, input, output }));
  const [shown, ...others] = priceReadings;
  const contradicted = shown && hasPriceConflict ? others.filter((other) => pricesDisagree(shown, other)) : [];
  return [
    ...setAside,
    ...contradicted.map(({ source, inputPrice, outputPrice }): PriceDispute => ({
      ...place,
      source,
      kind: "token_price",
      reason: CONTRADICTED,
      input: inputPrice,
      output: outputPrice,
    })),
  ];
}

/** What readers set aside of models that are not listed. */
function ofObservation({ source, facts }: Observation): PriceDispute[] {
  const place: Place = { providerId: facts.providerId, modelKey: facts.modelId.toLowerCase() };
  return facts.setAside.map(({ kind, reason, input, output }) => ({ ...place, source, kind, reason, input, output }));
}

/** Every disputed figure, one of each source, listing, kind and reason. */
export function disputesOf(listings: readonly ModelListing[], observations: readonly Observation[]): Map<string, PriceDispute> {
  const all = [...observations.flatMap(ofObservation), ...listings.flatMap(ofListing)];
  return new Map(all.map((dispute) => [disputeKey(dispute), dispute]));
}
