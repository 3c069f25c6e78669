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

/** Segments before the model, `eu` in `eu/gpt-4o`, that neither the listing has nor are its maker's name. */
function droppedSegments(segments: readonly string[], { modelId }: ModelName, isCompany: (word: string) => boolean): string[] {
  const listed = new Set(modelId.toLowerCase().split("/"));
  return segments.filter((segment) => {
    const word = segment.toLowerCase();
    return word !== "" && !listed.has(word) && !STRUCTURE.has(word) && !isCompany(word);
  });
}

/** A date as it is written, where the listing has it neither in its id nor in its name. */
function droppedDates(leaf: string, { modelId, name }: ModelName): string[] {
  const listed = new Set([...modelParts(modelId).dates, ...modelParts(name).dates]);
  return modelParts(leaf)
    .dates.filter((date) => !listed.has(date))
    .map((date) => new RegExp([...date].join("[-.\\s]?")).exec(leaf)?.[0] ?? date);
}

/** What of a name the listing that answers it does not have. Such a listing may have another price than what was asked for. */
export function droppedParts(asked: string, model: ModelName, isCompany: (word: string) => boolean): string[] {
  const segments = asked.trim().split("/");
  const leaf = segments.pop() ?? "";
  const region = regionOf(leaf);
  const moving = MOVING.exec(leaf)?.[1];
  return [
    ...droppedSegments(segments, model, isCompany),
    ...(region !== null && region !== regionOf(model.modelId) ? [region] : []),
    ...droppedDates(leaf, model),
    ...(moving !== undefined && !MOVING.test(model.modelId) ? [moving] : []),
  ];
}

/** What of a listing the name does not say: the version of `7b-instruct-v0.1`, the region of `global.anthropic.…`. */
export function assumedParts(asked: string, { modelId, name }: ModelName): string[] {
  const [version = "", named = ""] = [modelId, name].map((text) => modelParts(text).version);
  const region = regionOf(asked.split("/").at(-1) ?? "") === null ? regionOf(modelId) : null;
  return [...(modelParts(asked).version === "" && named !== "" && version !== "" ? [version] : []), ...(region === null ? [] : [region])];
}
