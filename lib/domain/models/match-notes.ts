import { modelLabel } from "./model-label";
import type { ModelMatch, ModelName } from "./model-name";

const MOST_LETTERS = 80;
const quote = (text: string): string => `"${[...text].slice(0, MOST_LETTERS).join("")}"`;

type Match = Omit<ModelMatch<ModelName>, "candidates">;

const MOST_NAMED = 3;

/** Whose price it is, where the name does not say so, or says another. */
function hostNotes(quoted: string, taken: string, { model, otherHost, soldBy, others = [] }: Match): string[] {
  const price = `at ${model?.providerId ?? ""}, ${model?.isFreeListing ? "which gives it away" : "whose price this is"}`;
  const also = others.length === 0 ? "" : ` It also fits ${others.slice(0, MOST_NAMED).join(", ")}.`;
  const isElsewhere = otherHost !== undefined;
  if (isElsewhere) return [`${quoted} is answered with ${taken} ${price}, and not with a listing of ${quote(otherHost)}.${also}`];
  if (also !== "") return [`${quoted} is the id of ${taken} ${price}.${also}`];
  return soldBy === undefined ? [] : [`${quoted} is answered with ${taken} ${price}: no listing of its maker is known.`];
}

function partNotes(quoted: string, taken: string, { dropped = [], assumed = [] }: Match): string[] {
  const [left, added] = [dropped, assumed].map((parts) => parts.map(quote).join(" and "));
  return [
    ...(left === "" ? [] : [`${left} in ${quoted} is left out: ${taken} is listed without it, and its price may be another.`]),
    ...(added === "" ? [] : [`${quoted} does not say ${added}, which ${taken} is.`]),
  ];
}

/** Tells the caller which model stands for a family's name, and which of its parts that model lacks. */
export function matchNotes(asked: string, match: Match): string[] {
  const { model, isNewest, effort } = match;
  if (!model) return [];
  const quoted = quote(asked);
  const taken = `${modelLabel(model.name)} (${model.providerId}/${model.modelId})`;
  return [
    ...(isNewest ? [`${quoted} names a family: ${taken} is its newest active release.`] : []),
    ...(effort === undefined ? [] : [`"${effort}" in ${quoted} is a setting of ${taken}, not a model of its own.`]),
    ...hostNotes(quoted, taken, match),
    ...partNotes(quoted, taken, match),
  ];
}
