import type { AffectedProduct } from "@/lib/domain/security/cve-facts";
import type { VersionBounds, VersionRange } from "@/lib/domain/security/version-range";

/** Entries of an affected list as people write them: ranges as intervals, and only what is there. */

export interface AffectedLines {
  vendor?: string;
  ecosystem?: string;
  product: string;
  package?: string;
  platforms?: string[];
  modules?: string[];
  default?: string;
  versions?: string[];
  commits?: string[];
  unparsed?: string[];
  by: string;
}

/** `5.6.0`, `[1.0, 1.5)`, `(1.0, 1.5]`, and `(, )` for every version. */
export function intervalOf({ from, after, before, upTo }: VersionBounds): string {
  if (from !== null && from === upTo) return from;
  return `${from === null ? "(" : "["}${from ?? after ?? ""}, ${before ?? upTo ?? ""}${upTo === null ? ")" : "]"}`;
}

export const rangeLines = (ranges: readonly VersionRange[]): string[] => ranges.map((range) => `${range.status} ${intervalOf(range)}`);

export function affectedLines(product: AffectedProduct): AffectedLines {
  const all = {
    vendor: product.vendor,
    ecosystem: product.ecosystem,
    product: product.product,
    package: product.packageName,
    platforms: product.platforms,
    modules: product.modules,
    default: product.defaultStatus,
    versions: rangeLines(product.versions),
    commits: rangeLines(product.commits),
    unparsed: product.unparsed.map(({ status, text }) => `${status} ${text}`),
    by: product.suppliedBy,
  };
  const stated = Object.entries(all).filter(([, value]) => value !== null && value.length > 0);
  return Object.fromEntries(stated) as unknown as AffectedLines;
}
