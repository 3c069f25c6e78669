import { modelParts } from "../model-parts";
import type { ModelName } from "../model-name";
import { regionOf } from "./named-host";

/** Segments of a name that are no part of the model's: kinds of resources and of calls. */
const STRUCTURE: ReadonlySet<string> = new Set(
  "accounts chat completions converse converse_like deployments endpoints foundation-model inference-profile invoke models publishers responses".split(
    " ",
  ),
);
const MOVING = /[-@\s](latest|default)$/i;

/** Segments before the model, `eu` in `eu/gpt-4o`, that the listing lacks and that are not its maker. */
function droppedSegments(segments: readonly string[], { modelId }: ModelName, isCompany: (word: string) => boolean): string[] {
  const listed = new Set(modelId.toLowerCase().split("/"));
  return segments.filter((segment) => {
    const word = segment.toLowerCase();
    return word !== "" && !listed.has(word) && !STRUCTURE.has(word) && !isCompany(word);
  });
}

/** Dates of a text, in its own spelling, that the other texts lack. */
function datesOnlyIn(text: string, others: readonly string[]): string[] {
  const known = new Set(others.flatMap((other) => modelParts(other).dates));
  return modelParts(text)
    .dates.filter((date) => !known.has(date))
    .map((date) => new RegExp([...date].join("[-.\\s]?")).exec(text)?.[0] ?? date);
}

/** Parts take weights of a size for instructed ones, also where the listing does not say so. */
const INSTRUCTED = /(?<![a-z])instruct(?![a-z])/i;

/** Parts of a name that the answering listing lacks. Such a listing may have another price than what was asked for. */
export function droppedParts(asked: string, model: ModelName, isCompany: (word: string) => boolean): string[] {
  const segments = asked.trim().split("/");
  const leaf = segments.pop() ?? "";
  const region = regionOf(leaf);
  const moving = MOVING.exec(leaf)?.[1];
  return [
    ...droppedSegments(segments, model, isCompany),
    ...(region !== null && region !== regionOf(model.modelId) ? [region] : []),
    ...datesOnlyIn(leaf, [model.modelId, model.name]),
    ...(INSTRUCTED.test(leaf) && !INSTRUCTED.test(`${model.modelId} ${model.name}`) ? ["instruct"] : []),
    ...(moving !== undefined && !MOVING.test(model.modelId) ? [moving] : []),
  ];
}

/**
 * Parts of the listing that the name does not say. Examples are the version of `7b-instruct-v0.1`, the
 * date of `8b-2512`, the region of `global.anthropic.…`.
 */
export function assumedParts(asked: string, { modelId, name }: ModelName): string[] {
  const [version = "", named = ""] = [modelId, name].map((text) => modelParts(text).version);
  const region = regionOf(asked.split("/").at(-1) ?? "") === null ? regionOf(modelId) : null;
  return [
    ...(modelParts(asked).version === "" && named !== "" && version !== "" ? [version] : []),
    ...datesOnlyIn(modelId.split("/").at(-1) ?? modelId, [asked]),
    ...(region === null ? [] : [region]),
  ];
}
