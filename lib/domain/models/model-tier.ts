import { blendedPrice, type ModelTier } from "./model-listing";

// Order matters: "flash-lite" is budget before it is mid, "pro-mini" budget before flagship.
const NAME_HINTS: readonly (readonly [ModelTier, RegExp])[] = [
  ["budget", /(^|[^a-z])(nano|micro|mini|lite|tiny|small|haiku|flash-lite|instant|edge|8b|7b|4b|3b|1b)([^a-z]|$)/],
  ["flagship", /(^|[^a-z])(opus|ultra|max|pro|large|premier|plus-pro|sol|405b|grok-\d(\.\d+)?)$/],
  ["mid", /(^|[^a-z])(sonnet|flash|medium|turbo|fast|air|plus|scout)([^a-z]|$)/],
];

/** USD per 1M tokens, blended. */
const FLAGSHIP_FROM = 5;
const MID_FROM = 0.8;

function tierByPrice(inputPrice: number, outputPrice: number): ModelTier {
  const blended = blendedPrice(inputPrice, outputPrice);
  if (blended >= FLAGSHIP_FROM) return "flagship";
  return blended >= MID_FROM ? "mid" : "budget";
}

export function tierOf(modelId: string, inputPrice: number | null, outputPrice: number | null): ModelTier | null {
  const leaf = modelId.toLowerCase().split("/").at(-1) ?? "";
  const hint = NAME_HINTS.find(([, pattern]) => pattern.test(leaf));
  if (hint) return hint[0];
  return inputPrice === null || outputPrice === null ? null : tierByPrice(inputPrice, outputPrice);
}
