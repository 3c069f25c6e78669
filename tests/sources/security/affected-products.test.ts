import { describe, expect, test } from "vitest";
import { advisoryProducts, recordProducts } from "@/lib/sources/security/affected-products";

const named = { vendor: "Apache", product: "log4j" };
const range = (status: string, from: string | null, before: string | null, upTo: string | null) => ({ status, from, before, upTo });
const versionsOf = (versions: unknown, more: object = {}) => recordProducts([{ ...named, versions, ...more }])[0]?.versions;

describe("products of a CVE record", () => {
  test.each([
    ["one version", { version: "5.6.0", status: "affected" }, range("affected", "5.6.0", null, "5.6.0")],
    [
      "a range up to the fix",
      { version: "2.0-beta9", lessThan: "2.15.0", status: "affected" },
      range("affected", "2.0-beta9", "2.15.0", null),
    ],
    ["a range with its last version", { version: "0", lessThanOrEqual: "1.4", status: "affected" }, range("affected", "0", null, "1.4")],
    [
      "a range that ends at a change of status",
      { version: "3.0", lessThan: "*", status: "affected", changes: [{ at: "3.4", status: "unaffected" }] },
      range("affected", "3.0", "3.4", null),
    ],
    ["an open range", { version: "7.0", lessThan: "*", status: "affected" }, range("affected", "7.0", null, null)],
  ])("have %s", (_, version, expected) => {
    expect(versionsOf([version, { version: "9", status: "unaffected" }])).toEqual([expected, range("unaffected", "9", null, "9")]);
  });

  test("keep what a source says of all other versions, and invent nothing for an entry without a version", () => {
    expect(recordProducts([{ ...named, defaultStatus: "affected", versions: [{ version: "n/a", status: "affected" }] }])).toEqual([
      { ...named, ecosystem: null, defaultStatus: "affected", versions: [], versionsLeftOff: 0 },
    ]);
  });

  test("show commits only of products without versions", () => {
    const commit = { version: "1da177e4c3f4", lessThan: "8e4ff6f228e4", status: "affected", versionType: "git" };
    expect(versionsOf([commit, { version: "6.1", status: "affected" }])).toEqual([range("affected", "6.1", null, "6.1")]);
    expect(versionsOf([commit])).toEqual([range("affected", "1da177e4c3f4", "8e4ff6f228e4", null)]);
  });

  test("join several entries of one product, and say how many versions were left off", () => {
    const entries = Array.from({ length: 23 }, (_, index) => ({ ...named, versions: [{ version: `1.${index}`, status: "affected" }] }));
    const [product, ...others] = recordProducts(entries);
    expect([product?.versions.length, product?.versionsLeftOff, others]).toEqual([20, 3, []]);
  });
});

test("all products are kept, since an answer says how many it leaves off", () => {
  const entries = Array.from({ length: 130 }, (_, index) => ({ vendor: "Siemens", product: `Panel ${index}`, defaultStatus: "affected" }));
  expect(recordProducts(entries)).toHaveLength(130);
});

describe("packages of an advisory", () => {
  const packageWith = (more: object) => advisoryProducts([{ package: { ecosystem: "Maven", name: "org.apache:log4j" }, ...more }])[0];

  test("have a range for each introduction, without commits", () => {
    const events = [
      { introduced: "2.13.0" },
      { fixed: "2.15.0" },
      { introduced: "2.16" },
      { last_affected: "2.16.3" },
      { introduced: "3" },
    ];
    expect(
      packageWith({
        ranges: [
          { type: "GIT", events: [{ introduced: "0" }] },
          { type: "ECOSYSTEM", events },
        ],
      }),
    ).toEqual({
      vendor: null,
      product: "org.apache:log4j",
      ecosystem: "Maven",
      defaultStatus: null,
      versions: [
        range("affected", "2.13.0", "2.15.0", null),
        range("affected", "2.16", null, "2.16.3"),
        range("affected", "3", null, null),
      ],
      versionsLeftOff: 0,
    });
  });

  test("have single versions where there is no range", () => {
    expect(packageWith({ versions: ["1.0", 7, "1.1"] })?.versions).toEqual([
      range("affected", "1.0", null, "1.0"),
      range("affected", "1.1", null, "1.1"),
    ]);
  });
});
