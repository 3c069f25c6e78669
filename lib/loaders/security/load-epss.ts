import { findEpssLine } from "@/db/queries/security/security";
import { type CveReading, type EpssFacts, cveFolder } from "@/lib/domain/security/cve-facts";
import { epss } from "@/lib/sources/security/epss";
import { readEpssLine } from "@/lib/sources/security/epss-line";
import { CATALOG_MS, isYounger } from "./cache-rules";
import { loadRecord, type RecordsWanted } from "./load-record";

const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength;

/**
 * The day's table first. What it lacks, or cannot say because it is too old, is asked for; when that fails,
 * a fresh table's silence is an answer and an old table's line is better than none.
 */
export async function loadEpss(wanted: RecordsWanted): Promise<CveReading<EpssFacts>> {
  const { catalog, line } = await findEpssLine(wanted.db, wanted.cveId, cveFolder(wanted.cveId));
  const scores = line && readEpssLine(line.text)?.scores;
  const listed: CveReading<EpssFacts> | null =
    line && scores
      ? {
          state: "present",
          facts: { ...scores, scoreDate: line.scoreDate },
          sourceBytes: byteLength(line.text),
          readAt: line.readAt,
          fault: null,
        }
      : null;
  if (listed && isYounger(listed.readAt, wanted.now, CATALOG_MS)) return listed;
  const asked = await loadRecord(epss, wanted);
  if (asked.state !== "unavailable") return asked;
  if (listed) return { ...listed, fault: asked.fault };
  if (catalog && isYounger(catalog.readAt, wanted.now, CATALOG_MS)) return { state: "absent", readAt: catalog.readAt };
  return { ...asked, lastReadAt: catalog?.readAt ?? asked.lastReadAt };
}
