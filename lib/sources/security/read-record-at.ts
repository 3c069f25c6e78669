import type { CveRecordFacts, CveSource } from "@/lib/domain/security/cve-facts";
import { askForRecord, isNotFound } from "./ask-for-record";
import { readCveRecord } from "./cve-record";
import type { CveRequest, SourceAnswer } from "./security-source";

/** The CVE's record at one address. */
export async function readRecordAt(
  source: CveSource,
  url: string,
  { http, cveId, etag }: CveRequest,
): Promise<SourceAnswer<CveRecordFacts>> {
  const reading = await askForRecord({ http, source, url, etag });
  if (reading === null) return { kind: "unchanged" };
  if (isNotFound(reading)) return { kind: "absent" };
  return {
    kind: "present",
    facts: readCveRecord(reading.bytes, cveId),
    sourceBytes: reading.bytes.byteLength,
    etag: reading.validators.etag,
  };
}
