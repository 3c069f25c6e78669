import { inTransaction, type Db } from "@/db/client";
import {
  deleteModelListings,
  deleteModelObservations,
  listModelAliases,
  listModelObservations,
  listPriceSourceStates,
  listStoredListings,
  saveModelAliases,
  saveModelListings,
  saveModelObservations,
  type ListingRow,
  type StoredListing,
  type ObservationRow,
} from "@/db/queries/models/models";
import { listStatementsOfHosts } from "@/db/queries/models/retirements";
import { bumpVersion } from "@/db/queries/freshness/operations";
import { utcDay } from "@/lib/domain/basics/date-range";
import { EMPTY_FACTS, type Observation, type ReadingSource } from "@/lib/domain/models/model-listing";
import { withEarlierPrice } from "@/lib/domain/models/prices/earlier-price";
import { disputesOf, disputeKey, type PriceDispute } from "@/lib/domain/models/prices/price-disputes";
import { renamedListings } from "@/lib/domain/models/renamed-listings";
import type { ModelAlias } from "@/lib/domain/models/resolve-model";
import { withHash, type HashedObservation } from "@/lib/sources/workers/model-catalog";
import { evaluateStoredPrices } from "@/lib/watches/evaluate/evaluate-prices";
import { evaluateInSavepoint } from "@/lib/watches/evaluate/evaluate-in-savepoint";
import { absentObservations, followAbsences } from "./follow-absences";
import { inBatches } from "../in-batches";
import { offload } from "@/lib/sources/workers/offload";
import { listOpenPriceDisputes, savePriceDisputes } from "@/db/queries/models/price-disputes";

/** Notes which figures have come to be disputed, and which no longer are. */
async function storePriceDisputes(db: Db, disputes: ReadonlyMap<string, PriceDispute>, now: Date): Promise<void> {
  const open = await listOpenPriceDisputes(db);
  const known = new Set(open.map(disputeKey));
  const begun = [...disputes].flatMap(([key, dispute]) => (known.has(key) ? [] : [{ ...dispute, since: now, endedAt: null }]));
  const ended = open.filter((dispute) => !disputes.has(disputeKey(dispute))).map((dispute) => ({ ...dispute, endedAt: now }));
  await savePriceDisputes(db, [...begun, ...ended]);
}

export interface CatalogUpdate {
  now: Date;
  /** Whole readings, which replace the stored observations of their source. */
  replacing: ReadonlyMap<ReadingSource, readonly HashedObservation[]>;
  /** When each live source was last read in full, including these readings. */
  readAt: Partial<Record<ReadingSource, Date>>;
  /** Sources that were read whole, be it that they had not changed. */
  complete?: readonly ReadingSource[];
  signal?: AbortSignal | undefined;
}

export interface CatalogChange {
  listings: number;
  changed: number;
  removed: number;
  conflicts: number;
}

const keyOf = (row: { providerId: string; modelKey: string }): string => `${row.providerId}/${row.modelKey}`;

function toRows(source: ReadingSource, observations: readonly HashedObservation[]): ObservationRow[] {
  const rows = new Map<string, ObservationRow>();
  for (const { facts, quoted, hash } of observations) {
    const row = { source, providerId: facts.providerId, modelKey: facts.modelId.toLowerCase(), facts, quoted, hash };
    if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  }
  return [...rows.values()];
}

/** A row that an earlier release stored lacks the facts that were added since. */
const toObservation = ({ source, facts, quoted }: ObservationRow): Observation => ({
  source,
  facts: { ...EMPTY_FACTS, ...facts },
  quoted,
  isCrossCheck: false,
});

const daysRead = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await listPriceSourceStates(db)).flatMap(({ source, lastReadAt }) => (lastReadAt ? [[source, utcDay(lastReadAt)] as const] : [])),
  );

