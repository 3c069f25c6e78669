import type { Db } from "@/db/client";
import { findKevEntry, type KevLookup } from "@/db/queries/security/security";
import type { CveReading, KevFacts } from "@/lib/domain/security/cve-facts";
import { SourceError, type SourceHttp } from "@/lib/sources/http/source";
import { CATALOG_MS, isYounger } from "./cache-rules";
import { onceAtATime } from "./once-at-a-time";
import { refreshKevCatalog, type CatalogRefresh } from "./refresh-cve-catalogs";
import { withinLimit } from "./within-limit";

interface KevWanted {
  db: Db;
  http: SourceHttp;
  cveId: string;
  now: Date;
}

const isFresh = ({ catalog }: KevLookup, now: Date): boolean => catalog !== null && isYounger(catalog.readAt, now, CATALOG_MS);

function toReading({ catalog, entry }: KevLookup, fault: string | null, now: Date): CveReading<KevFacts> {
  if (catalog && entry) return { state: "present", facts: entry.facts, sourceBytes: entry.sourceBytes, readAt: catalog.readAt, fault };
  // A catalog that is too old says nothing of what was listed since.
  if (catalog && isYounger(catalog.readAt, now, CATALOG_MS)) return { state: "absent", readAt: catalog.readAt };
  return { state: "unavailable", fault: fault ?? "empty", lastReadAt: catalog?.readAt ?? null };
}

const refreshing = onceAtATime<Db, CatalogRefresh>();

/** Null when it was read, else why not. */
async function readCatalog({ db, http, now }: KevWanted): Promise<string | null> {
  try {
    await withinLimit(refreshing(db, "kev", () => refreshKevCatalog({ db, http, now })));
    return null;
  } catch (error) {
    if (error instanceof SourceError) return error.fault;
    throw error;
  }
}

/** By the catalog that the job reads every day; read here when that has not happened. */
export async function loadKev(wanted: KevWanted): Promise<CveReading<KevFacts>> {
  const { db, cveId, now } = wanted;
  const found = await findKevEntry(db, cveId);
  if (isFresh(found, now)) return toReading(found, null, now);
  const fault = await readCatalog(wanted);
  return toReading(await findKevEntry(db, cveId), fault, now);
}
