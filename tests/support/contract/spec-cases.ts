import type { DeclaredOperation, Schema, SpecParameter } from "./spec";

/** A call derived from the API description alone. */
export interface SpecCase {
  name: string;
  target: string;
  /** Acceptable statuses; any of them when several are right. */
  statuses: readonly number[];
}

type ParameterValues = Readonly<Record<string, string | readonly string[]>>;

const DAY_MS = 86_400_000;
const today = new Date().toISOString().slice(0, 10);

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/** The declared example with current dates: the day when the database was filled, or its receipt log's. */
export function exampleOf(
  { path, operation }: DeclaredOperation,
  filledOn = today,
  loggedOn = dayBefore(filledOn),
): Record<string, string> {
  const withExample = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
  return Object.fromEntries(
    withExample.map(({ name, example, schema }) => {
      if (schema.format === "date") return [name, path.startsWith("/api/receipt/log/") ? loggedOn : filledOn];
      return [name, Array.isArray(example) ? example.join(",") : String(example)];
    }),
  );
}

/** Path and query with these values; a missing path parameter becomes `x`. */
export function targetOf({ path, operation }: DeclaredOperation, values: ParameterValues): string {
  const parameters = operation.parameters ?? [];
  const search = new URLSearchParams();
  let target = path;
  for (const { name, in: place } of parameters) {
    const value = values[name];
    if (place === "path") target = target.replace(`{${name}}`, encodeURIComponent(String(value ?? "x")));
    else for (const entry of value === undefined ? [] : [value].flat()) search.append(name, entry);
  }
  const query = search.toString();
  return query === "" ? target : `${target}?${query}`;
}

const HUGE = "9".repeat(2000);
const LONG = "é".repeat(1500);
const STRANGE = [
  "\u0000",
  "\u202Eabc",
  "💥",
  "٣",
  "１",
  "' or 1=1--",
  "<script>",
  "../../etc/passwd",
  "%00",
  "null",
  "undefined",
  "[object Object]",
  "-0",
  "1e3",
  "Infinity",
  "0x10",
  " 1 2",
];

function wrongNumbers({ type, minimum, maximum }: Schema): string[] {
  const outside = [...(minimum === undefined ? [] : [String(minimum - 1)]), ...(maximum === undefined ? [] : [String(maximum + 1)])];
  const signed = String(maximum ?? minimum ?? 1);
  return [
    ...(type === "integer" ? ["1.5"] : []),
    `+${signed}`,
    ` ${signed}`,
    "abc",
    "NaN",
    "1,5",
    HUGE,
    "１",
    "٣",
    "0x10",
    "1e999",
    ...outside,
  ];
}

function wrongValues(schema: Schema): string[] {
  if (schema.enum) return ["no-such-value", HUGE, "💥"];
  if (schema.type === "integer" || schema.type === "number") return wrongNumbers(schema);
  if (schema.type === "boolean") return ["maybe", "2", "TRUE!", HUGE, "真"];
  if (schema.format === "date") return ["2026-02-30", "2026-13-01", "20260101", "tomorrow", "2026-1-1", "２０２６-01-01", HUGE];
  if (schema.type === "array") return [Array.from({ length: (schema.maxItems ?? 50) + 1 }, (_, index) => `v${index}`).join(",")];
  return schema.maxLength === undefined ? [] : ["x".repeat(schema.maxLength + 1), LONG];
}

function edgeValues(schema: Schema): string[] {
  if (schema.enum) return schema.enum.map(String);
  if (schema.type === "integer" || schema.type === "number") {
    return [schema.minimum, schema.maximum].filter((value) => value !== undefined).map(String);
  }
  if (schema.type === "boolean") return ["true", "false", "1", "0"];
  if (schema.type === "string" && schema.maxLength !== undefined && schema.maxLength <= 500) return ["x".repeat(schema.maxLength)];
  return [];
}

const shortened = (value: string): string => (value.length > 24 ? `${value.slice(0, 20)}… (${value.length})` : value);

/** The parameter that becomes required by this value, with a valid value for it (`x-needs`). */
function requiredBy(declared: DeclaredOperation, { schema }: SpecParameter, value: string | readonly string[]): Record<string, string> {
  const name = typeof value === "string" ? schema["x-needs"]?.[value] : undefined;
  const required = declared.operation.parameters?.find((parameter) => parameter.name === name);
  return required ? { [required.name]: String(required.schema.enum?.[0]) } : {};
}

/** The example without the parameter in whose place this one is given (`x-instead-of`). */
function besides({ schema }: SpecParameter, example: Record<string, string>): Record<string, string> {
  const { [schema["x-instead-of"] ?? ""]: _, ...others } = example;
  return others;
}

