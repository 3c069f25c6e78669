import type { Db } from "@/db/client";
import { utcDay } from "@/lib/domain/basics/date-range";
import { loadCveReadings } from "@/lib/loaders/security/load-cve-readings";
import { refreshEpssTable, refreshKevCatalog } from "@/lib/loaders/security/refresh-cve-catalogs";
import type { SourceHttp } from "@/lib/sources/http/source";
import { cveDocuments, SAMPLE_CVES } from "./cve-documents";

const encoder = new TextEncoder();

function answering(documents: ReadonlyMap<string, string>): SourceHttp {
  return {
    async get({ url }) {
      const body = documents.get(url);
      return {
        kind: "fresh",
        status: body === undefined ? 404 : 200,
        headers: new Map(),
        finalUrl: url,
        bytes: encoder.encode(body ?? "{}"),
        contentType: null,
        validators: { etag: null, lastModified: null },
      };
    },
    measure: () => Promise.reject(new Error("a seed measures nobody")),
  };
}

/**
 * Plants both catalogs and the records of the sample CVEs. They come from invented documents, read as
 * a service reads the sources'.
 */
export async function plantCves(db: Db, now: Date): Promise<void> {
  const http = answering(cveDocuments(utcDay(now)));
  await refreshKevCatalog({ db, http, now });
  await refreshEpssTable({ db, http, now });
  for (const cveId of SAMPLE_CVES) await loadCveReadings({ db, cveId, now, http });
}
