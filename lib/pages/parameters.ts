import { createParser } from "nuqs/server";
import { parseUrl } from "@/lib/domain/basics/parse-url";

/**
 * The kinds of a page's parameters. Each reads text from the address and returns null for what it does not accept,
 * and writes a value in the one form that links and canonical addresses use.
 */
const MAX_TEXT = 200;

const DECIMAL = /^\d{1,15}(\.\d{1,15})?$/;
const INTEGER = /^\d{1,15}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

interface Bounds {
  min?: number;
  max?: number;
}

/** In the largest unit in which the number is short and exact: 1500000 is 1.5M, 1234567 stays. */
export function tokensText(tokens: number): string {
  const unit = (
    [
      ["B", 1e9],
      ["M", 1e6],
      ["k", 1e3],
    ] as const
  ).find(([, size]) => tokens >= size && Number.isInteger((tokens / size) * 100));
  return unit ? `${tokens / unit[1]}${unit[0]}` : String(tokens);
}

const isWithin = (value: number, { min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds): boolean => value >= min && value <= max;

/** Free text, trimmed. */
export const textParameter = (longest = MAX_TEXT) =>
  createParser<string>({
    parse: (text) => {
      const trimmed = text.trim();
      return trimmed === "" || trimmed.length > longest ? null : trimmed;
    },
    serialize: (value) => value,
  });

export const choiceParameter = <const Choice extends string>(choices: readonly Choice[]) =>
  createParser<Choice>({ parse: (text) => choices.find((choice) => choice === text) ?? null, serialize: (value) => value });

/** Several of the choices with commas between them, each once, in the order of the choices. */
export const choicesParameter = <const Choice extends string>(choices: readonly Choice[]) =>
  createParser<Choice[]>({
    parse: (text) => {
      const named = new Set(text.split(","));
      const known = choices.filter((choice) => named.has(choice));
      return known.length === named.size ? known : null;
    },
    serialize: (values) => values.join(","),
    eq: (left, right) => left.join() === right.join(),
  });

/** A decimal number of at least 0, unless bounds say otherwise. */
export const numberParameter = (bounds: Bounds = {}) =>
  createParser<number>({
    parse: (text) => (DECIMAL.test(text) && isWithin(Number(text), bounds) ? Number(text) : null),
    serialize: String,
  });

export const integerParameter = (bounds: Bounds = {}) =>
  createParser<number>({
    parse: (text) => (INTEGER.test(text) && isWithin(Number(text), bounds) ? Number(text) : null),
    serialize: String,
  });

/** Several texts with commas between; one that stands there twice counts once. Boxes and fields of a form that share its name are one list. */
export const listParameter = () => ({
  ...createParser<readonly string[]>({
    parse: (text) => {
      const parts = [...new Set(text.split(",").map((part) => part.trim()))].filter((part) => part !== "" && part.length <= MAX_TEXT);
      return parts.length === 0 ? null : parts;
    },
    serialize: (values) => values.join(","),
    eq: (left, right) => left.join() === right.join(),
  }),
  joinsRepeats: true,
});

const SUFFIXES = { "": 1, k: 1e3, m: 1e6, b: 1e9 } as const;

/** A number of tokens as people write it: 250000, 250k, 1.5M. */
export const tokensParameter = (bounds: Bounds = {}) =>
  createParser<number>({
    parse: (text) => {
      const [, digits, suffix = ""] = /^(\d{1,15}(?:\.\d{1,6})?)\s?([kmb]?)$/i.exec(text.trim().replaceAll(",", "")) ?? [];
      if (digits === undefined) return null;
      const tokens = Math.round(Number(digits) * SUFFIXES[suffix.toLowerCase() as keyof typeof SUFFIXES]);
      return isWithin(tokens, bounds) ? tokens : null;
    },
    serialize: tokensText,
  });

/** A filter that is on or absent: `open=true`. */
export const flagParameter = () =>
  createParser<boolean>({ parse: (text) => (text === "true" ? true : null), serialize: String }).withDefault(false);

/** A transaction: 0x and 64 hex digits. */
export const hashParameter = () =>
  createParser<string>({ parse: (text) => (/^0x[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : null), serialize: (value) => value });

/** A real calendar day in UTC, YYYY-MM-DD. */
export const dayParameter = () =>
  createParser<string>({
    parse: (text) => {
      const ms = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
      return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? text : null;
    },
    serialize: (value) => value,
  });

type Direction = "asc" | "desc";

export interface Sort<Column extends string = string> {
  column: Column;
  direction: Direction;
}

/** `input.asc`: the column and its direction. */
export const sortParameter = <const Column extends string>(columns: readonly Column[], fallback: Sort<NoInfer<Column>>) =>
  createParser<Sort<Column>>({
    parse: (text) => {
      const [, name, direction] = /^([\w-]+)\.(asc|desc)$/.exec(text) ?? [];
      const column = columns.find((known) => known === name);
      return column === undefined ? null : { column, direction: direction as Direction };
    },
    serialize: ({ column, direction }) => `${column}.${direction}`,
    eq: (left, right) => left.column === right.column && left.direction === right.direction,
  }).withDefault(fallback);

/** The number of a page of a list, from 1. */
export const pageParameter = () => integerParameter({ min: 1, max: 100_000 }).withDefault(1);

const SITE = "http://site.invalid";

/** Path and query on this site, to come back to. An address that leads anywhere else is not accepted. */
export const sitePathParameter = () =>
  createParser<string>({
    parse: (text) => {
      const url = text.startsWith("/") && text.length <= MAX_TEXT ? parseUrl(text, SITE) : null;
      // A path that begins with two slashes, as `/.//host` becomes, would be read as another host.
      return url?.origin === SITE && !url.pathname.startsWith("//") ? `${url.pathname}${url.search}` : null;
    },
    serialize: (value) => value,
  });
