import { createSerializer } from "nuqs/server";
import { fillPath } from "@/lib/domain/pages/fill-path";
import type { AnyPage, PathValues, ValuesOf } from "./define";

export { addressPattern, pathValuesOf } from "@/lib/domain/basics/address-pattern";
export { fillPath };

type Change<Target extends AnyPage> = { [Name in keyof ValuesOf<Target>]?: ValuesOf<Target>[Name] | null };

/** The canonical address: known parameters in the order of the declaration, without their defaults. */
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
