import { and, desc, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { firstOf, type Db } from "@/db/client";
import { cveReadings, epssBlocks, kevEntries, securityCatalogs } from "@/db/schema/security";
import { batchesOf, upsertRows } from "../upsert-rows";

export type CveReadingRow = typeof cveReadings.$inferSelect;

export const listCveReadings = async (db: Db, cveId: string): Promise<CveReadingRow[]> =>
  db.select().from(cveReadings).where(eq(cveReadings.cveId, cveId));

/** The newer reading wins, whichever process writes first. */
export const saveCveReading = async (db: Db, row: CveReadingRow): Promise<void> =>
  upsertRows(db, cveReadings, [row], { newestBy: "read_at" });

export type SecurityCatalog = (typeof securityCatalogs.$inferSelect)["name"];

export type CatalogState = Omit<typeof securityCatalogs.$inferSelect, "name">;

export const findSecurityCatalog = async (db: Db, name: SecurityCatalog): Promise<CatalogState | null> =>
  db.select().from(securityCatalogs).where(eq(securityCatalogs.name, name)).then(firstOf);

export const saveSecurityCatalog = async (tx: Db, name: SecurityCatalog, state: CatalogState): Promise<void> =>
  upsertRows(tx, securityCatalogs, [{ name, ...state }], { newestBy: "read_at" });

/** An "unchanged" answer counts as a reading. */
export async function touchSecurityCatalog(tx: Db, name: SecurityCatalog, readAt: Date): Promise<void> {
  await tx
    .update(securityCatalogs)
    .set({ readAt })
    .where(and(eq(securityCatalogs.name, name), lt(securityCatalogs.readAt, readAt)));
  if (name === "epss") await tx.update(epssBlocks).set({ readAt }).where(lt(epssBlocks.readAt, readAt));
}

type KevRow = typeof kevEntries.$inferSelect;

/** Writes in batches, so that no request waits for all entries. */
export async function saveKevEntries(db: Db, entries: readonly KevRow[]): Promise<void> {
  for (const batch of batchesOf(entries)) await upsertRows(db, kevEntries, batch);
}

export async function deleteKevEntriesExcept(tx: Db, cveIds: readonly string[]): Promise<number> {
  const listed = await tx.select({ cveId: kevEntries.cveId }).from(kevEntries);
  const present = new Set(cveIds);
  const gone = listed.map(({ cveId }) => cveId).filter((cveId) => !present.has(cveId));
  if (gone.length > 0) await tx.delete(kevEntries).where(inArray(kevEntries.cveId, gone));
  return gone.length;
}

export interface KevLookup {
  catalog: CatalogState | null;
  entry: KevRow | null;
}

/** Catalog and entry in one statement, so that both are from the same reading. */
export async function findKevEntry(db: Db, cveId: string): Promise<KevLookup> {
  const [row] = await db
    .select({ catalog: securityCatalogs, entry: kevEntries })
    .from(securityCatalogs)
    .leftJoin(kevEntries, eq(kevEntries.cveId, cveId))
    .where(eq(securityCatalogs.name, "kev"));
  return { catalog: row?.catalog ?? null, entry: row?.entry ?? null };
}

export type EpssBlockRow = typeof epssBlocks.$inferSelect;

/** Blocks have about 30 KB each; a few per statement keep it short. */
export const EPSS_BLOCKS_PER_STATEMENT = 4;

export const saveEpssBlocks = async (tx: Db, blocks: readonly EpssBlockRow[]): Promise<void> =>
  upsertRows(tx, epssBlocks, blocks, { newestBy: "read_at" });

export async function deleteEpssBlocksExcept(tx: Db, folders: readonly string[]): Promise<void> {
  await tx.delete(epssBlocks).where(notInArray(epssBlocks.folder, [...folders]));
}

export interface EpssLookup {
  catalog: CatalogState | null;
  /** The CVE's line, with the date of its table and the time it was read. */
  line: { text: string; scoreDate: string | null; readAt: Date } | null;
}

const MAX_LINE_LENGTH = 120;

export async function findEpssLine(db: Db, cveId: string, folder: string): Promise<EpssLookup> {
  const place = sql`strpos(${epssBlocks.lines}, chr(10) || ${cveId}::text || ',')`;
  const [row] = await db
    .select({
      catalog: securityCatalogs,
      rest: sql<string | null>`case when ${place} > 0 then substr(${epssBlocks.lines}, ${place} + 1, ${MAX_LINE_LENGTH}) end`,
      scoreDate: epssBlocks.scoreDate,
      readAt: epssBlocks.readAt,
    })
    .from(securityCatalogs)
    .leftJoin(epssBlocks, eq(epssBlocks.folder, folder))
    .where(eq(securityCatalogs.name, "epss"));
  if (!row) return { catalog: null, line: null };
  const { catalog, rest, scoreDate, readAt } = row;
  const [text] = rest?.split("\n", 1) ?? [];
  return { catalog, line: text === undefined || readAt === null ? null : { text, scoreDate, readAt } };
}

/** Ids of the catalog of exploited vulnerabilities that begin so, the newest entries first. */
export const listKevIds = async (db: Db, beginning: string, most: number): Promise<string[]> =>
  db
    .select({ cveId: kevEntries.cveId })
    .from(kevEntries)
    .where(sql`starts_with(${kevEntries.cveId}, ${beginning})`)
    .orderBy(desc(kevEntries.cveId))
    .limit(most)
    .then((rows) => rows.map(({ cveId }) => cveId));

/** The whole catalog of exploited vulnerabilities: some thousand entries. */
export const listKevEntries = async (db: Db): Promise<Pick<KevRow, "cveId" | "facts">[]> =>
  db.select({ cveId: kevEntries.cveId, facts: kevEntries.facts }).from(kevEntries);
