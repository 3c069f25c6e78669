import { groupBy } from "../../basics/group-by";
import { listingKey, type ListingFacts, type Observation } from "../model-listing";
import { normaliseModelKey } from "../resolve-model";

const SELLING_KINDS: ReadonlySet<string> = new Set(["lab", "host", "cloud", "aggregator"]);

const isPriced = (facts: ListingFacts): boolean => facts.inputPrice !== null && facts.outputPrice !== null;

/** LiteLLM also lists aliases, regions and retired models, so it adds new listings only for providers that no other source covers. */
function fillsGap(
  observation: Observation,
  listedKeys: ReadonlySet<string>,
  covered: ReadonlySet<string>,
  kindOf: (providerId: string) => string | null,
): boolean {
  const { facts } = observation;
  if (listedKeys.has(listingKey(facts))) return true;
  return !covered.has(facts.providerId) && isPriced(facts) && SELLING_KINDS.has(kindOf(facts.providerId) ?? "");
}

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
  const gaps = observations.filter(
    (observation) => observation.source === "litellm" && fillsGap(observation, listedKeys, covered, context.kindOf),
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
