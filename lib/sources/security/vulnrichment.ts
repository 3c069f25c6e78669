import { cveFolder } from "@/lib/domain/cve-id";
import { readRecordAt } from "./read-record-at";
import type { SecuritySource } from "./security-source";

const urlOf = (cveId: string): string => `https://raw.githubusercontent.com/cisagov/vulnrichment/develop/${cveFolder(cveId)}/${cveId}.json`;

/** CISA's enrichment: a whole CVE record with CISA's container in it. */
export const vulnrichment: SecuritySource<"vulnrichment"> = {
  name: "vulnrichment",
  urlOf,
  read: (request) => readRecordAt("vulnrichment", urlOf(request.cveId), request),
};
