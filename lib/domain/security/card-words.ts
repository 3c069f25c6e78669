import type { SeverityBand } from "./cve-bands";
import type { VersionBounds } from "./version-range";

/** What a page says of a CVE card's figures. */

const ENDINGS: Readonly<Record<string, string>> = { one: "st", two: "nd", few: "rd", other: "th" };
const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" });

const ordinal = (count: number): string => `${count}${ENDINGS[ordinals.select(count)] ?? "th"}`;

/** `85.0 %`; a share that is not nothing is never shown as nothing. */
export function formatShare(share: number): string {
  const percent = share * 100;
  return percent > 0 && percent < 0.05 ? "<0.1 %" : `${percent.toFixed(1)} %`;
}

/** `99th percentile`, rounded down: only the very highest score would be the hundredth. */
export const formatPercentile = (percentile: number): string => `${ordinal(Math.floor(percentile * 100 + 1e-9))} percentile`;

export function epssText(probability: number | null, percentile: number | null): string | null {
  if (probability === null) return null;
  return `${formatShare(probability)} in 30 days${percentile === null ? "" : `, ${formatPercentile(percentile)}`}`;
}

export const SEVERITY_WORDS: Readonly<Record<SeverityBand, string>> = {
  unknown: "No score",
  none: "No severity",
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};

/** `1.0`, `from 1.0 before 1.5`, `after 1.0 up to 1.5`, `all versions`. */
export function rangeWords({ from, after, before, upTo }: VersionBounds): string {
  if (from !== null && from === upTo) return from;
  const ends = [
    ["from", from],
    ["after", after],
    ["before", before],
    ["up to", upTo],
  ].flatMap(([word, version]) => (version === null ? [] : [`${word} ${version}`]));
  return ends.length === 0 ? "all versions" : ends.join(" ");
}
