import { NearTime } from "@/components/ui/near-time";
import { CVE_LABELS, CVE_SOURCES, type CveSource } from "@/lib/domain/security/cve-facts";
import { formatPercentile, formatShare } from "@/lib/domain/security/card-words";
import { formatCount, formatDay } from "@/lib/domain/pages/format";
import type { CveData } from "@/lib/schemas/security/cve-card";
import { SourceMark } from "./source-mark";

export const SOURCE_NAMES: Readonly<Record<CveSource, string>> = {
  mitre: "The CVE record",
  kev: "CISA's catalog of known exploited vulnerabilities",
  epss: "FIRST's exploit prediction scores",
  osv: "Advisories for open source packages",
  vulnrichment: "CISA's assessments of CVE records",
};

const counted = (count: number, one: string, several: string): string => `${formatCount(count)} ${count === 1 ? one : several}`;

type PerSource = CveData["per_source"];
type Told = readonly (string | null)[];

/** What each source itself says; null where it does not say it. */
const FACTS: { [Source in CveSource]: (own: PerSource[Source]) => Told } = {
  mitre: ({ cvss_score: score, cwes_count: cwes, assigner }) => [
    score === null ? "no CVSS score" : `CVSS ${score.toFixed(1)}`,
    cwes === 0 ? "no weakness named" : counted(cwes, "weakness", "weaknesses"),
    assigner && `assigned by ${assigner}`,
  ],
  kev: ({ date_added: added, due_date: due, ransomware_use: ransomware }) => [
    added && `listed on ${formatDay(added)}`,
    due && `to be mended by ${formatDay(due)}`,
    ransomware && `use by ransomware: ${ransomware.toLowerCase()}`,
  ],
  epss: ({ probability, percentile, score_date: day }) => [
    probability === null ? null : formatShare(probability),
    percentile === null ? null : formatPercentile(percentile),
    day && `scores of ${formatDay(day)}`,
  ],
  osv: ({ ecosystems_count: ecosystems, aliases_count: aliases, ids }) => [
    counted(ecosystems, "ecosystem", "ecosystems"),
    counted(aliases, "alias", "aliases"),
    ids.length === 0 ? null : `read as ${ids.join(", ")}`,
  ],
  vulnrichment: ({ has_ssvc: isAssessed }) => [isAssessed ? "assessed by SSVC" : "not assessed by SSVC"],
};

const toldBy = <Source extends CveSource>(source: Source, own: PerSource[Source]): string =>
  FACTS[source](own)
    .filter((told) => told !== null && told !== "")
    .join(" · ");

function SourceRow<Source extends CveSource>({ source, own }: { source: Source; own: PerSource[Source] }) {
  const { state, fault, read_at: readAt } = own;
  const told = own.ok ? toldBy(source, own) : "";
  return (
    <li className="border-t border-border py-3 first:border-t-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        <b className="font-medium">{CVE_LABELS[source]}</b>
        <SourceMark state={state} />
      </p>
      <p className="text-small text-fg-muted">{SOURCE_NAMES[source]}</p>
      {told !== "" && <p className="mt-1 text-small [overflow-wrap:anywhere]">{told}</p>}
      <p className="mt-1 text-small text-fg-muted">
        {readAt === null ? (
          "Not read"
        ) : (
          <>
            Read <NearTime at={readAt} />
          </>
        )}
        {fault !== null && (own.ok ? `; could not be read anew: ${fault.replaceAll("_", " ")}` : `: ${fault.replaceAll("_", " ")}`)}
      </p>
      <details className="mt-1">
        <summary className="inline-flex min-h-6 items-center text-small text-fg-muted underline decoration-dotted underline-offset-4">
          JSON of {CVE_LABELS[source]}
        </summary>
        <pre className="mt-1 rounded-chip bg-surface-2 p-2 font-mono text-small [overflow-wrap:anywhere] whitespace-pre-wrap">
          {JSON.stringify(own, null, 2)}
        </pre>
      </details>
    </li>
  );
}

/** The five sources in their fixed order, each with what it answered. */
export function SourceRows({ card: { per_source: perSource, corroboration_count: count } }: { card: CveData }) {
  const failed = CVE_SOURCES.filter((source) => perSource[source].state === "unavailable").length;
  return (
    <section aria-label="Corroboration">
      <h3 className="text-h3">
        {count} of {CVE_SOURCES.length} sources
      </h3>
      <p className="text-small text-fg-muted">
        {failed === 0
          ? "All five answered. A source that lacks a CVE does not deny it."
          : `${counted(failed, "source", "sources")} could not be asked, which is not the same as not having it.`}
      </p>
      <ul className="mt-2">
        {CVE_SOURCES.map((source) => (
          <SourceRow key={source} source={source} own={perSource[source]} />
        ))}
      </ul>
    </section>
  );
}
