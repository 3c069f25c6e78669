import { z } from "zod";
import { CVE_LABELS, CVE_SOURCES, type CveReadings, type CveSource, CVE_ID } from "@/lib/domain/security/cve-facts";
import { cveCaptureTimes, cveVerdict, gapOf, nextTrial } from "@/lib/domain/security/cve-verdict";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { CveData, CveLabel } from "@/lib/schemas/security/cve-card";
import { toCveData } from "@/lib/schemas/security/to-cve-data";
import { loadCveReadings } from "@/lib/loaders/security/load-cve-readings";

const RETRY_SECONDS = 60;
const BYTES_PER_TOKEN = 4;

const ATTRIBUTIONS: Readonly<Record<CveSource, { name: string; license: string; urlOf(cveId: string): string }>> = {
  mitre: { name: "CVE Program", license: "CVE Terms of Use", urlOf: (cveId) => `https://www.cve.org/CVERecord?id=${cveId}` },
  kev: {
    name: "CISA Known Exploited Vulnerabilities Catalog",
    license: "CC0-1.0",
    urlOf: () => "https://www.cisa.gov/known-exploited-vulnerabilities-catalog",
  },
  epss: {
    name: "FIRST Exploit Prediction Scoring System",
    license: "free use with attribution",
    urlOf: (cveId) => `https://api.first.org/data/v1/epss?cve=${cveId}`,
  },
  osv: {
    name: "OSV",
    license: "that of the database which filed the advisory",
    urlOf: (cveId) => `https://osv.dev/vulnerability/${cveId}`,
  },
  vulnrichment: { name: "CISA Vulnrichment", license: "CC0-1.0", urlOf: () => "https://github.com/cisagov/vulnrichment" },
};

const labels = (sources: readonly CveSource[]) => sources.map((source) => CVE_LABELS[source]);
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;

function compression(readings: CveReadings, data: CveData) {
  const source = CVE_SOURCES.reduce((sum, name) => sum + (readings[name].state === "present" ? readings[name].sourceBytes : 0), 0);
  const cleaned = sizeOf(data);
  return {
    source_bytes: source,
    cleaned_bytes: cleaned,
    reduction_pct: toOneDecimal((1 - cleaned / source) * 100),
    approx_tokens_saved: Math.floor((source - cleaned) / BYTES_PER_TOKEN),
  };
}

/** Until a source that is left alone is asked again; a minute after other failures. */
function retrySeconds(readings: CveReadings, now: Date): number {
  const trial = nextTrial(readings);
  return trial === null ? RETRY_SECONDS : Math.max(1, Math.ceil((trial.getTime() - now.getTime()) / 1000));
}

function requireKnown(cveId: string, readings: CveReadings, now: Date): CveSource[] {
  const verdict = cveVerdict(readings);
  if (verdict.kind === "known") return verdict.by;
  const checked = labels(CVE_SOURCES);
  if (verdict.kind === "absent") {
    throw new ApiError("cve_not_found_in_any_source", `None of the five sources has ${cveId}.`, { cve_id: cveId, checked });
  }
  const unavailable = labels(verdict.unavailable);
  const retryAfter = retrySeconds(readings, now);
  throw new ApiError(
    "upstream_failure",
    `No source that answered has ${cveId}, and ${unavailable.join(", ")} could not be asked.`,
    { cve_id: cveId, checked, unavailable, retry_after: retryAfter },
    { "Retry-After": String(retryAfter) },
  );
}

export const verifiedCve = defineEndpoint({
  method: "GET",
  path: "/api/premium/security/verified/[cve_id]",
  tag: "Security",
  summary: "Verified security facts of one CVE (vulnerability) from five sources: score, exploitation, products",
  description:
    "Asks the CVE record, the catalog of known exploited vulnerabilities, EPSS, OSV and CISA Vulnrichment at the same time. A source that lacks the CVE is left out of `confirmed_by`; one that cannot be asked is listed in `missing_sources`, which is not the same. Nothing is charged when MITRE or any two sources failed, or when a source is left alone after failures; `Retry-After` says when to ask again. The band follows the numbering authority's score in the newest version of CVSS, else CISA's; `scores` has all of them. Affected versions are read by the rules of the CVE record and OSV formats; what cannot be read is `unparsed`. A rejected CVE is shown as rejected, with nothing affected and no score; a withdrawn advisory counts for nothing. Sizes in `compression_stats` are measured.",
  access: premium(1),
  reads: ["kev", "epss"],
  maxAgeSeconds: 0,
  params: z.object({
    cve_id: z
      .string()
      .toUpperCase()
      .regex(CVE_ID)
      .meta({ invalid: "invalid_cve_id", accepts: "CVE-YYYY-NNNN with 4 to 19 digits at the end" })
      .describe("Id of the CVE, in any case"),
  }),
  response: z.strictObject({
    source_format: z.literal("mitre_cve_v5_2 + cisa_kev_v1 + first_epss_v3 + osv_v1 + cisa_vulnrichment_v1"),
    target_format: z.literal("llm_ready_v1"),
    schema_version: z.literal("1.0"),
    cleaning_version: z.literal("1.0"),
    transformed_at: z.iso.datetime(),
    source: z.string().describe("Page of the CVE's record"),
    compression_stats: z.strictObject({
      source_bytes: z.int().nonnegative().describe("Of the records as the sources sent them"),
      cleaned_bytes: z.int().nonnegative().describe("Of `data`"),
      reduction_pct: z.number().describe("Negative where the sources say less than the card's own fields take"),
      approx_tokens_saved: z.int().describe("(source_bytes − cleaned_bytes) / 4, rounded down"),
    }),
    data: CveData,
    attributions: z.array(z.strictObject({ source: CveLabel, name: z.string(), url: z.string(), license: z.string() })),
  }),
  errors: {
    cve_not_found_in_any_source: z.object({ cve_id: z.string(), checked: z.array(CveLabel) }),
    upstream_failure: z.object({ cve_id: z.string(), checked: z.array(CveLabel), unavailable: z.array(CveLabel), retry_after: z.int() }),
  },
  example: { params: { cve_id: "CVE-2024-3094" } },
}).handle(async ({ params: { cve_id: cveId }, db, now, capturedAt, waive }) => {
  const readings = await loadCveReadings({ db, cveId, now });
  const confirmedBy = requireKnown(cveId, readings, now);
  const gap = gapOf(readings);
  if (gap) waive(gap, retrySeconds(readings, now));
  capturedAt(cveCaptureTimes(readings));
  const data = toCveData(cveId, readings);
  return {
    source_format: "mitre_cve_v5_2 + cisa_kev_v1 + first_epss_v3 + osv_v1 + cisa_vulnrichment_v1" as const,
    target_format: "llm_ready_v1" as const,
    schema_version: "1.0" as const,
    cleaning_version: "1.0" as const,
    transformed_at: now.toISOString(),
    source: ATTRIBUTIONS.mitre.urlOf(cveId),
    compression_stats: compression(readings, data),
    data,
    attributions: confirmedBy.map((source) => ({
      source: CVE_LABELS[source],
      name: ATTRIBUTIONS[source].name,
      url: ATTRIBUTIONS[source].urlOf(cveId),
      license: ATTRIBUTIONS[source].license,
    })),
  };
});
