import { z } from "zod";
import { closestNames } from "@/lib/domain/basics/closest-names";
import { isTrackingName } from "@/lib/domain/basics/tracking-names";
import { ApiError } from "@/lib/errors";
import type { AnyEndpoint } from "../endpoint";
import { metaOf } from "../field-meta";

/** A query key or body member that the declaration of its endpoint does not know. */
export interface UnknownName {
  name: string;
  /** What the declaration knows in its place. */
  known: readonly string[];
}

export const IGNORED_HEADER = "X-Ignored-Parameters";

export const UNKNOWN_PARAMETER = z.object({
  parameter: z.string().describe("The first unknown name"),
  unknown_parameters: z.array(z.string()).describe("All unknown names of the request"),
  candidates: z.array(z.string()).describe("Known names that it perhaps meant, best first"),
  known_parameters: z.array(z.string()).describe("All names that are known in its place"),
});

const MOST_NAMES = 10;
/** Longest list of names in a header, with its encoding: proxies take few kilobytes of headers. */
const LONGEST_NAME = 60;
/** Browsers' scripts add it so that no cache answers. */
const CACHE_BUSTER = "_";

/** Words of other APIs for what ours call otherwise, where the letters do not tell. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  q: ["query", "search", "text", "keyword", "keywords", "term"],
  limit: ["count", "size", "per_page", "page_size", "max_results", "n"],
  top_n: ["limit", "count", "k", "top_k", "n"],
  ids: ["models", "model", "id"],
  from: ["start", "start_date", "since", "after", "date_from"],
  to: ["end", "end_date", "until", "before", "date_to"],
  provider: ["vendor", "company", "maker"],
  budget: ["max_price", "price"],
  callback_url: ["url", "webhook", "webhook_url"],
};

/** Names come from outside: control and format characters are left out, and so are lone surrogates. */
const shown = (name: string): string =>
  [...name.toWellFormed()]
    .slice(0, LONGEST_NAME)
    .join("")
    .replace(/[\p{Cc}\p{Cf}]/gu, "");

/**
 * Names that ask for nothing. The empty one is that of `?=1`; the other is lost on the way through
 * Next, and must mean the same everywhere.
 */
const MEANINGLESS = ["", "__proto__"];

export function unknownKeys(search: URLSearchParams, known: readonly string[]): UnknownName[] {
  return [...new Set(search.keys())]
    .filter((name) => !MEANINGLESS.includes(name) && !known.includes(name))
    .map((name) => ({ name, known }));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the member that names an object's kind, such as `type`, names this kind. */
const isOfKind = (option: z.ZodType, json: Record<string, unknown>): boolean =>
  option instanceof z.ZodObject &&
  Object.entries(option.shape).every(
    ([name, field]) => !(name === "type" && field instanceof z.ZodLiteral) || field.values.has(json[name] as never),
  );

/** Members of a body, also of the objects in it, that its schema does not know. */
export function unknownMembers(schema: z.ZodType, json: unknown, path = ""): UnknownName[] {
  if (!isRecord(json)) return [];
  const { innerType } = schema.def as { innerType?: z.ZodType };
  const described = metaOf(schema).documentedAs ?? innerType;
  if (described) return unknownMembers(described, json, path);
  if (schema instanceof z.ZodUnion) {
    const [first = [], ...others] = schema.options
      .filter((option) => isOfKind(option as z.ZodType, json))
      .map((option) => unknownMembers(option as z.ZodType, json, path));
    return first.filter(({ name }) => others.every((unknown) => unknown.some((other) => other.name === name)));
  }
  if (!(schema instanceof z.ZodObject) || (schema.def.catchall && !(schema.def.catchall instanceof z.ZodNever))) return [];
  const known = Object.keys(schema.shape).map((name) => `${path}${name}`);
  return Object.keys(json).flatMap((name) =>
    Object.hasOwn(schema.shape, name)
      ? unknownMembers(schema.shape[name] as z.ZodType, json[name], `${path}${name}.`)
      : [{ name: `${path}${name}`, known }],
  );
}

function candidatesFor({ name, known }: UnknownName): string[] {
  const other = known.filter((one) => OTHER_WORDS[one]?.includes(name.toLowerCase()));
  return [...new Set([...closestNames(known, name, (one) => [one]), ...other])].slice(0, MOST_NAMES);
}

/**
 * Refuses unknown parameters of paid calls. A caller who misspelt a name would pay for another answer
 * than the one asked for. Names that say only where a reader came from change no answer.
 */
export function refuseUnknown({ access }: AnyEndpoint, unknown: readonly UnknownName[]): void {
  if (access.kind !== "premium") return;
  const refused = unknown.filter(({ name }) => name !== CACHE_BUSTER && !isTrackingName(name));
  const [first] = refused;
  if (!first) return;
  const candidates = candidatesFor({ ...first, name: shown(first.name) });
  const meant = candidates.length > 0 ? `; perhaps \`${candidates[0]}\` was meant` : "";
  throw new ApiError("unknown_parameter", `\`${shown(first.name)}\` is not known here${meant}.`, {
    parameter: shown(first.name),
    unknown_parameters: refused.slice(0, MOST_NAMES).map(({ name }) => shown(name)),
    candidates,
    known_parameters: first.known,
  });
}

/** Names what made no difference to an answer, percent-encoded. */
export function ignoredHeader(unknown: readonly UnknownName[]): Record<string, string> {
  if (unknown.length === 0) return {};
  const names = unknown.slice(0, MOST_NAMES).map(({ name }) => encodeURIComponent(shown(name)).slice(0, LONGEST_NAME));
  return { [IGNORED_HEADER]: [...names, ...(unknown.length > MOST_NAMES ? ["..."] : [])].join(", ") };
}
