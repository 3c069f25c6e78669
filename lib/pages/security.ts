import { freshness } from "@/lib/docs/catalog";
import { readCveId } from "@/lib/domain/security/cve-facts";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { exploited } from "@/lib/endpoints/security/exploited";
import { definePage } from "./define";
import { choiceParameter, textParameter } from "./parameters";

export const EXAMPLE_CVE = "CVE-2024-3094";

export const securityPage = definePage({
  path: "/security",
  title: "Security",
  description: "What is exploited now, in AI software and what it runs in; and any CVE as five sources have it.",
  label: "Security",
  group: "Now",
  audience: "public",
  endpoints: [
    { endpoint: exploited, takes: { software: "of" }, queryOf: ({ of }) => ({ software: String(of === "ai") }) },
    { endpoint: freshness },
    { endpoint: verifiedCve, query: { cve_id: EXAMPLE_CVE } },
  ],
  parameters: {
    /** An id that is accepted leads to its card; what is not accepted stays in the field. */
    cve: textParameter(),
    of: choiceParameter(["ai", "all"]).withDefault("ai"),
  },
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
  endpoints: [
    { endpoint: verifiedCve, takes: { cve_id: "cve" } },
    { endpoint: exploited, takes: { cve: "cve" } },
  ],
  parameters: {},
  // The palette has none of the hundreds of thousands of CVEs. A reader asks for one by its id.
  instances: async () => [],
  example: { cve: EXAMPLE_CVE },
});
