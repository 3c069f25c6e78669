import { groupBy } from "../../basics/group-by";
import { listingKey, type ListingFacts, type Observation } from "../model-listing";
import { pricesDisagree } from "../prices/price-fields";
import { normaliseModelKey } from "../resolve-model";
import { isDatedId, undatedId } from "./model-versions";

const SELLING_KINDS: ReadonlySet<string> = new Set(["lab", "host", "cloud", "aggregator"]);

const isPriced = (facts: ListingFacts): boolean => facts.inputPrice !== null && facts.outputPrice !== null;

interface Listed {
  keys: ReadonlySet<string>;
  /** Providers that another source than LiteLLM covers. */
  covered: ReadonlySet<string>;
  hasOtherPriceThanAlias(facts: ListingFacts): boolean;
}

/**
 * LiteLLM also lists aliases, regions and retired models. It adds new listings only for providers that no other source covers,
 * and dated ids that cost something else than the undated one, which must not answer for them.
 */
function fillsGap({ facts }: Observation, listed: Listed, kindOf: (providerId: string) => string | null): boolean {
  if (listed.keys.has(listingKey(facts))) return true;
  if (!SELLING_KINDS.has(kindOf(facts.providerId) ?? "") || !(isPriced(facts) || facts.setAside.length > 0)) return false;
  return !listed.covered.has(facts.providerId) || listed.hasOtherPriceThanAlias(facts);
}

/** Whether a dated id is priced unlike the undated one, in the same list or in those that are believed. */
function otherPriceThanAlias(observations: readonly Observation[], listedKeys: ReadonlySet<string>): (facts: ListingFacts) => boolean {
  const undated = observations.filter(({ facts }) => isPriced(facts) && !isDatedId(facts.modelId) && listedKeys.has(listingKey(facts)));
  const byLine = groupBy(undated, ({ facts }) => `${facts.providerId}/${undatedId(facts.modelId)}`);
  return (facts) =>
    isPriced(facts) &&
    isDatedId(facts.modelId) &&
    (byLine.get(`${facts.providerId}/${undatedId(facts.modelId)}`) ?? []).some(({ facts: alias }) => isUnlike(alias, facts));
}

const isUnlike = (left: ListingFacts, right: ListingFacts): boolean =>
  isPriced(left) && isPriced(right) && pricesDisagree(left as PricedFacts, right as PricedFacts);

type PricedFacts = ListingFacts & { inputPrice: number; outputPrice: number };

/** OpenRouter's prices beside makers' own. For open weights it quotes the cheapest host, which says nothing about the maker. */
function crossChecks(observations: readonly Observation[], makers: readonly ListingFacts[]): Observation[] {
  const byKey = groupBy(makers, ({ modelId }) => normaliseModelKey(modelId));
  return observations.flatMap(({ source, facts }) => {
    const isPlain =
      source === "openrouter" && isPriced(facts) && facts.inputPrice !== 0 && facts.isOpenWeights !== true && !facts.modelId.includes(":");
    const matches = isPlain ? (byKey.get(normaliseModelKey(facts.modelId)) ?? []).filter((maker) => maker.makerId === facts.makerId) : [];
    return matches.map((maker) => ({
      source,
      facts: { ...facts, providerId: maker.providerId, modelId: maker.modelId },
      quoted: [],
      isCrossCheck: true,
    }));
  });
}

export interface SelectionContext {
  kindOf(providerId: string): string | null;
  companyOf(providerId: string): string;
}

export function selectObservations(observations: readonly Observation[], context: SelectionContext): Observation[] {
  const listed = observations.filter((observation) => observation.source !== "litellm");
  const listedKeys = new Set(listed.map((observation) => listingKey(observation.facts)));
  const hasOwnSource = ({ source, quoted }: Observation): boolean =>
    source !== "bundled" || quoted.some((reading) => reading.source === "models.dev" || reading.source === "openrouter");
  const covered = new Set(listed.filter(hasOwnSource).map((observation) => observation.facts.providerId));
  const hasOtherPriceThanAlias = otherPriceThanAlias(observations, listedKeys);
  const gaps = observations.filter(
    (observation) =>
      observation.source === "litellm" && fillsGap(observation, { keys: listedKeys, covered, hasOtherPriceThanAlias }, context.kindOf),
  );
  const isOwn = ({ facts }: Observation): boolean =>
    facts.makerId !== null && context.companyOf(facts.makerId) === context.companyOf(facts.providerId);
  return [
    ...listed,
    ...gaps,
    ...crossChecks(
      listed,
      listed.filter(isOwn).map((observation) => observation.facts),
    ),
  ];
}
