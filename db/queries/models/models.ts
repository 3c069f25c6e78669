import { and, asc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import { rowsOf, toDate, type Db } from "@/db/client";
import { modelAliases, modelListings, modelObservations } from "@/db/schema/models";
import { sources } from "@/db/schema/operations";
import { deleteRows, listInPages, upsertRows } from "../upsert-rows";
import type { ModelListing, ReadingSource } from "@/lib/domain/models/model-listing";
import type { ModelAlias, ModelName } from "@/lib/domain/models/resolve-model";

export type ObservationRow = typeof modelObservations.$inferSelect;
export type ListingRow = typeof modelListings.$inferSelect;
export type ListingKey = Pick<ListingRow, "providerId" | "modelKey">;
export type ObservationKey = ListingKey & Pick<ObservationRow, "source">;

const PAGE = 400;
const LISTING_KEY = ["provider_id", "model_key"];
const OBSERVATION_KEY = ["source", ...LISTING_KEY];

export async function listModelObservations(db: Db): Promise<ObservationRow[]> {
  type Row = {
    source: ReadingSource;
    provider_id: string;
    model_key: string;
    facts: ObservationRow["facts"];
    quoted: ObservationRow["quoted"];
    hash: string;
  };
  const page = (after: Row | null) => sql`
    select source, provider_id, model_key, facts, quoted, hash from model_observations
    where (source, provider_id, model_key) > (${after?.source ?? ""}, ${after?.provider_id ?? ""}, ${after?.model_key ?? ""})
    order by source, provider_id, model_key limit ${PAGE}`;
  const rows = await listInPages<Row>(db, page, PAGE);
  return rows.map((row) => ({
    source: row.source,
    providerId: row.provider_id,
    modelKey: row.model_key,
    facts: row.facts,
    quoted: row.quoted,
    hash: row.hash,
  }));
}

export async function countModelObservations(db: Db): Promise<Map<string, number>> {
  const rows = await rowsOf<{ source: string; count: number }>(
    db,
    sql`select source, count(*)::int as count from model_observations group by source`,
  );
  return new Map(rows.map((row) => [row.source, row.count]));
}

export const saveModelObservations = (tx: Db, rows: readonly ObservationRow[]): Promise<void> =>
  upsertRows(tx, modelObservations, rows, OBSERVATION_KEY);
export const deleteModelObservations = (tx: Db, keys: readonly ObservationKey[]): Promise<void> =>
  deleteRows(tx, modelObservations, keys, OBSERVATION_KEY);
export const saveModelListings = (tx: Db, rows: readonly ListingRow[]): Promise<void> => upsertRows(tx, modelListings, rows, LISTING_KEY);
export const deleteModelListings = (tx: Db, keys: readonly ListingKey[]): Promise<void> => deleteRows(tx, modelListings, keys, LISTING_KEY);

export interface StoredListing extends ModelName {
  modelKey: string;
  hash: string;
}

/** Keys and fingerprints of the stored listings: enough to write only changes, and to resolve names. */
export async function listStoredListings(db: Db): Promise<StoredListing[]> {
  type Row = { provider_id: string; model_key: string; model_id: string; name: string; is_makers_listing: boolean; hash: string };
  const page = (after: Row | null) => sql`
    select provider_id, model_key, model_id, name, is_makers_listing, hash from model_listings
    where (provider_id, model_key) > (${after?.provider_id ?? ""}, ${after?.model_key ?? ""})
    order by provider_id, model_key limit 1000`;
  const rows = await listInPages<Row>(db, page, 1000);
  return rows.map((row) => ({
    providerId: row.provider_id,
    modelKey: row.model_key,
    modelId: row.model_id,
    name: row.name,
    isMakersListing: row.is_makers_listing,
    hash: row.hash,
  }));
}

export interface ListingScope {
  /** `makers` is makers' own listings; `all` adds hosts, clouds and aggregators. */
  scope: "makers" | "all";
  providerId?: string;
}

const INTERNAL_COLUMNS = ["modelKey", "hash"] as const;
type ListingColumns = Omit<ReturnType<typeof getTableColumns<typeof modelListings>>, (typeof INTERNAL_COLUMNS)[number]>;

const listingColumns = Object.fromEntries(
  Object.entries(getTableColumns(modelListings)).filter(([name]) => !INTERNAL_COLUMNS.some((internal) => internal === name)),
) as ListingColumns;

export async function listModels(db: Db, { scope, providerId }: ListingScope): Promise<ModelListing[]> {
  const listings: ModelListing[] = [];
  for (;;) {
    const last = listings.at(-1);
    const next = await db
      .select(listingColumns)
      .from(modelListings)
      .where(
        and(
          scope === "makers" ? eq(modelListings.isMakersListing, true) : undefined,
          providerId === undefined ? undefined : eq(modelListings.providerId, providerId),
          last
            ? sql`(${modelListings.providerId}, ${modelListings.modelKey}) > (${last.providerId}, ${last.modelId.toLowerCase()})`
            : undefined,
        ),
      )
      .orderBy(asc(modelListings.providerId), asc(modelListings.modelKey))
      .limit(PAGE);
    listings.push(...next);
    if (next.length < PAGE) return listings;
  }
}

/** Listing keys as a subquery. Postgres 18 needs minutes to plan a few hundred of them written as a list of pairs. */
export const keysOf = (names: readonly { providerId: string; modelId: string }[]): SQL =>
  sql`(select provider_id, model_key from jsonb_to_recordset(${JSON.stringify(names.map(({ providerId, modelId }) => ({ provider_id: providerId, model_key: modelId.toLowerCase() })))}::jsonb) as named(provider_id text, model_key text))`;

export async function listModelsNamed(db: Db, names: readonly { providerId: string; modelId: string }[]): Promise<ModelListing[]> {
  if (names.length === 0) return [];
  return db
    .select(listingColumns)
    .from(modelListings)
    .where(sql`(${modelListings.providerId}, ${modelListings.modelKey}) in ${keysOf(names)}`)
    .orderBy(asc(modelListings.providerId), asc(modelListings.modelKey));
}

export async function listModelAliases(db: Db): Promise<ModelAlias[]> {
  return db.select().from(modelAliases).orderBy(asc(modelAliases.alias));
}

export const saveModelAliases = (tx: Db, aliases: readonly ModelAlias[]): Promise<void> =>
  upsertRows(tx, modelAliases, aliases, ["alias", "provider_id", "model_id"]);

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
  return rows.map(({ id, lastReadAt, ...state }) => ({
    source: id.slice("models/".length) as ReadingSource,
    lastReadAt: lastReadAt && toDate(lastReadAt),
    ...state,
  }));
}
