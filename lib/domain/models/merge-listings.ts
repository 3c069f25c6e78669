import { groupBy } from "../basics/group-by";
import { listingKey, type ListingFacts, type ModelListing, type Observation } from "./model-listing";
import { tierOf } from "./model-tier";
import { sortByTrust } from "./prices/price-evidence";
import { priceFields, type MergeContext } from "./prices/price-fields";

function firstKnown<Key extends keyof ListingFacts>(facts: readonly ListingFacts[], key: Key): ListingFacts[Key] | null {
  return facts.find((entry) => (entry[key] ?? null) !== null)?.[key] ?? null;
}

function firstFilled(facts: readonly ListingFacts[], key: "modalitiesIn" | "modalitiesOut"): string[] {
  return facts.find((entry) => entry[key].length > 0)?.[key] ?? [];
}

// Live sources only guess the maker from the id, while the bundled catalog states it.
function makerOf(own: readonly Observation[]): string | null {
  const bundled = own.find((observation) => observation.source === "bundled");
  return (
    bundled?.facts.makerId ??
    firstKnown(
      sortByTrust(own).map((observation) => observation.facts),
      "makerId",
    )
  );
}

// "code" comes from the bundled benchmark scores, other capabilities from the most trusted source.
function capabilitiesOf(facts: readonly ListingFacts[]): string[] {
  const trusted = facts.find((entry) => entry.capabilities.length > 0)?.capabilities ?? [];
  const isCoder = facts.some((entry) => entry.capabilities.includes("code"));
  return [...new Set(["text", ...trusted, ...(isCoder ? ["code"] : [])])].sort();
}

/** Whether the listing is the maker's own is decided later, over the whole catalog. */
export function mergeListing(observations: readonly Observation[], context: MergeContext): ModelListing {
  const own = observations.filter((observation) => !observation.isCrossCheck);
  const facts = sortByTrust(own).map((observation) => observation.facts);
  const [first] = facts;
  if (!first) throw new Error("a listing needs an observation of its own");
  const prices = priceFields(
    own,
    observations.filter((observation) => observation.isCrossCheck),
    context,
  );
  return {
    providerId: first.providerId,
    modelId: first.modelId,
    name: firstKnown(facts, "name") ?? first.modelId,
    makerId: makerOf(own),
    isMakersListing: false,
    family: firstKnown(facts, "family"),
    tier: firstKnown(facts, "tier") ?? tierOf(first.modelId, prices.inputPrice, prices.outputPrice),
    ...prices,
    contextWindow: firstKnown(facts, "contextWindow"),
    maxInputTokens: firstKnown(facts, "maxInputTokens"),
    maxOutputTokens: firstKnown(facts, "maxOutputTokens"),
    modalitiesIn: firstFilled(facts, "modalitiesIn"),
    modalitiesOut: firstFilled(facts, "modalitiesOut"),
    capabilities: capabilitiesOf(facts),
    isOpenWeights: firstKnown(facts, "isOpenWeights"),
    knowledgeCutoff: firstKnown(facts, "knowledgeCutoff"),
    released: firstKnown(facts, "released"),
    deprecationDate: firstKnown(facts, "deprecationDate"),
    status: firstKnown(facts, "status"),
    retirement: null,
    unlisted: null,
  };
}

/** Groups by (provider, id), ignoring the case of the id, and merges each group. The order of input does not matter. */
export function mergeListings(observations: readonly Observation[], context: MergeContext): ModelListing[] {
  const groups = groupBy(observations, ({ facts }) => listingKey(facts));
  const isListed = (group: readonly Observation[]): boolean => group.some((observation) => !observation.isCrossCheck);
  return [...groups.values()].filter(isListed).map((group) => mergeListing(group, context));
}
