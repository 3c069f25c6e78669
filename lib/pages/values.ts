import type { AnyPage, ValuesOf } from "./define";

interface Parser {
  serialize(value: unknown): string;
  eq(left: unknown, right: unknown): boolean;
  defaultValue?: unknown;
}

const parserOf = (page: AnyPage, key: string): Parser | undefined => (page.parameters as Record<string, Parser>)[key];

/** The value as it stands in an address; null for one that is absent. */
export function textOfValue(page: AnyPage, key: string, value: unknown): string | null {
  if (value === null || value === undefined || value === false) return null;
  return parserOf(page, key)?.serialize(value) ?? null;
}

export function isDefault(page: AnyPage, key: string, value: unknown): boolean {
  const parser = parserOf(page, key);
  if (value === null || value === undefined) return true;
  return parser?.defaultValue !== undefined && parser.eq(value, parser.defaultValue);
}

/** How many of these parameters of a page have another value than their default. */
export const countChosen = <Target extends AnyPage>(
  page: Target,
  values: ValuesOf<Target>,
  names: readonly (keyof ValuesOf<Target> & string)[],
): number => names.filter((name) => !isDefault(page, name, values[name])).length;
