import { freshness } from "@/lib/docs/catalog";
import { readCveId } from "@/lib/domain/security/cve-facts";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { definePage } from "./define";
import { textParameter } from "./parameters";

export const EXAMPLE_CVE = "CVE-2024-3094";

export const securityPage = definePage({
  path: "/security",
  title: "Security",
  description: "Is a vulnerability real, how severe is it, and is it exploited? One CVE as five sources have it, and how many agree.",
  label: "Security",
  group: "Now",
  audience: "public",
  endpoints: [{ endpoint: freshness }, { endpoint: verifiedCve, query: { cve_id: EXAMPLE_CVE } }],
  /** An id that is accepted leads to its card; what is not accepted stays in the field. */
  parameters: { cve: textParameter() },
});

export const cvePage = definePage({
  path: "/security/[cve]",
  title: "CVE",
  description: "Severity, exploitation, weaknesses and products of one CVE, each with the sources that say so.",
  label: null,
  group: "Now",
  audience: "public",
  card: async ({ cve = "" }) => {
    const title = readCveId(cve);
    return title === null ? null : { title, figures: [] };
  },
  endpoints: [{ endpoint: verifiedCve, takes: { cve_id: "cve" } }],
  parameters: {},
  // The palette has none of the hundreds of thousands of CVEs. A reader asks for one by its id.
  instances: async () => [],
  example: { cve: EXAMPLE_CVE },
});
