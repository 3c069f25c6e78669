import { cveFolder, type CveRecordFacts, type CveSource } from "@/lib/domain/security/cve-facts";
import { SourceError } from "../http/source";
import { askForRecord, isNotFound } from "./ask-for-record";
import { readCveRecord } from "./cve-record";
import type { CveRequest, SecuritySource, RecordReading } from "./security-source";

async function readRecordAt(source: CveSource, url: string, { http, cveId, etag }: CveRequest): Promise<RecordReading<CveRecordFacts>> {
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

const urlOf = (cveId: string): string => `https://cveawg.mitre.org/api/cve/${cveId}`;

/** GitHub's copy of the records is some minutes behind: a missing record there may only be late. */
const listUrlOf = (cveId: string): string =>
  `https://raw.githubusercontent.com/CVEProject/cvelistV5/main/cves/${cveFolder(cveId)}/${cveId}.json`;

/** MITRE's CVE service, with the list on GitHub as fallback. */
export const mitre: SecuritySource<"mitre"> = {
  name: "mitre",
  urlOf,
  async read(request) {
    const { cveId } = request;
    try {
      return await readRecordAt("mitre", urlOf(cveId), request);
    } catch (error) {
      if (!(error instanceof SourceError) || error.fault === "cancelled") throw error;
      const listed = await readRecordAt("mitre", listUrlOf(cveId), { ...request, etag: null }).catch(() => null);
      if (listed?.kind !== "present") throw error;
      // GitHub's ETag is not valid for MITRE's service.
      return { ...listed, etag: null };
    }
  },
};

const enrichmentUrlOf = (cveId: string): string =>
  `https://raw.githubusercontent.com/cisagov/vulnrichment/develop/${cveFolder(cveId)}/${cveId}.json`;

/** CISA's Vulnrichment: whole CVE records with CISA's container added. */
export const vulnrichment: SecuritySource<"vulnrichment"> = {
  name: "vulnrichment",
  urlOf: enrichmentUrlOf,
  read: (request) => readRecordAt("vulnrichment", enrichmentUrlOf(request.cveId), request),
};
