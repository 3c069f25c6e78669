import { createSerializer } from "nuqs/server";
import { fillPath } from "@/lib/domain/pages/fill-path";
import type { AnyPage, PathValues, ValuesOf } from "./define";

export { fillPath };

const SEGMENT = /\[(\.\.\.)?(\w+)\]/g;

/** Matches the addresses of a page, without their query; each bracket is a named group. */
export function addressPattern(path: string): RegExp {
  const pattern = path
    .split(SEGMENT)
    .map((part, index) => {
      if (index % 3 === 0) return (part as string | undefined)?.replace(/[.*+?^${}()|\\]/g, "\\$&") ?? "";
      return index % 3 === 1 ? "" : `(?<${part}>${isRest(path, part) ? "[^?]+" : "[^/?]+"})`;
    })
    .join("");
  return new RegExp(`^${pattern}$`);
}

const isRest = (path: string, name: string): boolean => path.includes(`[...${name}]`);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Next hands the parts of a path over as they stand in the address, and a part with dots as a list. */
export function pathValuesOf(params: Readonly<Record<string, string | string[] | undefined>>): PathValues {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.map(decoded).join("/") : decoded(value)]],
    ),
  );
}

type Change<Target extends AnyPage> = { [Name in keyof ValuesOf<Target>]?: ValuesOf<Target>[Name] | null };

/** The canonical address: known parameters only, in the order of the declaration, without their defaults. */
export function hrefOf<Target extends AnyPage>(page: Target, values: Change<Target> = {}, path: PathValues = {}): string {
  return createSerializer(page.parameters)(fillPath(page.path, path), values as never);
}

/** The address of the same page with one thing changed. Any change but that of the list's page goes back to its first page. */
export function hrefWith<Target extends AnyPage>(
  page: Target,
  values: Change<Target>,
  change: Change<Target>,
  path: PathValues = {},
): string {
  const first = "page" in page.parameters && !("page" in change) ? { page: null } : {};
  return hrefOf(page, { ...values, ...first, ...change }, path);
}
