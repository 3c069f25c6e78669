import fc from "fast-check";
import type { DeclaredOperation, SpecParameter } from "./contract/spec";
import { exampleOf, targetOf } from "./contract/spec-cases";

export interface FuzzCall {
  declared: DeclaredOperation;
  target: string;
  headers: Record<string, string>;
}

const strange = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replace(/[\uD800-\uDFFF]/g, "")) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }) },
  { weight: 2, arbitrary: fc.integer().map(String) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", ",", ",,,", "true", "null", "../", "%", "&", "=", "__proto__", "2026-11-21", "openai") },
);

function valueOf({ schema, example }: SpecParameter): fc.Arbitrary<string> {
  const fitting: fc.Arbitrary<string>[] = [];
  if (schema.enum) fitting.push(fc.constantFrom(...schema.enum.map(String)));
  if (schema.type === "integer") fitting.push(fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 }).map(String));
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
    accept: fc.constantFrom("text/html", "application/xml", "*/*", "x"),
  },
  { requiredKeys: [] },
);

/** Calls drawn from the description: the same seed, the same calls. */
export function fuzzCalls(operations: readonly DeclaredOperation[], { count, seed }: { count: number; seed: number }): FuzzCall[] {
  const withParameters = operations.filter(({ operation }) => operation.parameters);
  const call = fc.constantFrom(...withParameters).chain((declared) =>
    fc
      .record({ values: queryOf(declared.operation.parameters ?? []), isBasedOnExample: fc.boolean(), headers: headersOf })
      .map(({ values, isBasedOnExample, headers }) => ({
        declared,
        target: targetOf(declared, { ...(isBasedOnExample ? exampleOf(declared) : {}), ...values }),
        headers: headers as Record<string, string>,
      })),
  );
  return fc.sample(call, { numRuns: count, seed });
}
