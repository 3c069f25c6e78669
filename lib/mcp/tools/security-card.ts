import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { defineTool, of } from "../tool";

export const securityCard = defineTool({
  name: "security_card",
  title: "Security card of a CVE",
  description: "One CVE from five sources: severity, exploitation, affected versions, fixes.",
  isPaid: true,
  isShort: true,
  charges: [verifiedCve],
  takes: { cve_id: of(verifiedCve, "cve_id", "CVE-YYYY-NNNN") },
  row: { what: "string" },
  async answer({ cve_id: id = "" }, ask) {
    const { data, source } = await ask.call(verifiedCve, { params: { cve_id: id.toUpperCase() } });
    const { cve_id, state, severity_band: band, cvss_v3_1_score: score, exploited_in_wild: exploited, affected, summary, ...facts } = data;
    const { epss_probability, exploit_likelihood_band, cwes, confirmed_by, missing_sources } = facts;
    const wild = exploited === null ? "unknown whether exploited" : exploited ? "exploited in the wild" : "not known to be exploited";
    return {
      summary: `${cve_id}: ${state ?? "state unknown"}, severity ${band ?? "unknown"}${score === null ? "" : ` (CVSS ${score})`}, ${wild}.`,
      details: { epss_probability, exploit_likelihood_band, cwes, confirmed_by, missing_sources, record: source },
      rows: [{ what: "summary", says: summary }, ...affected.map((one) => ({ what: "affected", says: one }))],
      columns: ["what", "says"],
      foreign: ["says"],
    };
  },
});
