import { z } from "zod";
import type { AffectedProduct, VersionRange, VersionStatus } from "@/lib/domain/security/cve-facts";
import { AnyObject, cleanName, validEntries } from "./clean-values";

/** What records and advisories say of products and their versions. */

const MAX_ENTRIES = 500;
const MAX_VERSIONS = 20;
/** What records write where they name no version. */
const UNBOUNDED = /^(?:\*|unspecified|any)$/i;

type Entry = z.output<typeof AnyObject>;

const Status = z.enum(["affected", "unaffected", "unknown"]);
const statusOf = (value: unknown): VersionStatus | null => Status.safeParse(value).data ?? null;

function cleanVersion(value: unknown): string | null {
  const version = cleanName(value);
  return version === null || UNBOUNDED.test(version) ? null : version;
}

/** The same vendor and product is one product, however many entries a source has for it. */
export function joinProducts(products: readonly AffectedProduct[]): AffectedProduct[] {
  const joined = new Map<string, AffectedProduct>();
  for (const product of products) {
    const key = JSON.stringify([product.vendor, product.product, product.ecosystem]);
    const known = joined.get(key);
    const versions = [...(known?.versions ?? []), ...product.versions];
    joined.set(key, {
      ...(known ?? product),
      versions: versions.slice(0, MAX_VERSIONS),
      versionsLeftOff: (known?.versionsLeftOff ?? 0) + product.versionsLeftOff + Math.max(0, versions.length - MAX_VERSIONS),
    });
  }
  return [...joined.values()];
}

/** Records also list products that are not affected. */
function isAffected({ defaultStatus, versions }: Entry): boolean {
  const statuses = validEntries(versions, AnyObject, MAX_ENTRIES).map(({ status }) => status);
  if (statuses.includes("affected")) return true;
  return defaultStatus !== "unaffected" && !(statuses.length > 0 && statuses.every((status) => status === "unaffected"));
}

/** A range ends where the record says so, or at the first change of its status. */
function recordRange(entry: Entry): VersionRange[] {
  const status = statusOf(entry.status);
  const from = cleanVersion(entry.version);
  if (status === null) return [];
  const changedAt = validEntries(entry.changes, AnyObject, MAX_ENTRIES).find((change) => change.status !== status)?.at;
  const before = cleanVersion(changedAt) ?? cleanVersion(entry.lessThan);
  const upTo = cleanVersion(entry.lessThanOrEqual);
  const isOneVersion = [changedAt, entry.lessThan, entry.lessThanOrEqual].every((end) => end === undefined);
  if (isOneVersion && from === null) return [];
  return [{ status, from, before, upTo: isOneVersion ? from : upTo }];
}

/** Commits are shown only of products without versions. */
function recordRanges(value: unknown): VersionRange[] {
  const entries = validEntries(value, AnyObject, MAX_ENTRIES);
  const released = entries.filter(({ versionType }) => versionType !== "git");
  return (released.length > 0 ? released : entries).flatMap(recordRange);
}

/** Of a container of a CVE record. */
export function recordProducts(affected: unknown): AffectedProduct[] {
  const entries = validEntries(affected, AnyObject, MAX_ENTRIES).filter(isAffected);
  return joinProducts(
    entries.flatMap((entry) => {
      const [vendor, product] = [cleanName(entry.vendor), cleanName(entry.product) ?? cleanName(entry.packageName)];
      if (product === null) return [];
      const defaultStatus = statusOf(entry.defaultStatus);
      return [{ vendor, product, ecosystem: null, defaultStatus, versions: recordRanges(entry.versions), versionsLeftOff: 0 }];
    }),
  );
}

const affectedRange = (from: string | null, before: string | null, upTo: string | null): VersionRange => ({
  status: "affected",
  from,
  before,
  upTo,
});

/** Events come in order: each introduction lasts until the next fix or the last affected version. */
function eventRanges(events: unknown): VersionRange[] {
  const ranges: VersionRange[] = [];
  let from: string | null = null;
  for (const event of validEntries(events, AnyObject, MAX_ENTRIES)) {
    const [fixed, last] = [cleanVersion(event.fixed), cleanVersion(event.last_affected)];
    if (from !== null && (fixed !== null || last !== null)) {
      ranges.push(affectedRange(from, fixed, fixed === null ? last : null));
      from = null;
    }
    from = cleanVersion(event.introduced) ?? from;
  }
  return from === null ? ranges : [...ranges, affectedRange(from, null, null)];
}

function advisoryRanges({ ranges, versions }: Entry): VersionRange[] {
  const released = validEntries(ranges, AnyObject, MAX_ENTRIES).filter(({ type }) => type !== "GIT");
  const found = released.flatMap(({ events }) => eventRanges(events));
  if (found.length > 0) return found;
  return validEntries(versions, z.string(), MAX_ENTRIES).flatMap((text) => {
    const version = cleanVersion(text);
    return version === null ? [] : [affectedRange(version, null, version)];
  });
}

/** Of an OSV advisory, whose packages have an ecosystem instead of a vendor. */
export function advisoryProducts(affected: unknown): AffectedProduct[] {
  const entries = validEntries(affected, z.looseObject({ package: AnyObject }), MAX_ENTRIES);
  return joinProducts(
    entries.flatMap((entry) => {
      const product = cleanName(entry.package.name);
      if (product === null) return [];
      const ecosystem = cleanName(entry.package.ecosystem);
      return [{ vendor: null, product, ecosystem, defaultStatus: null, versions: advisoryRanges(entry), versionsLeftOff: 0 }];
    }),
  );
}
