import { inTransaction, type Db } from "@/db/client";
import { bumpVersion, forgetValidators, recordSourceOutcomes, saveValidators } from "@/db/queries/operations";
import {
  deleteEpssBlocksBut,
  deleteKevEntriesBut,
  EPSS_BLOCKS_PER_STATEMENT,
  findSecurityCatalog,
  saveEpssBlocks,
  saveKevEntries,
  saveSecurityCatalog,
  touchSecurityCatalog,
  type SecurityCatalog,
} from "@/db/queries/security";
import { batchesOf } from "@/db/queries/upsert-rows";
import { hasShrunk } from "@/lib/domain/has-shrunk";
import { EPSS_SOURCE, EPSS_URL, KEV_SOURCE, KEV_URL, readEpss, readKev, type BulkReading } from "@/lib/sources/security/bulk-catalogs";
import type { EpssTable } from "@/lib/sources/security/epss-table";
import type { KevCatalog } from "@/lib/sources/security/kev-catalog";
import { SourceError, type SourceHttp } from "@/lib/sources/source";

export interface CatalogRefresh {
  items: number;
  isChanged: boolean;
}

export interface RefreshRequest {
  db: Db;
  http: SourceHttp;
  now: Date;
  signal?: AbortSignal;
}

const decoder = new TextDecoder();

interface Bulk<Catalog> {
  name: SecurityCatalog;
  source: string;
  url: string;
  read(http: SourceHttp): Promise<BulkReading<Catalog> | null>;
  sizeOf(catalog: Catalog): number;
  versionOf(catalog: Catalog): string | null;
  /** Writes the rows; what it gives removes those of older readings. */
  store(catalog: Catalog, request: RefreshRequest): Promise<(tx: Db) => Promise<unknown>>;
}

const kev: Bulk<KevCatalog> = {
  name: "kev",
  source: KEV_SOURCE,
  url: KEV_URL,
  read: readKev,
  sizeOf: ({ entries }) => entries.length,
  versionOf: ({ version }) => version,
  async store({ entries }, { db }) {
    await saveKevEntries(db, entries);
    return (tx) =>
      deleteKevEntriesBut(
        tx,
        entries.map(({ cveId }) => cveId),
      );
  },
};

const epss: Bulk<EpssTable> = {
  name: "epss",
  source: EPSS_SOURCE,
  url: EPSS_URL,
  read: readEpss,
  sizeOf: ({ count }) => count,
  versionOf: ({ modelVersion }) => modelVersion,
  async store({ blocks, scoreDate }, { db, now, signal }) {
    for (const batch of batchesOf(blocks, EPSS_BLOCKS_PER_STATEMENT)) {
      signal?.throwIfAborted();
      await saveEpssBlocks(
        db,
        batch.map(({ folder, lines }) => ({ folder, lines: decoder.decode(lines), scoreDate, readAt: now })),
      );
    }
    return (tx) =>
      deleteEpssBlocksBut(
        tx,
        blocks.map(({ folder }) => folder),
      );
  },
};

async function storeReading<Catalog>(
  bulk: Bulk<Catalog>,
  { catalog, validators }: BulkReading<Catalog>,
  request: RefreshRequest,
): Promise<CatalogRefresh> {
  const { db, now } = request;
  const items = bulk.sizeOf(catalog);
  const previous = (await findSecurityCatalog(db, bulk.name))?.itemCount ?? null;
  if (items === 0 || hasShrunk(previous, items)) {
    throw new SourceError("shrunk", `${items} entries after ${previous ?? "none"}; the previous reading is kept`);
  }
  const removeOlder = await bulk.store(catalog, request);
  await inTransaction(db, async (tx) => {
    await removeOlder(tx);
    await saveSecurityCatalog(tx, bulk.name, { version: bulk.versionOf(catalog), itemCount: items, readAt: now });
    await saveValidators(tx, bulk.source, bulk.url, validators);
    await recordSourceOutcomes(tx, [{ source: bulk.source, dataset: bulk.name, at: now, fault: null, itemCount: items }]);
    await bumpVersion(tx, bulk.name, now);
  });
  return { items, isChanged: true };
}

async function keepReading<Catalog>({ name, source }: Bulk<Catalog>, { db, now }: RefreshRequest): Promise<CatalogRefresh> {
  const kept = await findSecurityCatalog(db, name);
  if (!kept) {
    await forgetValidators(db, source);
    throw new SourceError("not_expected", "unchanged since a reading that is not at hand");
  }
  await inTransaction(db, async (tx) => {
    await touchSecurityCatalog(tx, name, now);
    await recordSourceOutcomes(tx, [{ source, dataset: name, at: now, fault: null }]);
    await bumpVersion(tx, name, now);
  });
  return { items: kept.itemCount, isChanged: false };
}

/** Reads a catalog whole and puts it in place of the last reading; a failure is recorded and thrown. */
async function refresh<Catalog>(bulk: Bulk<Catalog>, request: RefreshRequest): Promise<CatalogRefresh> {
  try {
    const reading = await bulk.read(request.http);
    return await (reading ? storeReading(bulk, reading, request) : keepReading(bulk, request));
  } catch (error) {
    if (error instanceof SourceError) {
      await recordSourceOutcomes(request.db, [
        { source: bulk.source, dataset: bulk.name, at: request.now, fault: error.fault, error: error.message },
      ]);
    }
    throw error;
  }
}

export const refreshKevCatalog = (request: RefreshRequest): Promise<CatalogRefresh> => refresh(kev, request);
export const refreshEpssTable = (request: RefreshRequest): Promise<CatalogRefresh> => refresh(epss, request);
