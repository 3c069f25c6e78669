import { describe, expect, test } from "vitest";
import { recordProducts } from "@/lib/sources/security/affected/record-products";
import { affectedLines, type AffectedLines } from "../../../support/security/affected-lines";

const named = { vendor: "Apache", product: "log4j" };
const products = (...entries: object[]): AffectedLines[] => recordProducts(entries, "acme").map(affectedLines);
const one = (versions: unknown, more: object = {}): AffectedLines | undefined => products({ ...named, versions, ...more })[0];
const linesOf = (versions: unknown, more: object = {}) => one(versions, more)?.versions;
const range = (version: string, more: object = {}) => ({ version, status: "affected", versionType: "semver", ...more });

describe("versions of a CVE record", () => {
  test.each([
    ["one version", range("5.6.0"), ["affected 5.6.0"]],
    ["a range up to the fix", range("2.0-beta9", { lessThan: "2.15.0" }), ["affected [2.0-beta9, 2.15.0)"]],
    ["a range with its last version", range("0", { lessThanOrEqual: "1.4" }), ["affected [0, 1.4]"]],
    ["a range without a first version", range("unspecified", { lessThan: "1.4" }), ["affected (, 1.4)"]],
    ["a range without a last version", range("7.0", { lessThan: "*" }), ["affected [7.0, )"]],
    ["a branch to its end", range("5.15.149", { lessThanOrEqual: "5.15.*" }), ["affected [5.15.149, 5.15.*]"]],
    ["a branch that begins with a star", range("8.1.*", { lessThan: "8.1.29" }), ["affected [8.1.0, 8.1.29)"]],
    ["every version", range("*"), ["affected (, )"]],
    ["hidden characters in versions", range("10.0.\u200b0", { lessThan: "10.0\u200b.5\u00a0" }), ["affected [10.0.0, 10.0.5)"]],
    ["a first version that is written as a sign", range(">= 1.0", { lessThan: "2.0" }), ["affected [1.0, 2.0)"]],
    ["the range twice, as text and as an end", range("< 3.0", { lessThan: "3.0" }), ["affected (, 3.0)"]],
    ["an end that is written as a sign", range("1.0", { lessThan: "<= 3.0" }), ["affected [1.0, 3.0]"]],
    ["an end that is empty", range("1.0", { lessThan: "" }), ["affected 1.0"]],
  ])("%s", (_, version, lines) => expect(linesOf([version])).toEqual(lines));

  test("a range is cut at every change of its status, whatever their order", () => {
    const changes = [
      { at: "11.1.8", status: "unaffected" },
      { at: "11.1.3", status: "unaffected" },
      { at: "11.1.6", status: "affected" },
    ];
    expect(linesOf([range("11.1.0", { lessThan: "11.1.*", changes })])).toEqual([
      "affected [11.1.0, 11.1.3)",
      "unaffected [11.1.3, 11.1.6)",
      "affected [11.1.6, 11.1.8)",
      "unaffected [11.1.8, 11.1.*)",
    ]);
  });

  test.each([
    ["at the end of the range", { lessThan: "2.0", changes: [{ at: "2.0", status: "unaffected" }] }, ["affected [1.0, 2.0)"]],
    ["behind its end", { lessThan: "2.0", changes: [{ at: "3.0", status: "unaffected" }] }, ["affected [1.0, 2.0)"]],
    ["to the status that it has", { lessThan: "2.0", changes: [{ at: "1.5", status: "affected" }] }, ["affected [1.0, 2.0)"]],
    [
      "twice to the same status",
      {
        lessThan: "*",
        changes: [
          { at: "1.10", status: "unaffected" },
          { at: "1.9", status: "unaffected" },
        ],
      },
      ["affected [1.0, 1.9)", "unaffected [1.9, )"],
    ],
    ["before its beginning", { lessThan: "2.0", changes: [{ at: "0.5", status: "unknown" }] }, ["unknown [1.0, 2.0)"]],
  ])("a change %s", (_, more, lines) => expect(linesOf([range("1.0", more)])).toEqual(lines));

  test("a text is never a version: what can be read is ranges, and the rest is shown as it is", () => {
    expect(one([range(">= 1.7.0, < 1.18.4"), range("before the fix in spring"), range("latest", { status: "unknown" })])).toEqual({
      ...named,
      versions: ["affected [1.7.0, 1.18.4)"],
      unparsed: ["affected before the fix in spring", "unknown latest"],
      by: "acme",
    });
    expect(one([range("1.0", { lessThan: "the next release" })])?.unparsed).toEqual(["affected 1.0 before the next release"]);
  });

  test("a list of ranges that is longer than a name may be is read to its end", () => {
    const list = Array.from({ length: 12 }, (_, index) => `>= ${index}.0.0, < ${index}.4.12`).join(", ");
    expect(linesOf([range(list)])?.at(-1)).toBe("affected [11.0.0, 11.4.12)");
  });

  test("two halves of one range, as records of the older format have them, are one", () => {
    const [from, to] = [range("1.31.0", { lessThan: "unspecified" }), range("unspecified", { lessThan: "1.36.1" })];
    expect(linesOf([from, to])).toEqual(["affected [1.31.0, 1.36.1)"]);
    expect(linesOf([range("2.0", { lessThan: "unspecified" }), to])).toEqual(["affected [2.0, )", "affected (, 1.36.1)"]);
  });

  test("ranges beyond the twenty that are kept are counted, and those that differ from the default stay", () => {
    const versions = Array.from({ length: 23 }, (_, index) => range(`1.${index}`, { status: index < 3 ? "unaffected" : "affected" }));
    const [product] = recordProducts([{ ...named, defaultStatus: "unaffected", versions }], "acme");
    expect([product?.rangesLeftOff, product?.versions.every(({ status }) => status === "affected")]).toEqual([3, true]);
  });
});

