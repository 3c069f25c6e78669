import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "@/lib/domain/receipts/canonical-json";

/** RFC 8785, section 3.2.2 to 3.2.4 and appendix B. */
const SAMPLE = String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001], "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`;
const SAMPLE_FORM = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;

const SORTED = String.raw`{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}`;
const SORTED_VALUES = [
  "Carriage Return",
  "One",
  "Control",
  "Latin Small Letter O With Diaeresis",
  "Euro Sign",
  "Emoji: Grinning Face",
  "Hebrew Letter Dalet With Dagesh",
];

const NUMBERS: readonly [string, string][] = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
];

describe("canonical JSON of the RFC's own examples", () => {
  test("formats values", () => expect(canonicalJson(JSON.parse(SAMPLE))).toBe(SAMPLE_FORM));

  test("sorts members by UTF-16 units, so an emoji comes before a private-use letter", () => {
    expect(Object.values(JSON.parse(SORTED) as Record<string, string>)).not.toEqual(SORTED_VALUES);
    expect([...canonicalJson(JSON.parse(SORTED)).matchAll(/:"([^"]+)"/g)].map(([, value]) => value)).toEqual(SORTED_VALUES);
  });

  test.each(NUMBERS)("formats the number %s as %s", (hex, text) =>
    expect(canonicalJson(Buffer.from(hex, "hex").readDoubleBE())).toBe(text),
  );
});

describe("canonical JSON", () => {
  const anyValue = fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" });

  test("equals another library's output for any value", () => {
    fc.assert(
      fc.property(anyValue, (value) => canonicalJson(value) === canonicalize(value)),
      { numRuns: 2000 },
    );
  });

  test("equals another library's output for lists of any length, with similar or different entries", () => {
    const entry = fc.record(
      {
        zeta: anyValue,
        alpha: fc.string({ unit: "binary" }),
        "10": fc.integer(),
        "9": fc.double({ noNaN: true, noDefaultInfinity: true }),
      },
      { requiredKeys: ["zeta", "alpha"] },
    );
    const same = fc.record({
      zeta: fc.double({ noNaN: true, noDefaultInfinity: true }),
      alpha: fc.string({ unit: "grapheme" }),
      nested: fc.record({ b: fc.integer(), a: fc.boolean() }),
    });
    for (const one of [entry, same, anyValue]) {
      fc.assert(
        fc.property(
          fc.array(one, { minLength: 60, maxLength: 70 }),
          (list) => canonicalJson({ list }) === canonicalize({ list: JSON.parse(JSON.stringify(list)) }),
        ),
        { numRuns: 100 },
      );
    }
    const odd = Array.from({ length: 100 }, () => JSON.parse('{"b":1,"__proto__":{"z":1,"y":[{"2":1,"10":2}]},"a":null}') as unknown);
    expect(canonicalJson(odd)).toBe(canonicalize(odd));
    expect(() => canonicalJson(Array.from({ length: 100 }, () => ({ one: 1n })))).toThrow(/bigint/i);
  });

  test("treats undefined, dates and non-finite numbers as JSON.stringify does", () => {
    const odd = { b: undefined, a: [undefined, Number.NaN, Infinity, -0], date: new Date(0), f: () => 1, s: Symbol("x"), "10": 1, "9": 2 };
    expect(canonicalJson(odd)).toBe('{"10":1,"9":2,"a":[null,null,null,0],"date":"1970-01-01T00:00:00.000Z"}');
    const oddValue = fc.object({
      maxDepth: 3,
      values: [
        fc.constant(undefined),
        fc.double(),
        fc.string({ unit: "binary" }),
        fc.date(),
        fc.boolean(),
        fc.constant(null),
        fc.constant(Symbol.iterator),
      ],
    });
    fc.assert(
      fc.property(oddValue, (value) => canonicalJson(value) === canonicalJson(JSON.parse(JSON.stringify(value)))),
      { numRuns: 1000 },
    );
  });

  test("is independent of member order and of earlier calls", () => {
    expect(canonicalJson({ b: 1, a: { d: "\u2028", c: '"' } })).toBe(canonicalJson({ a: { c: '"', d: "\u2028" }, b: 1 }));
    expect(canonicalJson({ "a\nb": 1 })).toBe(String.raw`{"a\nb":1}`);
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });

  test("escapes a lone surrogate as JSON.stringify does", () =>
    expect(canonicalJson(["\ud83d", "x\udc00y"])).toBe(String.raw`["\ud83d","x\udc00y"]`));

  test("throws for a bigint, which has no JSON form", () => expect(() => canonicalJson({ a: 1n })).toThrow(TypeError));
});
