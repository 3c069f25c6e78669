import type { ReplayedAnswer } from "../sources/replay-folder";
import {
  advisory,
  answered,
  catalogs,
  cisa,
  CVE_LIST,
  cveRecord,
  cvss31,
  cwe,
  everywhereAbsent,
  filedUnder,
  kevEntry,
  MITRE,
  notThere,
  OSV,
  programContainer,
  rejectedRecord,
  ssvcMetric,
  VULNRICHMENT,
  type Json,
} from "./security-documents";

const LOG4SHELL = "CVE-2021-44228";
const log4ShellRecord = (adp: Json[]): Json =>
  cveRecord(LOG4SHELL, {
    cna: {
      descriptions: [{ lang: "en", value: "Apache Log4j 2 looks up names in logged text, so that a remote caller can load and run code." }],
      affected: [
        { vendor: "Apache Software Foundation", product: "Apache Log4j2", versions: [{ status: "affected", version: "2.0-beta9" }] },
      ],
      problemTypes: [cwe("CWE-502")],
    },
    metadata: { assignerShortName: "apache", dateReserved: "2021-11-26T00:00:00.000Z", datePublished: "2021-12-10T00:00:00.000Z" },
    adp,
  });

/** What the five sources say of the CVE in the replayed world. */
const log4Shell: ReplayedAnswer[] = [
  ...[MITRE, CVE_LIST].map((urlOf) => answered(urlOf(LOG4SHELL), log4ShellRecord([programContainer]))),
  answered(VULNRICHMENT(LOG4SHELL), log4ShellRecord([cisa([cvss31(10, "CRITICAL"), ssvcMetric("Active", "yes", "Total")])])),
  filedUnder(LOG4SHELL, ["GHSA-jfh8-c2jp-5v3q"]),
  answered(
    OSV("GHSA-jfh8-c2jp-5v3q"),
    advisory("GHSA-jfh8-c2jp-5v3q", { summary: "Remote code injection in Log4j", aliases: [LOG4SHELL] }),
  ),
];

/** CVEs in all five sources, under an alias in OSV, rejected, and in no source. */
export function securityWorld(): ReplayedAnswer[] {
  const [everywhere, aliased, rejected, nowhere] = ["CVE-2024-4577", "CVE-2024-3094", "CVE-2019-25161", "CVE-2099-0001"] as const;
  const enriched = (cveId: string): Json => cveRecord(cveId, { adp: [cisa([ssvcMetric("Active", "yes", "Total")])] });
  return [
    ...catalogs(
      [
        kevEntry(everywhere, { knownRansomwareCampaignUse: "Known" }),
        kevEntry("CVE-2023-44487"),
        kevEntry(LOG4SHELL, { vendorProject: "Apache", product: "Log4j2", dateAdded: "2021-12-10" }),
      ],
      [`${LOG4SHELL},0.94358,0.99957`, `${everywhere},0.94412,0.99963`, `${aliased},0.85,0.99`, "CVE-1999-0001,7e-05,0.7802"],
    ),
    answered(
      MITRE(everywhere),
      cveRecord(everywhere, { cna: { metrics: [cvss31(9.8, "CRITICAL")], problemTypes: [cwe("CWE-78")] }, adp: [programContainer] }),
    ),
    answered(OSV(everywhere), advisory(everywhere, { aliases: ["GHSA-aaaa-bbbb-cccc"] })),
    answered(VULNRICHMENT(everywhere), enriched(everywhere)),
    answered(MITRE(aliased), cveRecord(aliased, { cna: { metrics: [cvss31(10, "CRITICAL")], problemTypes: [cwe("CWE-506")] } })),
    filedUnder(aliased, ["GHSA-rxwq-x6h5-x525"]),
    answered(OSV("GHSA-rxwq-x6h5-x525"), advisory("GHSA-rxwq-x6h5-x525", { aliases: [aliased] })),
    answered(VULNRICHMENT(aliased), enriched(aliased)),
    answered(MITRE(rejected), rejectedRecord(rejected)),
    answered(VULNRICHMENT(rejected), rejectedRecord(rejected)),
    notThere.osv(rejected),
    notThere.epss(rejected),
    ...everywhereAbsent(nowhere),
    ...log4Shell,
  ];
}
