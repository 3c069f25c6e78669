import type { AffectedProduct } from "@/lib/domain/security/cve-facts";
import { distinct } from "../clean-values";

const MAX_RANGES = 20;

const identityOf = (product: AffectedProduct): unknown[] => [
  product.vendor,
  product.product,
  product.ecosystem,
  product.packageName,
  product.packageUrl,
  product.collectionUrl,
  product.repo,
  product.platforms,
  product.modules,
  product.programFiles,
  product.defaultStatus,
];

function distinctEntries<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function joined(entries: readonly AffectedProduct[], first: AffectedProduct): AffectedProduct {
  return {
    ...first,
    versions: distinctEntries(entries.flatMap(({ versions }) => versions)),
    commits: distinctEntries(entries.flatMap(({ commits }) => commits)),
    unparsed: distinctEntries(entries.flatMap(({ unparsed }) => unparsed)),
    rangesLeftOff: entries.reduce((sum, { rangesLeftOff }) => sum + rangesLeftOff, 0),
    suppliedBy: distinct(entries.flatMap(({ suppliedBy }) => suppliedBy.split(", "))).join(", "),
  };
}

/** Ranges that say what the default says already are the first to go. */
function limited(product: AffectedProduct): AffectedProduct {
  const { versions, commits, unparsed, defaultStatus } = product;
  const first = <Value extends { status: string }>(values: readonly Value[]): Value[] =>
    values.length <= MAX_RANGES
      ? [...values]
      : values.toSorted((a, b) => Number(a.status === defaultStatus) - Number(b.status === defaultStatus)).slice(0, MAX_RANGES);
  const kept = { versions: first(versions), commits: first(commits), unparsed: first(unparsed) };
  const leftOff = [versions, commits, unparsed].reduce((sum, values) => sum + Math.max(0, values.length - MAX_RANGES), 0);
  return { ...product, ...kept, rangesLeftOff: product.rangesLeftOff + leftOff };
}

/** Entries that differ in nothing but their versions are one. What is affected by default, and lists what is not, cannot be added up. */
export function joinProducts(products: readonly AffectedProduct[]): AffectedProduct[] {
  const groups = new Map<string, AffectedProduct[]>();
  for (const [index, product] of products.entries()) {
    const key = JSON.stringify([...identityOf(product), product.defaultStatus === "affected" ? index : null]);
    const group = groups.get(key);
    if (group) group.push(product);
    else groups.set(key, [product]);
  }
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((first) => limited(joined(group, first))));
}