/** Live readings beside what their source stated before, where the two are worlds apart. */
function withEarlierPrices(
  fresh: readonly ObservationRow[],
  stored: readonly ObservationRow[],
  daysReadBefore: ReadonlyMap<string, string>,
): ObservationRow[] {
  const idOf = (row: ObservationRow): string => `${row.source}\n${keyOf(row)}`;
  const before = new Map(stored.map((row) => [idOf(row), row]));
  return fresh.map((row) => {
    const earlier = before.get(idOf(row));
    const readOn = daysReadBefore.get(row.source) ?? null;
    const observation = row.source === "bundled" ? null : withEarlierPrice(toObservation(row), earlier && toObservation(earlier), readOn);
    return observation === null || observation.quoted.length === 0 ? row : { ...row, ...withHash(observation) };
  });
}

async function writeObservations(
  db: Db,
  stored: readonly ObservationRow[],
  fresh: readonly ObservationRow[],
  { replacing, signal }: CatalogUpdate,
): Promise<void> {
  const idOf = (row: ObservationRow): string => `${row.source}\n${keyOf(row)}`;
  const storedHashes = new Map(stored.map((row) => [idOf(row), row.hash]));
  const present = new Set(fresh.map(idOf));
  await inBatches(
    db,
    fresh.filter((row) => storedHashes.get(idOf(row)) !== row.hash),
    signal,
    saveModelObservations,
  );
  await inBatches(
    db,
    stored.filter((row) => replacing.has(row.source) && !present.has(idOf(row))),
    signal,
    deleteModelObservations,
  );
}

async function writeListings(
  db: Db,
  changed: readonly ListingRow[],
  removed: readonly StoredListing[],
  { now, signal }: CatalogUpdate,
): Promise<void> {
  await inBatches(db, changed, signal, async (tx, batch) => {
    await saveModelListings(tx, batch);
    await evaluateInSavepoint(tx, (inner) => evaluateStoredPrices(inner, batch, now));
    await bumpVersion(tx, "models", now);
  });
  await inBatches(db, removed, signal, async (tx, batch) => {
    await deleteModelListings(tx, batch);
    await bumpVersion(tx, "models", now);
  });
}

export async function storeCatalog(db: Db, update: CatalogUpdate): Promise<CatalogChange> {
  const { now, replacing, readAt } = update;
  const stored = await listModelObservations(db);
  const fresh = withEarlierPrices(
    [...replacing].flatMap(([source, observations]) => toRows(source, observations)),
    stored,
    await daysRead(db),
  );
  const observations = [...stored.filter((row) => !replacing.has(row.source)), ...fresh].map(toObservation);
  const before = await listStoredListings(db);
  const absences = await followAbsences(db, { stored, fresh, before, ...update });
  const listings = await offload("buildModelCatalog", {
    observations: [...observations, ...absentObservations(absences)],
    readAt,
    statements: await listStatementsOfHosts(db),
    absences,
  });
  await writeObservations(db, stored, fresh, update);

  const hashes = new Map(before.map((row) => [keyOf(row), row.hash]));
  const rows = listings.map((listing): ListingRow => ({ ...listing, modelKey: listing.modelId.toLowerCase() }));
  const present = new Set(rows.map(keyOf));
  const changed = rows.filter((row) => hashes.get(keyOf(row)) !== row.hash);
  const removed = before.filter((row) => !present.has(keyOf(row)));
  await writeListings(db, changed, removed, update);
  await saveNewAliases(db, renamedListings(before, rows), now);
  await storePriceDisputes(db, disputesOf(listings, observations), now);
  return {
    listings: rows.length,
    changed: changed.length,
    removed: removed.length,
    conflicts: rows.filter((row) => row.hasPriceConflict).length,
  };
}

async function saveNewAliases(db: Db, renamed: readonly ModelAlias[], now: Date): Promise<void> {
  if (renamed.length === 0) return;
  const idOf = (entry: ModelAlias): string => `${entry.alias}\n${entry.providerId}/${entry.modelId}`;
  const stored = new Set((await listModelAliases(db)).map(idOf));
  const fresh = renamed.filter((entry) => !stored.has(idOf(entry)));
  if (fresh.length === 0) return;
  await inTransaction(db, async (tx) => {
    await saveModelAliases(tx, fresh);
    await bumpVersion(tx, "models", now);
  });
}
