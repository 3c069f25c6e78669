import fc from "fast-check";
import type { HttpAnswer } from "./server/http-call";
import { exampleBodiesOf, type DeclaredOperation, type SpecParameter } from "./contract/spec";
import { exampleOf, misspelt, targetOf, withKey } from "./contract/spec-cases";

export interface FuzzCall {
  declared: DeclaredOperation;
  target: string;
  headers: Record<string, string>;
  body?: string;
  /** A name in the query or the body that the operation does not declare. */
  unknown: string | null;
}

const DAYS = ["2026-11-20", "2026-11-21", new Date().toISOString().slice(0, 10)];

const strange = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replace(/[\uD800-\uDFFF]/g, "")) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }) },
  { weight: 2, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.integer().map((number) => `+${Math.abs(number)}`) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", ",", ",,,", "true", "null", "../", "%", "&", "=", "__proto__", "2026-11-21", "openai") },
);

function valueOf({ schema, example }: SpecParameter): fc.Arbitrary<string> {
  const fitting: fc.Arbitrary<string>[] = [];
  if (schema.enum) fitting.push(fc.constantFrom(...schema.enum.map(String)));
  if (schema.format === "date") fitting.push(fc.constantFrom(...DAYS));
  if (schema.type === "integer") {
    const fits = fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    fitting.push(
      fits.map(String),
      fits.map((number) => `+${number}`),
    );
  }
  if (example !== undefined) fitting.push(fc.constant(String(example)));
  return fc.oneof(strange, ...fitting);
}

function queryOf(parameters: readonly SpecParameter[]): fc.Arbitrary<Record<string, string | string[]>> {
  const fields = parameters.map((parameter) => {
    const value = valueOf(parameter);
    const values: fc.Arbitrary<string | string[]> =
      parameter.in === "path"
        ? value.map((text) => (/^\.*$/.test(text) ? "x" : text))
        : fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.array(value, { minLength: 2, maxLength: 3 }) });
    return [parameter.name, values] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string | string[]>>;
}

const headersOf = fc.record(
  {
    "accept-encoding": fc.constantFrom("gzip", "br", "gzip, deflate, br", "*", "identity;q=0", "deflate", "x;q=9"),
    "if-none-match": fc.constantFrom("*", '"x"', 'W/"x"', ",,,", "x"),
    "user-agent": fc.constantFrom("curl/8", "Mozilla/5.0", "x".repeat(3000)),
    accept: fc.constantFrom("text/html", "application/xml", "*/*", "x", "text/event-stream", "text/csv"),
  },
  { requiredKeys: [] },
);

const json = fc.oneof(
  strange,
  fc.constantFrom(null, 0, -1, 1.5, 1e300, true, [], {}, [[]], { type: "price" }),
  fc.record({ type: fc.constantFrom("price", "status", "digest", "x"), op: strange }, { requiredKeys: [] }),
);

/** The example, with a member left out or replaced by anything. */
function changedBody(example: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(example);
  if (names.length === 0) return fc.constant({});
  const name = fc.constantFrom(...names);
  return fc.oneof(
    fc.constant({ ...example }),
    name.map((left) => Object.fromEntries(Object.entries(example).filter(([key]) => key !== left))),
    fc.tuple(name, json).map(([replaced, value]) => ({ ...example, [replaced]: value })),
  );
}

interface Sent {
  target: string;
  body?: string;
  unknown: string | null;
}

/** Misspells a name of the body where there is one, else of the query. */
function misspeltCall(declared: DeclaredOperation, { target, body }: { target: string; body: Record<string, unknown> | null }): Sent {
  if (body) {
    const unknown = misspelt(Object.keys(body)[0] ?? "member");
    return { target, body: JSON.stringify({ ...body, [unknown]: 1 }), unknown };
  }
  const name = declared.operation.parameters?.find((parameter) => parameter.in === "query")?.name ?? "parameter";
  return { target: withKey(target, misspelt(name)), unknown: misspelt(name) };
}

function callsOf(declared: DeclaredOperation): fc.Arbitrary<FuzzCall> {
  const examples = exampleBodiesOf(declared) as Record<string, unknown>[];
  const bodies = examples.length > 0 ? fc.oneof(...examples.map(changedBody)) : fc.constant(null);
  const parts = {
    values: queryOf(declared.operation.parameters ?? []),
    isBasedOnExample: fc.boolean(),
    isMisspelt: fc.boolean(),
    headers: headersOf,
    body: bodies,
  };
  return fc.record(parts).map(({ values, isBasedOnExample, isMisspelt, headers, body }) => {
    const target = targetOf(declared, { ...(isBasedOnExample ? exampleOf(declared) : {}), ...values });
    const sent = isMisspelt
      ? misspeltCall(declared, { target, body })
      : { target, unknown: null, ...(body ? { body: JSON.stringify(body) } : {}) };
    const type: Record<string, string> = body ? { "content-type": "application/json" } : {};
    return { declared, ...sent, headers: { ...(headers as Record<string, string>), ...type } };
  });
}

/** Calls drawn from the description, of every operation equally many: the same seed, the same calls. */
export function fuzzCalls(operations: readonly DeclaredOperation[], { count, seed }: { count: number; seed: number }): FuzzCall[] {
  const each = Math.ceil(count / operations.length);
  return operations.flatMap((declared, index) => fc.sample(callsOf(declared), { numRuns: each, seed: seed + index }));
}

/**
 * Faults of the answer to a call with an unknown name. A paid call must not be answered, a free one
 * must say what it ignored.
 */
export function unknownFault(
  { operation }: DeclaredOperation,
  unknown: string | null,
  { status, headers, text }: HttpAnswer,
): string | null {
  if (unknown === null) return null;
  if (operation["x-access"] === "premium") return status === 200 ? "a misspelt call was paid for" : null;
  const isAnswered = status === 200 || status === 304;
  const takesAny = operation.operationId === "postReceiptVerify";
  return isAnswered && !takesAny && !String(headers["x-ignored-parameters"]).includes(unknown)
    ? `does not name ${unknown}: ${text.slice(0, 80)}`
    : null;
}
