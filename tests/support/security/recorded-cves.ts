import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EPSS_URL, KEV_URL } from "@/lib/sources/security/bulk-catalogs";
import type { ReplayedAnswer } from "../sources/replay-folder";
import { answered, filedUnder, MITRE, notThere, OSV, VULNRICHMENT } from "./security-documents";
import { hasShared, sharedFolder } from "../shared";

const recordings = join(sharedFolder, "recordings");
const at = (...path: string[]): string => join(recordings, ...path);
const text = (...path: string[]): string => readFileSync(at(...path), "utf8");

// Recorded documents have no schema here; tests read single fields.
// oxlint-disable-next-line typescript/no-explicit-any
type Document = any;

export const parsed = (...path: string[]): Document => JSON.parse(text(...path));

export const matrix: Readonly<Record<string, string[]>> = hasShared ? parsed("cve-matrix", "matrix.json").cves : {};

const advisories: { file: string; document: Document }[] = hasShared
  ? readdirSync(at("osv")).map((file) => ({ file, document: parsed("osv", file) }))
  : [];

export const kevIds: ReadonlySet<string> = new Set(
  hasShared ? parsed("kev", "known_exploited_vulnerabilities.json").vulnerabilities.map(({ cveID }: { cveID: string }) => cveID) : [],
);

const lines = hasShared
  ? ["patchthisapp-epss-2025-07-05.csv", "epss_scores-lodestone-rows.csv"].flatMap((file) =>
      text("epss", file)
        .split("\n")
        .filter((line) => line.startsWith("CVE-")),
    )
  : [];

export const epssScore = (cveId: string): number | null => {
  const line = lines.find((candidate) => candidate.startsWith(`${cveId},`));
  return line === undefined ? null : Number(line.split(",")[1]);
};

export const advisoriesOf = (cveId: string): Document[] =>
  advisories.map(({ document }) => document).filter(({ id, aliases = [], upstream = [] }) => [id, ...aliases, ...upstream].includes(cveId));

export const recordOf = (cveId: string): Document | null => {
  const folder = ["cvelistv5", "vulnrichment"].find((name) => existsSync(at(name, `${cveId}.json`)));
  return folder === undefined ? null : parsed(folder, `${cveId}.json`);
};

export const enrichmentOf = (cveId: string): Document | null =>
  existsSync(at("vulnrichment", `${cveId}.json`)) ? parsed("vulnrichment", `${cveId}.json`) : null;

function osvAnswers(cveId: string): ReplayedAnswer[] {
  const own = advisoriesOf(cveId).find(({ id }) => id === cveId);
  if (own) return [answered(OSV(cveId), own)];
  const ids = advisoriesOf(cveId)
    .map(({ id }) => String(id))
    .slice(0, 3);
  return ids.length === 0 ? [notThere.osv(cveId)] : [filedUnder(cveId, ids)];
}

export function recordedNetwork(): ReplayedAnswer[] {
  if (!hasShared) return [];
  const records = Object.keys(matrix).flatMap((cveId) => {
    const [record, enrichment] = [recordOf(cveId), enrichmentOf(cveId)];
    return [
      record ? answered(MITRE(cveId), record) : notThere.mitre(cveId),
      enrichment ? answered(VULNRICHMENT(cveId), enrichment) : notThere.vulnrichment(cveId),
      notThere.epss(cveId),
      ...osvAnswers(cveId),
    ];
  });
  return [
    answered(KEV_URL, text("kev", "known_exploited_vulnerabilities.json")),
    answered(EPSS_URL, `#model_version:v2025.03.14,score_date:2025-07-05T00:00:00+0000\ncve,epss,percentile\n${lines.join("\n")}`),
    ...advisories.map(({ document }) => answered(OSV(document.id), document)),
    ...records,
  ];
}