function casesOfParameter(declared: DeclaredOperation, parameter: SpecParameter, example: Record<string, string>): SpecCase[] {
  const { name, schema, in: place } = parameter;
  const rest = besides(parameter, example);
  const isRequiredByOther = (declared.operation.parameters ?? []).some(
    (other) => name in requiredBy(declared, other, example[other.name] ?? ""),
  );
  const hasReplacement = (declared.operation.parameters ?? []).some((other) => other.schema["x-instead-of"] === name);
  const required = parameter.required || isRequiredByOther || hasReplacement;
  const documented = Object.keys(declared.operation.responses).map(Number);
  const accepted = documented.includes(404) ? [200, 404] : [200];
  const refused = place === "path" && documented.includes(404) ? [400, 404] : [400];
  const make = (variation: string, value: string | readonly string[], statuses: readonly number[]): SpecCase => ({
    name: `${name} ${variation}`,
    target: targetOf(declared, { ...rest, ...requiredBy(declared, parameter, value), [name]: value }),
    statuses,
  });
  const cases = [
    ...wrongValues(schema).map((value) => make(`= ${JSON.stringify(shortened(value))}`, value, refused)),
    ...edgeValues(schema).map((value) =>
      make(
        `at its edge ${JSON.stringify(shortened(value))}`,
        value,
        schema.type === "string" && !schema.enum ? [...accepted, 400] : accepted,
      ),
    ),
    ...STRANGE.map((value) => make(`strange ${JSON.stringify(value)}`, value, [...accepted, ...refused])),
  ];
  if (place === "path") return cases;
  const { [name]: _, ...others } = example;
  const value = example[name] ?? String((schema.enum ?? schema.items?.enum)?.[0] ?? schema.minimum ?? "1");
  return [
    ...cases,
    make("repeated", [value, value], schema.type === "array" ? accepted : [400]),
    make("blank", "", parameter.allowEmptyValue ? accepted : [400]),
    { name: `${name} missing`, target: targetOf(declared, others), statuses: required ? [400] : accepted },
  ];
}

/** A name that nobody declares, and is near to one that somebody does. */
export const misspelt = (name: string): string => `${name.slice(0, -1)}${name.at(-1)?.repeat(2)}x`;

export const withKey = (target: string, key: string): string => `${target}${target.includes("?") ? "&" : "?"}${encodeURIComponent(key)}=1`;

function casesOfQuery(declared: DeclaredOperation, example: Record<string, string>): SpecCase[] {
  const { parameters = [] } = declared.operation;
  const names = parameters.flatMap(({ name, in: place }) => (place === "query" ? [name] : []));
  const isPaid = declared.operation["x-access"] === "premium";
  const unknown = misspelt(names[0] ?? "parameter");
  const reversed = { ...example, from: today, to: dayBefore(today) };
  return [
    { name: `${unknown}, which is not declared`, target: withKey(targetOf(declared, example), unknown), statuses: [isPaid ? 400 : 200] },
    ...(names.includes("from") && names.includes("to")
      ? [{ name: "a range from its end to its beginning", target: targetOf(declared, reversed), statuses: [400] }]
      : []),
  ];
}

/**
 * Varies a parameter at a time: missing, wrong, at bounds, huge, strange, blank, repeated, misspelt. A
 * range is also reversed.
 */
export function parameterCases(declared: DeclaredOperation): SpecCase[] {
  const example = exampleOf(declared);
  const cases = (declared.operation.parameters ?? []).flatMap((parameter) => casesOfParameter(declared, parameter, example));
  return [...cases, ...casesOfQuery(declared, example)];
}

/** Undeclared paths and malformed spellings of paths. */
export const WEIRD_TARGETS: readonly string[] = [
  "/api",
  "/api/",
  "/api?x=1",
  "/api/nothing-here",
  "/api/nothing/at/all/here",
  "/api/news/extra",
  "/api/NEWS",
  "/api/news/",
  "/api//news",
  "/api///",
  "/api/./news",
  "/api/../api/news",
  "/api/%2e%2e/api/news",
  "/api/%2e%2e/%2e%2e/etc/passwd",
  "/api/%2e%2e/",
  "/api/news%2f",
  "/api/%6eews",
  "/api/news%00",
  "/api/%",
  "/api/%zz",
  "/api/%E0%A4%A",
  "/api/%ff%fe",
  "/api/news?%",
  "/api/news?limit=%E0%A4%A",
  "/api/news?limit=%",
  "/api/news?=&=&&&",
  "/api/news?__proto__=1&constructor=2",
  "/api/news;jsessionid=1",
  "/api/news#fragment",
  "/api/_next/static/x",
  "/api/_error",
  "/api/500",
  "/api/404",
  "/api/[...path]",
  "/%61pi/nothing-here",
  "/%61pi/news",
  "/api/cron",
  "/api/cron/poll-status",
  "/api/cron/no-such-job",
  "/api/history/2026-02-30/pricing",
  "/api/attention/history/not-a-date",
  `/api/${"a".repeat(4000)}`,
  `/api/news?category=${"a".repeat(8000)}`,
  `/api/${"a/".repeat(500)}`,
  "/api/💥".replace("💥", encodeURIComponent("💥")),
  "/api/\\..\\windows",
];
