import type {
  AffectedProduct,
  CveReading,
  CveReadings,
  CveRecordFacts,
  CvssScore,
  KevFacts,
  OsvFacts,
} from "@/lib/domain/security/cve-facts";

/** Readings of sources, of which a card is made. */

export const READ = new Date("2026-03-11T10:00:00Z");
export const absent: CveReading<never> = { state: "absent", readAt: READ };
export const silent = (lastReadAt: Date | null = null): CveReading<never> => ({
  state: "unavailable",
  fault: "timeout",
  retryAt: null,
  lastReadAt,
});
export const present = <Facts>(facts: Facts, readAt = READ): CveReading<Facts> => ({
  state: "present",
  facts,
  sourceBytes: 100,
  readAt,
  fault: null,
  retryAt: null,
});

export const nowhere: CveReadings = { mitre: absent, kev: absent, epss: absent, osv: absent, vulnrichment: absent };
export const record = (over: Partial<CveRecordFacts> = {}): CveRecordFacts => ({
  state: "published",
  rejectedReason: null,
  assigner: "redhat",
  publishedAt: null,
  updatedAt: null,
  description: "from the record",
  scores: [],
  cwes: [],
  products: [],
  references: [],
  ssvc: null,
  ...over,
});
export const listed: KevFacts = {
  dateAdded: "2026-03-10",
  dueDate: null,
  ransomwareUse: "Known",
  vendor: "Example",
  product: "Packer",
  description: "from the catalog",
  cwes: ["CWE-22"],
};
export const filed: OsvFacts = {
  ids: ["GHSA-aaaa-bbbb-cccc"],
  aliases: [],
  ecosystems: ["npm"],
  products: [],
  summary: "from the advisory",
  references: [],
  isWithdrawn: false,
};
export const affectedProduct: AffectedProduct = {
  vendor: null,
  product: "packer",
  ecosystem: null,
  packageName: null,
  packageUrl: null,
  collectionUrl: null,
  repo: null,
  platforms: [],
  modules: [],
  programFiles: [],
  defaultStatus: null,
  versions: [],
  commits: [],
  unparsed: [],
  rangesLeftOff: 0,
  suppliedBy: "redhat",
};
export const score = (version: CvssScore["version"], value: number, over: Partial<CvssScore> = {}): CvssScore => ({
  version,
  score: value,
  severity: null,
  vector: null,
  container: "cna",
  suppliedBy: "redhat",
  ...over,
});
