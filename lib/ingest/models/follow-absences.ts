import { inTransaction, type Db } from "@/db/client";
import {
  listPriceSourceStates,
  listSellerAbsences,
  replaceSellerAbsences,
  type ObservationRow,
  type StoredListing,
} from "@/db/queries/models/models";
import type { Observation, ReadingSource } from "@/lib/domain/models/model-listing";
import { renamedListings } from "@/lib/domain/models/renamed-listings";
import { absencesAfter, SELLERS_LISTS, type SellerAbsence } from "@/lib/domain/models/seller-absences";

interface Reading {
  stored: readonly ObservationRow[];
  fresh: readonly ObservationRow[];
  /** Listings before this reading. */
  before: readonly StoredListing[];
  replacing: ReadonlyMap<ReadingSource, unknown>;
  complete?: readonly ReadingSource[];
}

/** An id that its seller changed is a name of the model's new id, and no model that is gone. */
function withoutRenamed(
  absences: readonly SellerAbsence[],
  before: readonly StoredListing[],
  listed: readonly ObservationRow[],
): SellerAbsence[] {
  const after = listed.map(({ providerId, facts: { modelId, name } }) => ({
    providerId,
    modelId,
    name: name ?? modelId,
    isMakersListing: false,
  }));
  const renamed = new Set(renamedListings(before, after).map(({ alias }) => alias.toLowerCase()));
  return absences.filter(({ modelKey }) => !renamed.has(modelKey));
}

/** Stores which listings the whole readings of sellers' own lists lack, and gives all of them. */
export async function followAbsences(db: Db, { stored, fresh, before, replacing, complete = [] }: Reading): Promise<SellerAbsence[]> {
  const known = await listSellerAbsences(db);
  const states = await listPriceSourceStates(db);
  let all = known;
  for (const source of complete) {
    const seller = SELLERS_LISTS[source];
    if (seller === undefined) continue;
    const isSellers = (row: { providerId: string }): boolean => row.providerId === seller;
    const listed = fresh.filter((row) => row.source === source && isSellers(row));
    const beforeReading = stored.filter((row) => row.source === source && isSellers(row));
    const reading = {
      listed: replacing.has(source) ? new Set(listed.map(({ modelKey }) => modelKey)) : null,
      known: [...before, ...fresh].filter(isSellers).map(({ modelKey }) => modelKey),
      before: new Map(beforeReading.map(({ modelKey, facts }) => [modelKey, facts])),
      readBefore: states.find((state) => state.source === source)?.lastReadAt ?? null,
    };
    const absences = absencesAfter(seller, new Map(known.filter(isSellers).map((one) => [one.modelKey, one])), reading);
    const gone = replacing.has(source) ? withoutRenamed(absences, before.filter(isSellers), listed) : absences;
    await inTransaction(db, (tx) => replaceSellerAbsences(tx, seller, gone));
    all = [...all.filter((one) => !isSellers(one)), ...gone];
  }
  return all;
}

const sourceOf = new Map(Object.entries(SELLERS_LISTS).map(([source, seller]) => [seller, source as ReadingSource]));

/**
 * What sellers' lists last said of listings that they now lack. Without it, a listing that nobody else
 * lists could not be found.
 */
export const absentObservations = (absences: readonly SellerAbsence[]): Observation[] =>
  absences.flatMap(({ providerId, facts }) => {
    const source = sourceOf.get(providerId);
    return facts && source ? [{ source, facts, quoted: [], isCrossCheck: false }] : [];
  });
