import { isPriced, type PricedListing } from "./model-filters";
import { longContextOf } from "./prices/price-condition";
import { pricingNoteOf } from "./prices/pricing-note";
import { utcDay } from "../basics/date-range";
import { lifeFields } from "./model-life";
import { modelLabel } from "./model-label";
import { blendedOrNull, blendedPrice, type ModelListing, type PriceReading, type ReadingSource } from "./model-listing";

type Stage = "alpha" | "beta";

function stageOf({ status }: ModelListing): Stage | null {
  return status === "alpha" || status === "beta" ? status : null;
}

export interface Provenance {
  readAt: ReadonlyMap<ReadingSource, Date>;
  bundledOn: string;
  /** UTC day, which decides whether a model has been retired. */
  today: string;
  urlOf(source: string): string | null;
}

function verifiedOn(reading: Pick<PriceReading, "source" | "verifiedAt">, provenance: Provenance): string | null {
  if (reading.verifiedAt !== null) return reading.verifiedAt;
  const readAt = provenance.readAt.get(reading.source as ReadingSource);
  return readAt ? utcDay(readAt) : null;
}

export function capturedAtOf(listing: ModelListing, provenance: Provenance): Date | null {
  return listing.capturedFrom === "bundled"
    ? new Date(`${provenance.bundledOn}T00:00:00Z`)
    : (provenance.readAt.get(listing.capturedFrom) ?? null);
}

// Unknown optional members are left out to keep answers small.
const withoutNulls = <Members extends Record<string, unknown>>(members: Members): { [Key in keyof Members]?: NonNullable<Members[Key]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as {
    [Key in keyof Members]?: NonNullable<Members[Key]>;
  };

const filled = <Item>(items: Item[]): Item[] | null => (items.length > 0 ? items : null);

const pricesOf = (listing: ModelListing) =>
  withoutNulls({
    cachedInputPrice: listing.cachedInputPrice,
    cacheWritePrice: listing.cacheWritePrice,
    longContextPricing: filled(
      longContextOf(listing.priceConditions, listing).map(({ cachedInputPrice, ...step }) => ({
        ...step,
        ...withoutNulls({ cachedInputPrice }),
      })),
    ),
    priceConditions: filled(listing.priceConditions),
    pricingNote: pricingNoteOf(listing),
    freeListing: listing.isFreeListing || null,
  });

function sourcesOf(listing: ModelListing, provenance: Provenance) {
  const [chosen] = listing.priceReadings;
  const believed = listing.priceReadings.map((reading) => ({
    source: reading.source,
    inputPrice: reading.inputPrice,
    outputPrice: reading.outputPrice,
    verified_at: verifiedOn(reading, provenance),
  }));
  const others = listing.readingsSetAside.flatMap((reading) => {
    const { kind, source, input, output, reason } = reading;
    if (kind !== "token_price" || input === null || output === null || input < 0 || output < 0) return [];
    return [{ source, inputPrice: input, outputPrice: output, verified_at: verifiedOn(reading, provenance), set_aside: reason }];
  });
  const verifiedAt = chosen ? verifiedOn(chosen, provenance) : null;
  return {
    source: chosen?.source ?? null,
    source_url: provenance.urlOf(chosen?.source ?? listing.capturedFrom),
    verified_at: verifiedAt,
    price_sources: [...believed, ...others],
    priceConflict: listing.hasPriceConflict,
  };
}

function factsOf(listing: ModelListing) {
  return {
    capabilities: listing.capabilities,
    released: listing.released?.slice(0, 7) ?? null,
    ...withoutNulls({
      family: listing.family,
      openSource: listing.isOpenWeights,
      license: listing.isOpenWeights === false ? "Proprietary" : null,
      maxInputTokens: listing.maxInputTokens,
      maxOutputTokens: listing.maxOutputTokens,
      modalitiesIn: filled(listing.modalitiesIn),
      modalitiesOut: filled(listing.modalitiesOut),
      knowledgeCutoff: listing.knowledgeCutoff,
      stage: stageOf(listing),
      note: listing.note,
    }),
  };
}

/** What is known of a listing's end, mostly nothing. */
const endFields = ({ retirement, unlisted }: ModelListing) =>
  withoutNulls({
    retiresOn: retirement?.retiresOn,
    precision: retirement?.precision,
    announcedOn: retirement?.announcedOn,
    successor: retirement?.successor,
    successorOptions: retirement && retirement.options.length > 0 ? retirement.options : null,
    reroutedTo: retirement?.reroutedTo,
    lastListedAt: unlisted?.lastListedAt,
  });

function entryOf<Listing extends ModelListing>(listing: Listing, provenance: Provenance) {
  const { inputPrice, outputPrice, contextWindow, tier }: Pick<Listing, "inputPrice" | "outputPrice" | "contextWindow" | "tier"> = listing;
  return {
    id: listing.modelId,
    name: modelLabel(listing.name),
    maker: listing.makerId,
    inputPrice,
    outputPrice,
    blendedPrice: blendedOrNull(inputPrice, outputPrice),
    ...pricesOf(listing),
    contextWindow,
    tier,
    ...factsOf(listing),
    ...lifeFields(listing, provenance.today),
    ...endFields(listing),
    ...sourcesOf(listing, provenance),
  };
}

export const modelEntry = (listing: PricedListing, provenance: Provenance) => ({
  ...entryOf(listing, provenance),
  blendedPrice: blendedPrice(listing.inputPrice, listing.outputPrice),
});

function reasonOf({ inputPrice, outputPrice, billing }: ModelListing) {
  if (inputPrice !== null && outputPrice !== null) return "context_window_unknown" as const;
  return billing === "plan" ? ("sold_by_plan" as const) : ("price_unknown" as const);
}

export const unpricedEntry = (listing: ModelListing, provenance: Provenance) => ({
  ...entryOf(listing, provenance),
  ...(listing.billing === "plan" ? { pricing: null } : {}),
  reason: reasonOf(listing),
});

/** Every figure that is not believed of a listing, with its reason. */
export const setAsideOf = (listing: ModelListing, provenance: Provenance) =>
  listing.readingsSetAside.map((reading) => ({
    source: reading.source,
    kind: reading.kind,
    inputPrice: reading.input,
    outputPrice: reading.output,
    verified_at: verifiedOn(reading, provenance),
    reason: reading.reason,
  }));

export interface ProviderGroup {
  providerId: string;
  priced: PricedListing[];
  unpriced: ModelListing[];
}

export function groupByProvider(listings: readonly ModelListing[]): ProviderGroup[] {
  const groups = new Map<string, ProviderGroup>();
  for (const listing of listings) {
    const group = groups.get(listing.providerId) ?? { providerId: listing.providerId, priced: [], unpriced: [] };
    if (isPriced(listing)) group.priced.push(listing);
    else group.unpriced.push(listing);
    groups.set(listing.providerId, group);
  }
  return [...groups.values()];
}
