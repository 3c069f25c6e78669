import { and, asc, count, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import { modelAliases, modelListings, modelObservations, sellerAbsences } from "@/db/schema/models";
import { sources } from "@/db/schema/operations";
import { deleteRows, listByKey, upsertRows } from "../upsert-rows";
import type { ModelListing, ReadingSource } from "@/lib/domain/models/model-listing";
import type { ModelName } from "@/lib/domain/models/model-name";
import type { SellerAbsence } from "@/lib/domain/models/seller-absences";
import type { ModelAlias } from "@/lib/domain/models/resolve-model";

export type ObservationRow = typeof modelObservations.$inferSelect;
export type ListingRow = typeof modelListings.$inferSelect;
export type ListingKey = Pick<ListingRow, "providerId" | "modelKey">;
export type ObservationKey = ListingKey & Pick<ObservationRow, "source">;

const PAGE = 400;

export function listModelObservations(db: Db): Promise<ObservationRow[]> {
  const { source, providerId, modelKey } = modelObservations;
  return listByKey(
    [source, providerId, modelKey],
    (last: ObservationRow) => [last.source, last.providerId, last.modelKey],
    PAGE,
    (isAfter) => db.select().from(modelObservations).where(isAfter).orderBy(source, providerId, modelKey).limit(PAGE),
  );
}

export async function countModelObservations(db: Db): Promise<Map<string, number>> {
  const { source } = modelObservations;
  const rows = await db.select({ source, count: count() }).from(modelObservations).groupBy(source);
  return new Map(rows.map((row) => [row.source, row.count]));
}

export const saveModelObservations = async (tx: Db, rows: readonly ObservationRow[]): Promise<void> =>
  upsertRows(tx, modelObservations, rows);
export const deleteModelObservations = async (tx: Db, keys: readonly ObservationKey[]): Promise<void> =>
  deleteRows(tx, modelObservations, keys);
export const saveModelListings = async (tx: Db, rows: readonly ListingRow[]): Promise<void> => upsertRows(tx, modelListings, rows);
export const deleteModelListings = async (tx: Db, keys: readonly ListingKey[]): Promise<void> => deleteRows(tx, modelListings, keys);

export interface StoredListing extends ModelName {
  modelKey: string;
  hash: string;
}

/** Keys and fingerprints of the stored listings: enough to write only changes, and to resolve names. */
export function listStoredListings(db: Db): Promise<StoredListing[]> {
  const { providerId, modelKey, modelId, name, isMakersListing, isFreeListing, released, deprecationDate, status, capabilities, hash } =
    modelListings;
  return listByKey(
    [providerId, modelKey],
    (last: StoredListing) => [last.providerId, last.modelKey],
    1000,
    (isAfter) =>
      db
        .select({
          providerId,
          modelKey,
          modelId,
          name,
          isMakersListing,
          isFreeListing,
          released,
          deprecationDate,
          status,
          capabilities,
          hash,
        })
        .from(modelListings)
        .where(isAfter)
        .orderBy(providerId, modelKey)
        .limit(1000),
  );
}

interface ListingScope {
  /** `makers` is makers' own listings; `all` adds hosts, clouds and aggregators. */
  scope: "makers" | "all";
}

const { modelKey: _modelKey, hash: _hash, ...listingColumns } = getTableColumns(modelListings);

export const listModels = async (db: Db, { scope }: ListingScope): Promise<ModelListing[]> =>
  listByKey(
    [modelListings.providerId, modelListings.modelKey],
    (last: ModelListing) => [last.providerId, last.modelId.toLowerCase()],
    PAGE,
    (isAfter) =>
      db
        .select(listingColumns)
        .from(modelListings)
        .where(and(scope === "makers" ? eq(modelListings.isMakersListing, true) : undefined, isAfter))
        .orderBy(asc(modelListings.providerId), asc(modelListings.modelKey))
        .limit(PAGE),
  );

/** Listing keys as a subquery. Postgres 18 needs minutes to plan a few hundred of them written as a list of pairs. */
export const keysOf = (names: readonly { providerId: string; modelId: string }[]): SQL =>
  sql`(select provider_id, model_key from jsonb_to_recordset(${JSON.stringify(names.map(({ providerId, modelId }) => ({ provider_id: providerId, model_key: modelId.toLowerCase() })))}::jsonb) as named(provider_id text, model_key text))`;

export const listModelAliases = async (db: Db): Promise<ModelAlias[]> => db.select().from(modelAliases).orderBy(asc(modelAliases.alias));

export const saveModelAliases = async (tx: Db, aliases: readonly ModelAlias[]): Promise<void> => upsertRows(tx, modelAliases, aliases);

export const listSellerAbsences = async (db: Db): Promise<SellerAbsence[]> => db.select().from(sellerAbsences);

export async function replaceSellerAbsences(tx: Db, seller: string, absences: readonly SellerAbsence[]): Promise<void> {
  await tx.delete(sellerAbsences).where(eq(sellerAbsences.providerId, seller));
  await upsertRows(tx, sellerAbsences, absences);
}

export interface PriceSourceState {
  source: ReadingSource;
  lastReadAt: Date | null;
  lastFault: string | null;
  lastError: string | null;
}

/** Last reading of each live price source, by the source name that prices carry. */
export async function listPriceSourceStates(db: Db): Promise<PriceSourceState[]> {
  const rows = await db
    .select({ id: sources.id, lastReadAt: sources.lastReadAt, lastFault: sources.lastFault, lastError: sources.lastError })
    .from(sources)
    .where(eq(sources.dataset, "models"))
    .orderBy(asc(sources.id));
  return rows.map(({ id, ...state }) => ({ source: id.slice("models/".length) as ReadingSource, ...state }));
}
