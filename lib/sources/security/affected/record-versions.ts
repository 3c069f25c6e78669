import type { z } from "zod";
import { firstVersion } from "@/lib/domain/security/range-text/read-ranges";
import { compareVersions, schemeOf, type VersionScheme } from "@/lib/domain/security/version-order";
import {
  EVERY_VERSION,
  oneVersion,
  VERSION_STATUSES,
  type UnparsedVersions,
  type VersionBounds,
  type VersionRange,
  type VersionStatus,
} from "@/lib/domain/security/version-range";
import { AnyObject, cleanName, validEntries } from "../clean-values";
import { commitRanges, type CommitMark } from "./commit-ranges";
import { cleanVersionText, isCommit, readText, shownText } from "./version-texts";

/** The versions of one product in a CVE record, by the format's own algorithm. */

const MAX_ENTRIES = 5000;

type Entry = z.output<typeof AnyObject>;

export const statusOf = (value: unknown): VersionStatus | null => VERSION_STATUSES.find((status) => status === value) ?? null;

/** What one entry of `versions` says. `label`: the package that its text names. */
export interface StatedVersions {
  label: string | null;
  versions: VersionRange[];
  commits: VersionRange[];
  unparsed: UnparsedVersions[];
}

const NONE: StatedVersions = { label: null, versions: [], commits: [], unparsed: [] };

interface Change {
  at: string;
  status: VersionStatus;
}

function changesOf(entry: Entry): Change[] {
  return validEntries(entry.changes, AnyObject, MAX_ENTRIES).flatMap((change) => {
    const [at, status] = [cleanVersionText(change.at), statusOf(change.status)];
    return at === "" || status === null ? [] : [{ at, status }];
  });
}

const isVersion = ({ at }: Change): boolean => PATTERN_END.test(at) || readText(at, [], true).kind === "version";

type End = Pick<VersionBounds, "before" | "upTo">;

const OPEN: End = { before: null, upTo: null };
/** In an upper end a star is as large as possible: `5.15.*` is the end of that branch. */
const PATTERN_END = /^v?\d[\w.-]*(?:\.x|\*)$/i;

/** Null where the end is a text that cannot be read. */
function endOf(key: keyof End, value: unknown, names: readonly string[]): End | null {
  const text = cleanVersionText(value);
  if (PATTERN_END.test(text)) return { ...OPEN, [key]: text.replace(/x$/i, "*") };
  const read = readText(value, names, false);
  if (read.kind === "version") return { ...OPEN, [key]: read.version };
  if (read.kind === "nothing") return OPEN;
  const [range, ...others] = read.kind === "ranges" ? read.ranges : [];
  if (range === undefined || others.length > 0) return null;
  if (range.from !== null && range.from === range.upTo) return { ...OPEN, [key]: range.from };
  const isOnlyStart = range.before === null && range.upTo === null && (range.from ?? range.after) !== null;
  return isOnlyStart ? null : { before: range.before, upTo: range.upTo };
}

type Start = Pick<VersionBounds, "from" | "after"> & { label: string | null };

/**
 * The beginning of a range: `1.0`, `0`, `8.1.*`, or a text such as `>= 1.0` or `all versions`. Null
 * where it cannot be read.
 */
function startOf(value: unknown, names: readonly string[], hasRevisions: boolean): Start | null {
  const text = cleanVersionText(value);
  const start = (from: string | null): Start => ({ label: null, from, after: null });
  if (PATTERN_END.test(text)) return start(firstVersion(text));
  const read = readText(value, names, hasRevisions);
  if (read.kind === "version") return start(read.version);
  if (read.kind !== "ranges") return read.kind === "nothing" ? start(null) : null;
  const [range, ...others] = read.ranges;
  return range === undefined || others.length > 0 ? null : { label: read.label, from: range.from, after: range.after };
}

const isPast = ({ before, upTo }: End, version: string, scheme: VersionScheme): boolean =>
  before === null ? upTo !== null && compareVersions(version, upTo, scheme) > 0 : compareVersions(version, before, scheme) >= 0;

/** The range cut where its status changes. The format leaves it to the reader to sort the changes. */
function segments(whole: VersionRange, changes: readonly Change[], scheme: VersionScheme): VersionRange[] {
  const { before, upTo } = whole;
  const found: VersionRange[] = [];
  let current: VersionRange = { ...whole, before: null, upTo: null };
  for (const { at, status } of changes.toSorted((a, b) => compareVersions(a.at, b.at, scheme))) {
    if (isPast({ before, upTo }, at, scheme)) break;
    const start = whole.from ?? whole.after;
    if (start !== null && found.length === 0 && compareVersions(at, start, scheme) <= 0) current = { ...current, status };
    else if (status !== current.status) {
      found.push({ ...current, before: at });
      current = { ...EVERY_VERSION, status, from: at };
    }
  }
  return [...found, { ...current, before, upTo }];
}

const commitText = (value: unknown): string | null => {
  const text = cleanVersionText(value);
  return text === "*" ? null : cleanName(text);
};

/** The end of the range counts where the last change leaves it affected. */
function commitMarks(entry: Entry, status: VersionStatus): CommitMark[] {
  const changes = changesOf(entry);
  const stated = [{ at: commitText(entry.version), status }, ...changes];
  const marks = stated.flatMap(({ at, status: here }, index): CommitMark[] => {
    if (here === "affected") return [{ kind: "introduced", at }];
    return index === 0 ? [] : [{ kind: "fixed", at }];
  });
  if (marks.at(-1)?.kind !== "introduced") return marks;
  const [before, upTo] = [commitText(entry.lessThan), commitText(entry.lessThanOrEqual)];
  if (before !== null) return [...marks, { kind: "fixed", at: before }];
  return upTo === null ? marks : [...marks, { kind: "last", at: upTo }];
}

