import { z } from "zod";
import type { AffectedProduct } from "@/lib/domain/security/cve-facts";
import { compareVersions, schemeOf, type VersionScheme } from "@/lib/domain/security/version-order";
import { EVERY_VERSION, oneVersion, type VersionBounds, type VersionRange } from "@/lib/domain/security/version-range";
import { AnyObject, cleanName, cleanUrl, distinct, validEntries } from "../clean-values";
import { commitRanges, type CommitMark } from "./commit-ranges";
import { joinProducts } from "./join-products";
import { nameOfRepo } from "./package-url";
import { cleanVersionText } from "./version-texts";

/** The packages of an OSV advisory, by the evaluation of the OSV format. */

const MAX_ENTRIES = 2000;
const MOST_COMPARISONS = 100_000;

type Entry = z.output<typeof AnyObject>;

const EVENTS = ["introduced", "fixed", "last_affected", "limit"] as const;

interface Event {
  kind: (typeof EVENTS)[number];
  at: string;
}

/** Older advisories have several events in one object. */
const eventsIn = ({ events }: Entry): Event[] =>
  validEntries(events, AnyObject, MAX_ENTRIES).flatMap((event) =>
    EVENTS.flatMap((kind) => {
      const at = cleanVersionText(event[kind]);
      return at === "" ? [] : [{ kind, at }];
    }),
  );

/** The greatest of the limits, any of which is enough; null without one, or for infinity. */
function limitOf(events: readonly Event[], scheme: VersionScheme): string | null {
  const limits = events.flatMap(({ kind, at }) => (kind === "limit" ? [at] : []));
  if (limits.includes("*")) return null;
  return limits.toSorted((a, b) => compareVersions(b, a, scheme))[0] ?? null;
}

function withinLimit(range: VersionBounds, limit: string | null, scheme: VersionScheme): VersionBounds[] {
  if (limit === null) return [range];
  if (range.from !== null && compareVersions(range.from, limit, scheme) >= 0) return [];
  const end = range.before ?? range.upTo;
  return end !== null && compareVersions(end, limit, scheme) < 0 ? [range] : [{ ...range, before: limit, upTo: null }];
}

/** Events are sorted by version, as they need not be in the advisory. Only a range that is open can be ended. */
function versionRanges(events: readonly Event[], scheme: VersionScheme): VersionBounds[] {
  const limit = limitOf(events, scheme);
  const ranges: VersionBounds[] = [];
  let from: string | null = null;
  for (const { kind, at } of events.filter((event) => event.kind !== "limit").toSorted((a, b) => compareVersions(a.at, b.at, scheme))) {
    if (kind === "introduced") {
      from ??= at;
    } else if (from !== null) {
      ranges.push({ ...EVERY_VERSION, from, [kind === "fixed" ? "before" : "upTo"]: at });
      from = null;
    }
  }
  if (from !== null) ranges.push({ ...EVERY_VERSION, from });
  const isEmpty = (range: VersionBounds) =>
    range.from !== null && range.before !== null && compareVersions(range.from, range.before, scheme) >= 0;
  return ranges.flatMap((range) => withinLimit(range, limit, scheme)).filter((range) => !isEmpty(range));
}

const MARKS: Readonly<Record<Event["kind"], CommitMark["kind"]>> = {
  introduced: "introduced",
  fixed: "fixed",
  last_affected: "last",
  limit: "fixed",
};

const isIn = ({ from, before, upTo }: VersionBounds, version: string, scheme: VersionScheme): boolean =>
  (from === null || compareVersions(version, from, scheme) >= 0) &&
  (before === null || compareVersions(version, before, scheme) < 0) &&
  (upTo === null || compareVersions(version, upTo, scheme) <= 0);

/** Comparisons that the listed versions of one advisory may still cost. */
interface Work {
  left: number;
}

/** Listed versions that no range has. Where that cannot be found out, they are what the ranges stand for, as the format recommends. */
function outsideOf(ranges: readonly VersionBounds[], listed: readonly string[], scheme: VersionScheme, work: Work): string[] {
  if (ranges.length === 0) return [...listed];
  work.left -= ranges.length * listed.length;
  return work.left < 0 ? [] : listed.filter((version) => !ranges.some((range) => isIn(range, version, scheme)));
}

const affected = (bounds: VersionBounds): VersionRange => ({ ...bounds, status: "affected" });

function versionsOf({ ranges, versions, package: named }: Entry, work: Work): VersionRange[] {
  const stated = validEntries(ranges, AnyObject, MAX_ENTRIES);
  const ecosystem = AnyObject.safeParse(named).data?.ecosystem;
  const scheme = stated.some(({ type }) => type === "SEMVER") ? "semver" : schemeOf(typeof ecosystem === "string" ? ecosystem : null);
  const released = stated.filter(({ type }) => type !== "GIT").flatMap((range) => versionRanges(eventsIn(range), scheme));
  const listed = distinct(validEntries(versions, z.string(), MAX_ENTRIES).map((text) => cleanName(cleanVersionText(text))));
  return [...released, ...outsideOf(released, listed, scheme, work).map(oneVersion)].map(affected);
}

/** Ranges of commits for each repository. */
function commitsOf({ ranges }: Entry): [repo: string | null, commits: VersionRange[]][] {
  const byRepo = new Map<string | null, VersionRange[]>();
  for (const range of validEntries(ranges, AnyObject, MAX_ENTRIES).filter(({ type }) => type === "GIT")) {
    const repo = cleanUrl(range.repo);
    const marks = eventsIn(range).map(({ kind, at }) => ({ kind: MARKS[kind], at: at === "*" ? null : at }));
    byRepo.set(repo, [...(byRepo.get(repo) ?? []), ...commitRanges(marks).map(affected)]);
  }
  return [...byRepo];
}

/** An advisory about a library without a package has the address of its repository. Each repository has an entry of its own. */
function productsOf(entry: Entry, suppliedBy: string, work: Work): AffectedProduct[] {
  const named = AnyObject.safeParse(entry.package).data ?? {};
  const versions = versionsOf(entry, work);
  const commits = commitsOf(entry);
  const parts: typeof commits = commits.length > 0 ? commits : [[null, []]];
  return parts.flatMap(([repo, own], index) => {
    const product = cleanName(named.name) ?? cleanName(nameOfRepo(repo));
    if (product === null) return [];
    return [
      {
        vendor: null,
        product,
        ecosystem: cleanName(named.ecosystem),
        packageName: null,
        packageUrl: cleanName(named.purl),
        collectionUrl: null,
        repo,
        platforms: [],
        modules: [],
        programFiles: [],
        defaultStatus: null,
        versions: index === 0 ? versions : [],
        commits: own,
        unparsed: [],
        rangesLeftOff: 0,
        suppliedBy,
      },
    ];
  });
}

export function advisoryProducts(entries: unknown, suppliedBy: string): AffectedProduct[] {
  const work = { left: MOST_COMPARISONS };
  return joinProducts(validEntries(entries, AnyObject, MAX_ENTRIES).flatMap((entry) => productsOf(entry, suppliedBy, work)));
}
