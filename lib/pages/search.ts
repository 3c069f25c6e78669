import { createLoader, type GenericParser } from "nuqs/server";
import type { AnyPage, ValuesOf } from "./define";

/** Next gives a repeated key as a list. */
export type RawSearch = Readonly<Record<string, string | string[] | undefined>>;

export interface Search<Target extends AnyPage> {
  values: ValuesOf<Target>;
  /** Parameters of the address that are not accepted, as `sort=banana`. */
  ignored: string[];
}

const LONGEST_NAMED = 80;
const listOf = (value: string | string[] | undefined): string[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

const joinsRepeats = (parser: GenericParser<unknown>): boolean => "joinsRepeats" in parser && parser.joinsRepeats === true;

/** The first value of a key counts, unless its parameter is a list. Empty ones, as forms send them, are absent; keys that the page does not have are not its own. */
export function readSearch<Target extends AnyPage>(page: Target, raw: RawSearch): Search<Target> {
  const parsers = Object.entries(page.parameters as Record<string, GenericParser<unknown>>);
  const accepted = new URLSearchParams();
  const ignored: string[] = [];
  for (const [key, parser] of parsers) {
    const given = listOf(raw[key]).filter((text) => text.trim() !== "");
    const [first, ...others] = joinsRepeats(parser) && given.length > 1 ? [given.join(",")] : given;
    if (first === undefined) continue;
    const isAccepted = parser.type !== "multi" && parser.parse(first) !== null;
    if (isAccepted) accepted.set(key, first);
    const refused = isAccepted ? others : [first, ...others];
    ignored.push(...refused.map((text) => `${key}=${[...text].slice(0, LONGEST_NAMED).join("")}`));
  }
  return { values: createLoader(page.parameters)(accepted) as ValuesOf<Target>, ignored };
}

export interface PageProps {
  params: Promise<Readonly<Record<string, string | string[] | undefined>>>;
  searchParams: Promise<RawSearch>;
}
