import { groupBy } from "../../basics/group-by";
import { modelParts, type ModelParts } from "../model-parts";

export interface MadeListing {
  providerId: string;
  modelId: string;
  makerId: string | null;
}

/** How a host packs weights; it makes no other model of them. */
const PACKING: ReadonlySet<string> = new Set(
  "bf16 fp4 fp8 int4 int8 nvfp4 awq gptq free instant latest lite maas serverless tput turbo versatile".split(" "),
);
const FULL_DATE = 8;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

/** The model's words without companies' names. Examples: `databricks-claude-sonnet-4-5`, `anthropic.claude-sonnet-4-5`. */
function ownWords({ providerId, makerId }: MadeListing, { words, sizes }: ModelParts): string[] {
  const companies = new Set([...wordsOf(makerId ?? ""), ...wordsOf(providerId), makerId, `${makerId ?? ""}ai`]);
  // Weights name their size; `gpt-4-turbo` names none, and is another model than `gpt-4`.
  return words.filter((word) => !companies.has(word) && !(PACKING.has(word) && (sizes.length > 0 || word === "maas" || word === "free")));
}

interface Placed<Listing> {
  listing: Listing;
  sizes: string;
}

/**
 * Groups listings of one model, whoever sells them: one maker, the same words, version and size. A release of another month
 * (`2507`) is another model; a full date tells a snapshot of the same one.
 */
export function sameModels<Listing extends MadeListing>(
  listings: readonly Listing[],
  companyOf: (id: string) => string,
): Map<Listing, readonly Listing[]> {
  const named = groupBy(
    listings.map((listing) => ({ listing, parts: modelParts(listing.modelId) })),
    ({ listing, parts }) => {
      const months = parts.dates.filter(({ length }) => length < FULL_DATE);
      // Without a maker two listings of one name may be two models.
      const maker = listing.makerId === null ? `at ${listing.providerId}` : companyOf(listing.makerId);
      return [maker, ownWords(listing, parts).join(" "), parts.version, months.join(" ")].join("\n");
    },
  );
  const models = [...named.values()].flatMap((group) =>
    bySize(group.map(({ listing, parts }) => ({ listing, sizes: parts.sizes.join(" ") }))),
  );
  return new Map(models.flatMap((model) => model.map((listing) => [listing, model] as const)));
}

/** A listing that leaves the size out belongs to the one size that there is; of several it is none. */
function bySize<Listing>(placed: readonly Placed<Listing>[]): Listing[][] {
  const sized = groupBy(placed, ({ sizes }) => sizes);
  const isOne = sized.size <= 2 && (sized.size === 1 || sized.has(""));
  const groups = isOne ? [[...placed]] : [...sized.values()];
  return groups.map((group) => group.map(({ listing }) => listing));
}
