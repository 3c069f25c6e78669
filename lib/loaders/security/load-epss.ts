import { findEpssLine } from "@/db/queries/security/security";
import { type CveReading, type EpssFacts, cveFolder } from "@/lib/domain/security/cve-facts";
import { epss } from "@/lib/sources/security/epss";
import { readEpssLine } from "@/lib/sources/security/epss-line";
import { CATALOG_MS, isYounger } from "./cache-rules";
import { loadRecord, type RecordRequest } from "./load-record";

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

/**
 * Reads the day's table first, then asks the source for what is missing or too old. When that fails, an old line is used,
 * and a fresh table without the line proves absence.
 */
export async function loadEpss(request: RecordRequest): Promise<CveReading<EpssFacts>> {
  const { catalog, line } = await findEpssLine(request.db, request.cveId, cveFolder(request.cveId));
  const scores = line && readEpssLine(line.text)?.scores;
  const listed: CveReading<EpssFacts> | null =
    line && scores
      ? {
          state: "present",
          facts: { ...scores, scoreDate: line.scoreDate },
          sourceBytes: byteLength(line.text),
          readAt: line.readAt,
          fault: null,
          retryAt: null,
        }
      : null;
  if (listed && isYounger(listed.readAt, request.now, CATALOG_MS)) return listed;
  const reading = await loadRecord(epss, request);
  if (reading.state !== "unavailable") return reading;
  if (listed) return { ...listed, fault: reading.fault, retryAt: reading.retryAt };
  if (catalog && isYounger(catalog.readAt, request.now, CATALOG_MS)) return { state: "absent", readAt: catalog.readAt };
  return { ...reading, lastReadAt: catalog?.readAt ?? reading.lastReadAt };
}
