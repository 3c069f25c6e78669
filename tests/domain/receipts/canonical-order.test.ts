import canonicalize from "canonicalize";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "@/lib/domain/receipts/canonical-json";
import { inCanonicalOrder } from "@/lib/domain/receipts/canonical-order";

const ordered = (value: object): string => Buffer.from(inCanonicalOrder(Buffer.from(JSON.stringify(value)))).toString();

const anyValue = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });
const anyText = fc.string({ unit: "binary" });
const aNumber = fc.double({ noNaN: true, noDefaultInfinity: true });

test("equals another library's output for any value", () => {
  fc.assert(
    fc.property(anyValue, (value) => ordered([value]) === canonicalize([value])),
    { numRuns: 2000 },
  );
});

test("equals another library's output for lists with similar entries, differing entries and nested lists", () => {
  const alike = fc.record({
    zeta: aNumber,
    alpha: anyText,
    'k"\\\n': fc.boolean(),
    nested: fc.record({ b: fc.integer(), a: fc.array(anyValue, { maxLength: 3 }) }),
  });
  const unlike = fc.record(
    {
      zeta: anyValue,
      alpha: anyText,
      "10": fc.integer(),
      "9": aNumber,
      é: fc.constant({}),
      "😀": fc.constant([]),
      "\ufb33": fc.constant(null),
    },
    { requiredKeys: ["zeta"] },
  );
  for (const entry of [alike, unlike, fc.dictionary(anyText, anyValue), fc.array(unlike)] as fc.Arbitrary<unknown>[]) {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), fc.array(unlike, { maxLength: 3 }), (list, other) => {
        const value = { other, list, again: { list: [list, other] } };
        return ordered(value) === canonicalize(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  }
});

test("accepts any text that JSON.stringify produces", () => {
  const odd = {
    b: undefined,
    a: [undefined, Number.NaN, -0, "\ud83d"],
    date: new Date(0),
    f: () => 1,
    "10": 1,
    "9": 2,
    "": {},
    ["__proto__x"]: [],
  };
  expect(ordered(odd)).toBe(canonicalJson(odd));
  expect(ordered(JSON.parse('{"b":1,"__proto__":{"z":1,"y":[]}}') as object)).toBe('{"__proto__":{"y":[],"z":1},"b":1}');
  expect([ordered({}), ordered([]), ordered([{}, {}]), ordered({ a: {} })]).toEqual(["{}", "[]", "[{},{}]", '{"a":{}}']);
});

test("keeps no state between long and short inputs", () => {
  const long = { text: "ü".repeat(3_000_000), a: Array.from({ length: 50_000 }, (_, index) => ({ z: index, y: "x" })) };
  for (const value of [long, { b: 1, a: [{ d: 1, c: 2 }] }, { b: [long.a], a: 1 }, {}]) {
    expect(ordered(value) === canonicalJson(value)).toBe(true);
  }
});
