import { fillPath } from "./fill-path";
import type { SmartTargets } from "./smart-input";

export interface PaletteEntry {
  label: string;
  kind: string;
  href: string;
  /** Further words by which it is found. */
  words: string;
}

/** An address of a page with a bracket in its path. */
interface Instance {
  path: Readonly<Record<string, string>>;
  label: string;
  kind: string;
}

/**
 * The instances of a page, as small as they travel. What a group has in common is said once. Each
 * instance has its label and, after a tab, the last value of its path where that is not the label in
 * lower case with hyphens.
 */
interface PackedPage {
  path: string;
  names: readonly string[];
  groups: readonly (readonly [kind: string, shared: readonly string[], instances: readonly string[]])[];
}

export interface PaletteIndex {
  entries: readonly PaletteEntry[];
  pages: readonly PackedPage[];
  smart: SmartTargets;
}

const impliedBy = (label: string): string => label.toLowerCase().replaceAll(" ", "-");

export function packInstances(path: string, instances: readonly Instance[]): PackedPage {
  const groups = new Map<string, [string, readonly string[], string[]]>();
  for (const { path: values, label, kind } of instances) {
    const [shared, last = ""] = [Object.values(values).slice(0, -1), Object.values(values).at(-1)];
    const key = JSON.stringify([kind, shared]);
    const group = groups.get(key) ?? [kind, shared, []];
    group[2].push(impliedBy(label) === last ? label : `${label}\t${last}`);
    groups.set(key, group);
  }
  return { path, names: Object.keys(instances[0]?.path ?? {}), groups: [...groups.values()] };
}

const unpack = ({ path, names, groups }: PackedPage): PaletteEntry[] =>
  groups.flatMap(([kind, shared, instances]) =>
    instances.map((packed) => {
      const [label = "", last = impliedBy(label)] = packed.split("\t");
      const values = Object.fromEntries(names.map((name, at) => [name, shared[at] ?? last]));
      return { label, kind, href: fillPath(path, values), words: last };
    }),
  );

export const paletteEntries = ({ entries, pages }: Omit<PaletteIndex, "smart">): PaletteEntry[] => [...entries, ...pages.flatMap(unpack)];