function readCommits(entry: Entry, status: VersionStatus): VersionRange[] {
  const from = commitText(entry.version);
  const hasEnd = entry.lessThan !== undefined || entry.lessThanOrEqual !== undefined;
  const hasChanges = changesOf(entry).length > 0;
  if (!hasEnd && !hasChanges) return from === null ? [] : [{ ...oneVersion(from), status }];
  if (status === "affected" || hasChanges) {
    return commitRanges(commitMarks(entry, status)).map((bounds) => ({ ...bounds, status: "affected" }));
  }
  return [{ ...EVERY_VERSION, from, before: commitText(entry.lessThan), upTo: commitText(entry.lessThanOrEqual), status }];
}

function unparsed(status: VersionStatus, entry: Entry): StatedVersions {
  const { version, lessThan, lessThanOrEqual } = entry;
  const end = lessThan === undefined ? lessThanOrEqual : lessThan;
  const endText = end === undefined ? null : `${lessThan === undefined ? "up to" : "before"} ${cleanVersionText(end)}`;
  const changed = changesOf(entry).map((change) => `(${change.status} at ${change.at})`);
  return { ...NONE, unparsed: [{ status, text: shownText([cleanVersionText(version), endText, ...changed]) }] };
}

const isPackaged = ({ versionType }: Entry): boolean => typeof versionType === "string" && /^(?:rpm|dpkg|deb|apk|alpm)$/i.test(versionType);

/** An entry with neither end names a single version, or has a text in its place. */
function fromText(entry: Entry, status: VersionStatus, names: readonly string[]): StatedVersions {
  const read = readText(entry.version, names, isPackaged(entry));
  switch (read.kind) {
    case "version":
      return { ...NONE, versions: [{ ...oneVersion(read.version), status }] };
    case "ranges":
      return { ...NONE, label: read.label, versions: read.ranges.map((bounds) => ({ ...bounds, status })) };
    case "nothing":
      return NONE;
    default:
      return unparsed(status, entry);
  }
}

const SOURCE_CONTROL = /^(?:git|hg|mercurial)$/i;

const RELEASE = /^v?\d+\.\d/i;

/** Some records write `git` and name releases by their tags: those are versions. */
function isSourceControl({ version, versionType, lessThan, lessThanOrEqual }: Entry): boolean {
  const ends = [version, lessThan, lessThanOrEqual].filter((end) => typeof end === "string");
  if (ends.some(isCommit)) return true;
  const isNamed = typeof versionType === "string" && SOURCE_CONTROL.test(versionType);
  return isNamed && !ends.some((end) => RELEASE.test(end.trim()));
}

/** Ends that are empty are none. */
function withoutEmptyEnds(entry: Entry): Entry {
  const isStated = (end: unknown) => typeof end === "string" && end.trim() !== "";
  return {
    ...entry,
    lessThan: isStated(entry.lessThan) ? entry.lessThan : undefined,
    lessThanOrEqual: isStated(entry.lessThanOrEqual) ? entry.lessThanOrEqual : undefined,
  };
}

/** Null for an entry without a status. */
export function readVersions(raw: Entry, names: readonly string[]): StatedVersions | null {
  const entry = withoutEmptyEnds(raw);
  const status = statusOf(entry.status);
  if (status === null) return null;
  if (isSourceControl(entry)) return { ...NONE, commits: readCommits(entry, status) };
  const { version, versionType, lessThan, lessThanOrEqual } = entry;
  const changes = changesOf(entry);
  if (lessThan === undefined && lessThanOrEqual === undefined && changes.length === 0) return fromText(entry, status, names);
  const end = lessThan === undefined ? endOf("upTo", lessThanOrEqual, names) : endOf("before", lessThan, names);
  const start = startOf(version, names, isPackaged(entry));
  if (end === null || start === null || !changes.every(isVersion)) return unparsed(status, entry);
  const scheme = schemeOf(typeof versionType === "string" ? versionType : null);
  // Chrome's records name the fixed version as both ends, which no version would match. They mean all versions before
  // it.
  const from = end.before !== null && end.before === start.from ? null : start.from;
  return { ...NONE, label: start.label, versions: segments({ from, after: start.after, ...end, status }, changes, scheme) };
}

const isUnspecified = (value: unknown): boolean => typeof value === "string" && /^unspecified$/i.test(value.trim());

/**
 * Joins the two halves of a range: `1.31.0` to `unspecified`, and back. Records converted from format
 * 4 have them as two entries.
 */
export function joinHalves(entries: readonly Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    const isHalf =
      last !== undefined &&
      isUnspecified(last.lessThan) &&
      !isUnspecified(last.version) &&
      isUnspecified(entry.version) &&
      entry.status === last.status &&
      [entry.lessThan, entry.lessThanOrEqual].some((end) => typeof end === "string" && !isUnspecified(end)) &&
      compareVersions(cleanVersionText(last.version), cleanVersionText(entry.lessThan ?? entry.lessThanOrEqual), "other") < 0;
    if (isHalf) joined[joined.length - 1] = { ...entry, version: last.version };
    else joined.push(entry);
  }
  return joined;
}
