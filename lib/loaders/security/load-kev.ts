import type { Db } from "@/db/client";
import { findKevEntry, type KevLookup } from "@/db/queries/security/security";
import type { CveReading, KevFacts } from "@/lib/domain/security/cve-facts";
import { SourceError, type SourceHttp } from "@/lib/sources/http/source";
import { CATALOG_MS, isYounger } from "./cache-rules";
import { singleFlight } from "./single-flight";
import { refreshKevCatalog, type CatalogRefresh } from "./refresh-cve-catalogs";
import type { SourceFailure } from "./load-record";
import { withinLimit } from "./within-limit";

interface KevRequest {
  db: Db;
  http: SourceHttp;
  cveId: string;
  now: Date;
}

const isFresh = ({ catalog }: KevLookup, now: Date): boolean => catalog !== null && isYounger(catalog.readAt, now, CATALOG_MS);

function toReading({ catalog, entry }: KevLookup, failure: SourceFailure | null, now: Date): CveReading<KevFacts> {
  const retryAt = failure?.retryAt ?? null;
  if (catalog && entry) {
    const { facts, sourceBytes } = entry;
    return { state: "present", facts, sourceBytes, readAt: catalog.readAt, fault: failure?.fault ?? null, retryAt };
  }
  // An old catalog may lack what was listed since.
  if (catalog && isYounger(catalog.readAt, now, CATALOG_MS)) return { state: "absent", readAt: catalog.readAt };
  return { state: "unavailable", fault: failure?.fault ?? "empty", retryAt, lastReadAt: catalog?.readAt ?? null };
}

const inFlight = singleFlight<Db, CatalogRefresh>();

/** Null on success. */
async function readCatalog({ db, http, now }: KevRequest): Promise<SourceFailure | null> {
  try {
    await withinLimit(inFlight(db, "kev", () => refreshKevCatalog({ db, http, now })));
    return null;
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

/** From the catalog that a job reads daily; reads the catalog here when the job has not run. */
export async function loadKev(request: KevRequest): Promise<CveReading<KevFacts>> {
  const { db, cveId, now } = request;
  const lookup = await findKevEntry(db, cveId);
  if (isFresh(lookup, now)) return toReading(lookup, null, now);
  const failure = await readCatalog(request);
  return toReading(await findKevEntry(db, cveId), failure, now);
}