describe("products of a CVE record", () => {
  const fixed = { version: "2.442", lessThan: "*", status: "unaffected", versionType: "maven" };

  test("one that is affected by default, and lists what is not, is affected", () =>
    expect(products({ ...named, defaultStatus: "affected", versions: [fixed] })).toEqual([
      { ...named, default: "affected", versions: ["unaffected [2.442, )"], by: "acme" },
    ]));

  test.each([
    ["unaffected", []],
    ["unaffected", [fixed]],
    [undefined, [fixed]],
  ])("one that says that nothing is affected is not listed (%s)", (defaultStatus, versions) =>
    expect(products({ ...named, defaultStatus, versions })).toEqual([]),
  );

  test("one that becomes affected by a change is listed", () => {
    const versions = [
      { version: "0", lessThan: "*", status: "unaffected", versionType: "semver", changes: [{ at: "2.0", status: "affected" }] },
    ];
    expect(linesOf(versions, { defaultStatus: "unaffected" })).toEqual(["unaffected [0, 2.0)", "affected [2.0, )"]);
  });

  test("one without a version has none", () =>
    expect(one([{ version: "n/a", status: "affected" }], { defaultStatus: "affected" })).toEqual({
      ...named,
      default: "affected",
      by: "acme",
    }));

  test("entries that differ by platform, package or part stay apart, each with its default", () => {
    const entry = (more: object) => ({ ...named, defaultStatus: "unaffected", versions: [range("1.0")], ...more });
    const apart = [
      { platforms: ["Windows"] },
      { platforms: ["Linux"] },
      { packageName: "core" },
      { modules: ["cgi"] },
      { repo: "https://example.org/one" },
      { collectionURL: "https://pypi.org" },
      { programFiles: ["net/x.c"] },
      { defaultStatus: "unknown" },
    ];
    expect(products(...apart.map(entry))).toHaveLength(apart.length);
    expect(products(entry({ platforms: ["Windows"] }), entry({ platforms: ["Windows"], versions: [range("1.1")] }))).toMatchObject([
      { platforms: ["Windows"], versions: ["affected 1.0", "affected 1.1"] },
    ]);
  });

  test("entries that are affected by default are not added up: each excludes other versions", () => {
    const entry = (version: string) => ({ ...named, defaultStatus: "affected", versions: [range(version, { status: "unaffected" })] });
    expect(products(entry("1.0"), entry("2.0"))).toHaveLength(2);
  });

  test("commits are no versions, and an entry of commits alone comes last", () => {
    const commit = range("1da177e4c3f4", { lessThan: "8e4ff6f228e4", versionType: "git" });
    const releases = [range("5.6"), { ...range("6.8", { lessThanOrEqual: "*" }), status: "unaffected" }];
    expect(
      products({ ...named, defaultStatus: "unaffected", versions: [commit] }, { ...named, defaultStatus: "affected", versions: releases }),
    ).toEqual([
      { ...named, default: "affected", versions: ["affected 5.6", "unaffected [6.8, )"], by: "acme" },
      { ...named, default: "unaffected", commits: ["affected [1da177e4c3f4, 8e4ff6f228e4)"], by: "acme" },
    ]);
    expect(one([commit, range("6.1")])).toMatchObject({ versions: ["affected 6.1"], commits: [expect.any(String)] });
  });

  test("a whole hash is a commit, whatever type the entry says", () => {
    const hash = "1da177e4c3f41524e886b7f1b8a0c1fc7321cac2";
    expect(one([range(hash, { versionType: "custom", lessThan: "f".repeat(40) })])).toEqual({
      ...named,
      commits: [`affected [${hash}, ${"f".repeat(40)})`],
      by: "acme",
    });
  });

  test("a fault that is fixed in each branch has a range of commits for each fix", () => {
    const changes = [
      { at: "aaa1", status: "affected" },
      { at: "bbb2", status: "unaffected" },
      { at: "ccc3", status: "unaffected" },
    ];
    expect(one([{ version: "0", lessThan: "*", status: "unaffected", versionType: "git", changes }])?.commits).toEqual([
      "affected [aaa1, bbb2)",
      "affected [aaa1, ccc3)",
    ]);
  });

  test("a package that is named before its versions has an entry of its own", () =>
    expect(
      products({
        vendor: "jupyterlab",
        product: "jupyterlab",
        versions: [range("notebook:  >= 7.0.0, <= 7.2.2"), range("jupyterlab: < 3.6.8")],
      }),
    ).toEqual([
      { vendor: "jupyterlab", product: "jupyterlab", package: "notebook", versions: ["affected [7.0.0, 7.2.2]"], by: "acme" },
      { vendor: "jupyterlab", product: "jupyterlab", versions: ["affected (, 3.6.8)"], by: "acme" },
    ]));

  test("a product may be named by its package alone, or by a package URL alone", () => {
    expect(
      products({ collectionURL: "https://pypi.org", packageName: "langchain" }, { packageURL: "pkg:npm/%40scope/left-pad@1.0?arch=x" }),
    ).toEqual([
      { product: "langchain", package: "langchain", by: "acme" },
      { product: "@scope/left-pad", by: "acme" },
    ]);
  });

  test("nothing is named by placeholders", () =>
    expect(
      products(
        { vendor: "n/a", product: "n/a", versions: [{ version: "n/a", status: "affected" }] },
        { vendor: "Acme" },
        { product: "[UNKNOWN]" },
      ),
    ).toEqual([]));

  test("all are kept, since an answer says how many it leaves off", () => {
    const entries = Array.from({ length: 130 }, (_, index) => ({
      vendor: "Siemens",
      product: `Panel ${index}`,
      defaultStatus: "affected",
    }));
    expect(products(...entries)).toHaveLength(130);
  });

  test.each([[null], ["x"], [[null, 7, "x", []]], [[{ product: "p", versions: "all", platforms: 7, changes: {} }]]])(
    "what is not in the format is no failure: %j",
    (affected) => expect(() => recordProducts(affected, "acme")).not.toThrow(),
  );
});
