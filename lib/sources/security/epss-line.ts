import type { EpssFacts } from "@/lib/domain/security/cve-facts";

const LINE = /^(CVE-\d{4}-\d{4,19}),(\d(?:\.\d{1,20})?(?:e-?\d{1,3})?)(?:,(\d(?:\.\d{1,20})?(?:e-?\d{1,3})?)?)?$/i;

const isShare = (value: number | null): boolean => value === null || (value >= 0 && value <= 1);

export interface EpssLine {
  cveId: string;
  scores: Pick<EpssFacts, "probability" | "percentile">;
}

/** Reads a line of the published table, such as `CVE-1999-0001,0.01151,0.7802`. Null for anything else. */
export function readEpssLine(line: string): EpssLine | null {
  const [, cveId, score, rank] = LINE.exec(line) ?? [];
  if (cveId === undefined || score === undefined) return null;
  const scores = { probability: Number(score), percentile: rank === undefined ? null : Number(rank) };
  return isShare(scores.probability) && isShare(scores.percentile) ? { cveId: cveId.toUpperCase(), scores } : null;
}
