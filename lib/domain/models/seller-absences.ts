import { utcDay } from "../basics/date-range";
import { listingKey, type ListingFacts, type ModelListing, type ReadingSource } from "./model-listing";

/** Lists that a seller publishes of what it sells itself. */
export const SELLERS_LISTS: Partial<Record<ReadingSource, string>> = { openrouter: "openrouter" };

/** A single reading may be in error. A listing that two readings lack is sold no more. */
const READINGS_UNTIL_UNLISTED = 2;

/** A listing that whole readings of its seller's own list lacked. */
export interface SellerAbsence {
  providerId: string;
  /** Its id in lower case. */
  modelKey: string;
  readings: number;
  lastListedAt: Date | null;
  /** What the list said of it when it last had it; null where this service never saw it there. */
  facts: ListingFacts | null;
}

interface SellersReading {
  /** Keys of the seller's models in this reading; null where the list has not changed since the last one. */
  listed: ReadonlySet<string> | null;
  /** Keys of all that is known as sold there. */
  known: Iterable<string>;
  /** What the reading before said. */
  before: ReadonlyMap<string, ListingFacts>;
  readBefore: Date | null;
}

/** The absences of one seller after a whole reading of its list. */
export function absencesAfter(
  seller: string,
  absences: ReadonlyMap<string, SellerAbsence>,
  { listed, known, before, readBefore }: SellersReading,
): SellerAbsence[] {
  const absent = listed === null ? absences.keys() : new Set([...absences.keys(), ...known].filter((key) => !listed.has(key)));
  return [...absent].map((modelKey) => {
    const earlier = absences.get(modelKey);
    const facts = before.get(modelKey) ?? null;
    return {
      providerId: seller,
      modelKey,
      readings: Math.min((earlier?.readings ?? 0) + 1, READINGS_UNTIL_UNLISTED),
      lastListedAt: earlier ? earlier.lastListedAt : facts && readBefore,
      facts: earlier ? earlier.facts : facts,
    };
  });
}

/** Marks listings that their sellers' lists lack. Their prices are as old as the last list that had them. */
export function withAbsences(listings: readonly ModelListing[], absences: readonly SellerAbsence[]): ModelListing[] {
  const byKey = new Map(absences.map((absence) => [`${absence.providerId}/${absence.modelKey}`, absence]));
  return listings.map((listing) => {
    const absence = byKey.get(listingKey(listing));
    if (!absence || absence.readings < READINGS_UNTIL_UNLISTED) return listing;
    const { lastListedAt } = absence;
    const day = lastListedAt && utcDay(lastListedAt);
    const isSellers = (source: string): boolean => SELLERS_LISTS[source as ReadingSource] === listing.providerId;
    return {
      ...listing,
      verifiedAt: listing.verifiedAt ?? (isSellers(listing.priceSource ?? "") ? day : null),
      priceReadings: listing.priceReadings.map((reading) =>
        isSellers(reading.source) ? { ...reading, verifiedAt: reading.verifiedAt ?? day } : reading,
      ),
      unlisted: { lastListedAt: lastListedAt?.toISOString() ?? null },
    };
  });
}
