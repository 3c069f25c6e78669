import { modelLabel } from "./model-label";
import type { ModelMatch, ModelName } from "./model-name";

/** Tells the caller which model was taken where the name is that of a family, and what of the name is no part of a model's name. */
export function matchNotes(asked: string, { model, isNewest, effort }: Omit<ModelMatch<ModelName>, "candidates">): string[] {
  if (!model) return [];
  const quoted = `"${[...asked].slice(0, 80).join("")}"`;
  const taken = `${modelLabel(model.name)} (${model.providerId}/${model.modelId})`;
  return [
    ...(isNewest ? [`${quoted} names a family: ${taken} is its newest active release.`] : []),
    ...(effort === undefined ? [] : [`"${effort}" in ${quoted} is a setting of ${taken}, not a model of its own.`]),
  ];
}
