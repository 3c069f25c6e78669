import { groupBy } from "../basics/group-by";
import type { ModelListing } from "./model-listing";
import { sameModels } from "./names/same-model";
import { normaliseModelKey, withoutDate } from "./resolve-model";

type CompanyOf = (id: string) => string;

/** The value that most listings have. Null for a tie, and where none has a value. */
function majority(listings: readonly ModelListing[]): boolean | null {
  const open = listings.filter(({ isOpenWeights }) => isOpenWeights === true).length;
  const closed = listings.filter(({ isOpenWeights }) => isOpenWeights === false).length;
  return open === closed ? null : open > closed;
}

/** Openness of weights is a fact of the model. Its maker decides, else most of its hosts, but no host's entry alone. */
function withOpenWeights(listings: readonly ModelListing[], companyOf: CompanyOf): ModelListing[] {
  const models = sameModels(listings, companyOf);
  const isOwn = ({ makerId, providerId }: ModelListing): boolean => makerId !== null && companyOf(makerId) === companyOf(providerId);
  const decided = new Map([...new Set(models.values())].map((model) => [model, majority(model.filter(isOwn)) ?? majority(model)]));
  return listings.map((listing) => {
    const isOpenWeights = decided.get(models.get(listing) ?? []) ?? listing.isOpenWeights;
    return isOpenWeights === listing.isOpenWeights ? listing : { ...listing, isOpenWeights };
  });
}

/** The one value that some of these state; null where they state several, or none. */
function onlyStated(listings: readonly ModelListing[], key: "contextWindow" | "maxInputTokens"): number | null {
  const stated = new Set(listings.flatMap((listing) => listing[key] ?? []));
  const [only = null] = stated;
  return stated.size === 1 ? only : null;
}

/** A window keeps part of itself, at most half, for output. A smaller input belongs to another window. */
const fits = (input: number | null, window: number | null): boolean =>
  input === null || window === null || (input <= window && input * 2 >= window);

/**
 * Gives an alias and its snapshots one window and one most input, unless a source states otherwise.
 * Where nobody states the window, it holds at least the most input.
 */
function withWindows(listings: readonly ModelListing[]): ModelListing[] {
  const lines = groupBy(listings, ({ providerId, modelId }) => `${providerId}/${withoutDate(normaliseModelKey(modelId))}`);
  const complete = [...lines.values()].flatMap((line) => {
    const [window, input] = [onlyStated(line, "contextWindow"), onlyStated(line, "maxInputTokens")];
    return line.map((listing) => {
      const own = { window: listing.contextWindow, input: listing.maxInputTokens };
      const contextWindow = own.window ?? (fits(own.input, window) ? window : null) ?? own.input;
      const most = own.input ?? (fits(input, contextWindow) ? input : null);
      // An input above the window is no input that the model takes.
      const maxInputTokens = most === null || contextWindow === null ? most : Math.min(most, contextWindow);
      return [listing, { ...listing, contextWindow, maxInputTokens }] as const;
    });
  });
  const byListing = new Map(complete);
  return listings.flatMap((listing) => byListing.get(listing) ?? []);
}

/** Facts that listings of one model share, whoever sells it. */
export const withSharedFacts = (listings: readonly ModelListing[], companyOf: CompanyOf): ModelListing[] =>
  withWindows(withOpenWeights(listings, companyOf));
