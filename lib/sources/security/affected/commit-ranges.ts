import { EVERY_VERSION, type VersionBounds } from "@/lib/domain/security/version-range";

/** A commit that brought a fault, mended it, or is the last to have it. */
export interface CommitMark {
  kind: "introduced" | "fixed" | "last";
  at: string | null;
}

/**
 * Commits have no order without their repository, so marks are taken as they are listed. A fault that came once may be fixed in
 * each branch: every fix until the next introduction ends a range of its own.
 */
export function commitRanges(marks: readonly CommitMark[]): VersionBounds[] {
  const first = marks.find(({ kind }) => kind === "introduced");
  if (first === undefined) return [];
  const ranges: VersionBounds[] = [];
  let from = first.at;
  let isOpen = true;
  for (const mark of marks) {
    if (mark === first) continue;
    if (mark.kind === "introduced") {
      if (isOpen) ranges.push({ ...EVERY_VERSION, from });
      from = mark.at;
    } else if (mark.kind === "last" || mark.at !== from) {
      ranges.push({ ...EVERY_VERSION, from, [mark.kind === "fixed" ? "before" : "upTo"]: mark.at });
    }
    isOpen = mark.kind === "introduced";
  }
  return isOpen ? [...ranges, { ...EVERY_VERSION, from }] : ranges;
}
