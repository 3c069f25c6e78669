import { gzipSync } from "node:zlib";
import { cveFolder } from "@/lib/domain/security/cve-facts";
import { EPSS_URL, KEV_URL } from "@/lib/sources/security/bulk-catalogs";
import type { ReplayedAnswer } from "../sources/replay-folder";

export type Json = Record<string, unknown>;

const json = (value: unknown): string => JSON.stringify(value);

export const cvss31 = (baseScore: number, baseSeverity: string): Json => ({
  cvssV3_1: { version: "3.1", baseScore, baseSeverity, vectorString: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H" },
  format: "CVSS",
});
export const cvss30 = (baseScore: number, baseSeverity: string): Json => ({
  cvssV3_0: { version: "3.0", baseScore, baseSeverity, vectorString: "CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N" },
});
export const cvss40 = (baseScore: number, baseSeverity: string): Json => ({
  cvssV4_0: { version: "4.0", baseScore, baseSeverity, vectorString: "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N" },
  scenarios: [{ lang: "en", value: "GENERAL" }],
});
export const ssvcMetric = (exploitation: string, automatable: string, impact: string): Json => ({
  other: {
    type: "ssvc",
    content: {
      version: "2.0.3",
      role: "CISA Coordinator",
      timestamp: "2026-03-02T04:00:00.000000Z",
      options: [{ Exploitation: exploitation }, { Automatable: automatable }, { "Technical Impact": impact }],
    },
  },
});
export const cwe = (cweId: string): Json => ({ descriptions: [{ cweId, description: `${cweId} of some kind`, lang: "en", type: "CWE" }] });
export const cisa = (metrics: Json[], rest: Json = {}): Json => ({
  title: "CISA ADP Vulnrichment",
  providerMetadata: { shortName: "CISA-ADP", orgId: "134c704f-9b21-4f2e-91b3-4a467353bcc0" },
  metrics,
  ...rest,
});
export const programContainer: Json = {
  title: "CVE Program Container",
  providerMetadata: { shortName: "CVE" },
  references: [{ url: "https://example.org/copied", tags: ["x_transferred"] }],
};

export interface RecordParts {
  cna?: Json;
  adp?: Json[];
  metadata?: Json;
}

/** Invented data in the CVE record format 5. */
export function cveRecord(cveId: string, { cna = {}, adp = [], metadata = {} }: RecordParts = {}): Json {
  return {
    dataType: "CVE_RECORD",
    dataVersion: "5.2",
    cveMetadata: {
      cveId,
      state: "PUBLISHED",
      assignerShortName: "redhat",
      assignerOrgId: "53f830b8-0a3f-465b-8143-3b8a9948e749",
      dateReserved: "2026-03-01T10:00:00.000Z",
      datePublished: "2026-03-02T10:00:00.123Z",
      dateUpdated: "2026-03-05T10:00:00.456Z",
      ...metadata,
    },
    containers: {
      cna: {
        providerMetadata: { shortName: "redhat", orgId: "53f830b8-0a3f-465b-8143-3b8a9948e749" },
        descriptions: [
          { lang: "de", value: `Eine Lücke, ${cveId}.` },
          { lang: "en", value: `A flaw in the archive reader of Packer, ${cveId}, lets a remote caller read files.` },
        ],
        affected: [
          { vendor: "Example", product: "Packer", defaultStatus: "unaffected", versions: [{ status: "affected", version: "5.6.0" }] },
          { vendor: "Example", product: "Old Packer", defaultStatus: "unaffected" },
          { vendor: "n/a", product: "n/a" },
        ],
        references: [{ url: "https://example.org/advisory" }, { url: "javascript:alert(1)" }, { url: "https://example.org/fix" }],
        ...cna,
      },
      ...(adp.length > 0 ? { adp } : {}),
    },
  };
}

export function rejectedRecord(cveId: string): Json {
  return {
    dataType: "CVE_RECORD",
    dataVersion: "5.1",
    cveMetadata: {
      cveId,
      state: "REJECTED",
      assignerShortName: "Linux",
      datePublished: "2026-02-26T17:20:20.190Z",
      dateUpdated: "2026-02-27T09:57:13.593Z",
      dateRejected: "2026-02-27T09:57:13.593Z",
    },
    containers: {
      cna: {
        providerMetadata: { shortName: "Linux" },
        rejectedReasons: [{ lang: "en", value: "This CVE ID has been rejected or withdrawn by its CVE Numbering Authority." }],
      },
    },
  };
}

export const kevEntry = (cveID: string, over: Json = {}): Json => ({
  cveID,
  vendorProject: "Example",
  product: "Packer",
  vulnerabilityName: "Example Packer Path Traversal Vulnerability",
  dateAdded: "2026-03-10",
  shortDescription: "Example Packer contains a path traversal vulnerability.",
  requiredAction: "Apply mitigations per vendor instructions.",
  dueDate: "2026-03-31",
  knownRansomwareCampaignUse: "Unknown",
  notes: "https://example.org/advisory",
  cwes: ["CWE-22"],
  ...over,
});

export const kevCatalog = (entries: readonly Json[], over: Json = {}): Json => ({
  title: "CISA Catalog of Known Exploited Vulnerabilities",
  catalogVersion: "2026.03.11",
  dateReleased: "2026-03-11T15:00:19.9796Z",
  count: entries.length,
  vulnerabilities: entries,
  ...over,
});

export const epssTable = (lines: readonly string[], remark = "#model_version:v2025.03.14,score_date:2026-03-11T12:55:00Z"): string =>
  `${remark}\ncve,epss,percentile\n${lines.join("\n")}\n`;

/** EPSS sends numbers as text with nine decimals. */
export const epssAnswer = (scores: readonly { cve: string; epss: number; percentile: number }[]): Json => ({
  status: "OK",
  "status-code": 200,
  version: "1.0",
  access: "public",
  total: scores.length,
  offset: 0,
  limit: 100,
  data: scores.map(({ cve, epss, percentile }) => ({ cve, epss: epss.toFixed(9), percentile: percentile.toFixed(9), date: "2026-03-11" })),
});

export const advisory = (id: string, over: Json = {}): Json => ({
  id,
  modified: "2026-03-04T10:00:00Z",
  published: "2026-03-03T10:00:00.1234Z",
  summary: "Path traversal in Packer",
  details: "Packer reads files outside of its folder.",
  affected: [
    { package: { ecosystem: "npm", name: "packer" }, ranges: [] },
    { package: { ecosystem: "Debian:12", name: "packer" }, versions: ["5.6.0"] },
    { ranges: [{ type: "GIT", repo: "https://example.org/packer.git", events: [{ introduced: "0" }] }] },
  ],
  references: [{ type: "ADVISORY", url: `https://osv.dev/${id}` }],
  ...over,
});

export const MITRE = (cveId: string): string => `https://cveawg.mitre.org/api/cve/${cveId}`;
export const CVE_LIST = (cveId: string): string =>
  `https://raw.githubusercontent.com/CVEProject/cvelistV5/main/cves/${cveFolder(cveId)}/${cveId}.json`;
export const VULNRICHMENT = (cveId: string): string =>
  `https://raw.githubusercontent.com/cisagov/vulnrichment/develop/${cveFolder(cveId)}/${cveId}.json`;
export const OSV = (id: string): string => `https://api.osv.dev/v1/vulns/${id}`;
export const EPSS = (cveId: string): string => `https://api.first.org/data/v1/epss?cve=${cveId}`;

export const answered = (url: string, body: unknown, rest: Partial<ReplayedAnswer> = {}): ReplayedAnswer => ({
  url,
  body: typeof body === "string" || body instanceof Uint8Array ? body : json(body),
  ...rest,
});

export const notThere = {
  mitre: (cveId: string) =>
    answered(
      MITRE(cveId),
      { error: "CVE_RECORD_DNE", message: "The CVE Record for the requested CVE ID does not exist." },
      { status: 404 },
    ),
  vulnrichment: (cveId: string) => answered(VULNRICHMENT(cveId), "404: Not Found", { status: 404 }),
  osv: (cveId: string) => answered(OSV(cveId), { code: 5, message: "Vulnerability not found" }, { status: 404 }),
  epss: (cveId: string) => answered(EPSS(cveId), epssAnswer([])),
};

export const filedUnder = (cveId: string, ids: readonly string[]) =>
  answered(OSV(cveId), { code: 5, message: `Vulnerability not found, but the following aliases were: ${ids.join(" ")}` }, { status: 404 });

export const everywhereAbsent = (cveId: string): ReplayedAnswer[] => [
  notThere.mitre(cveId),
  notThere.vulnrichment(cveId),
  notThere.osv(cveId),
  notThere.epss(cveId),
];

export const catalogs = (kev: readonly Json[], epssLines: readonly string[]): ReplayedAnswer[] => [
  answered(KEV_URL, kevCatalog(kev)),
  // The source sends gzip bytes without Content-Encoding.
  answered(EPSS_URL, gzipSync(epssTable(epssLines))),
];
