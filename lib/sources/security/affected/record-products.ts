import { z } from "zod";
import type { AffectedProduct } from "@/lib/domain/security/cve-facts";
import { AnyObject, cleanName, cleanUrl, distinct, validEntries } from "../clean-values";
import { joinProducts } from "./join-products";
import { packageOf } from "./package-url";
import { joinHalves, readVersions, statusOf, type StatedVersions } from "./record-versions";

/** The products of a container of a CVE record. */

const MAX_ENTRIES = 5000;
const MAX_NAMES = 30;

type Entry = z.output<typeof AnyObject>;

const namesIn = (value: unknown): string[] => distinct(validEntries(value, z.string(), MAX_NAMES).map(cleanName));

const versionsIn = ({ versions }: Entry): Entry[] => validEntries(versions, AnyObject, MAX_ENTRIES);

/** Records also list products that are not affected. One that says nothing of its versions may be. */
function mayBeAffected(entry: Entry): boolean {
  const stated = versionsIn(entry).flatMap((version) => [version, ...validEntries(version.changes, AnyObject, MAX_ENTRIES)]);
  if (entry.defaultStatus === "affected" || stated.some(({ status }) => status === "affected")) return true;
  return entry.defaultStatus !== "unaffected" && !(stated.length > 0 && stated.every(({ status }) => status === "unaffected"));
}

type Identity = Omit<AffectedProduct, "versions" | "commits" | "unparsed" | "rangesLeftOff" | "suppliedBy">;

/** Null for an entry that names no product. */
function identityOf(entry: Entry): Identity | null {
  const packageName = cleanName(entry.packageName);
  const packageUrl = cleanName(entry.packageURL);
  const product = cleanName(entry.product) ?? packageName ?? cleanName(packageOf(packageUrl));
  if (product === null) return null;
  return {
    vendor: cleanName(entry.vendor),
    product,
    ecosystem: null,
    packageName,
    packageUrl,
    collectionUrl: cleanUrl(entry.collectionURL),
    repo: cleanUrl(entry.repo),
    platforms: namesIn(entry.platforms),
    modules: namesIn(entry.modules),
    programFiles: namesIn(entry.programFiles),
    defaultStatus: statusOf(entry.defaultStatus),
  };
}

/** Some records name the package before its versions, so that one entry is about several. */
function productsOf(entry: Entry, suppliedBy: string): AffectedProduct[] {
  const identity = identityOf(entry);
  if (identity === null) return [];
  const { vendor, product, packageName } = identity;
  const names = distinct([vendor === null ? null : `${vendor} ${product}`, product, packageName, vendor]);
  const stated = joinHalves(versionsIn(entry)).flatMap((version) => readVersions(version, names) ?? []);
  const labels = stated.length === 0 ? [null] : distinctLabels(stated);
  return labels.map((label) => {
    const own = stated.filter((one) => one.label === label);
    return {
      ...identity,
      packageName: label ?? packageName,
      versions: own.flatMap(({ versions }) => versions),
      commits: own.flatMap(({ commits }) => commits),
      unparsed: own.flatMap(({ unparsed }) => unparsed),
      rangesLeftOff: 0,
      suppliedBy,
    };
  });
}

const distinctLabels = (stated: readonly StatedVersions[]): (string | null)[] => [...new Set(stated.map(({ label }) => label))];

const entriesOf = (affected: unknown): Entry[] => validEntries(affected, AnyObject, MAX_ENTRIES);

export const namesProducts = (affected: unknown): boolean => entriesOf(affected).some((entry) => identityOf(entry) !== null);

const hasOnlyCommits = ({ versions, commits }: AffectedProduct): boolean => versions.length === 0 && commits.length > 0;

/** Products that may be affected. Entries of commits alone come last: what people run are releases. */
export function recordProducts(affected: unknown, suppliedBy: string): AffectedProduct[] {
  const products = joinProducts(
    entriesOf(affected)
      .filter(mayBeAffected)
      .flatMap((entry) => productsOf(entry, suppliedBy)),
  );
  return products.toSorted((a, b) => Number(hasOnlyCommits(a)) - Number(hasOnlyCommits(b)));
}
