import { cveFolder } from "@/lib/domain/security/cve-facts";
import { SourceError } from "../http/source";
import { readRecordAt } from "./read-record-at";
import type { SecuritySource } from "./security-source";

const urlOf = (cveId: string): string => `https://cveawg.mitre.org/api/cve/${cveId}`;

/** The programme's own copy of the same records, minutes behind: what it lacks may just not be there yet. */
const listUrlOf = (cveId: string): string =>
  `https://raw.githubusercontent.com/CVEProject/cvelistV5/main/cves/${cveFolder(cveId)}/${cveId}.json`;

/** The record of the CVE programme; read from its list when its service does not answer. */
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
      // An entity tag of the list means nothing to the service.
      return { ...listed, etag: null };
    }
  },
};

const enrichmentUrlOf = (cveId: string): string =>
  `https://raw.githubusercontent.com/cisagov/vulnrichment/develop/${cveFolder(cveId)}/${cveId}.json`;

/** CISA's enrichment: a whole CVE record with CISA's container in it. */
export const vulnrichment: SecuritySource<"vulnrichment"> = {
  name: "vulnrichment",
  urlOf: enrichmentUrlOf,
  read: (request) => readRecordAt("vulnrichment", enrichmentUrlOf(request.cveId), request),
};
