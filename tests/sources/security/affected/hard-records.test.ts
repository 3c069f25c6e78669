import { describe, expect, test } from "vitest";
import { advisoryProducts } from "@/lib/sources/security/affected/advisory-products";
import { recordProducts } from "@/lib/sources/security/affected/record-products";
import { affectedLines } from "../../../support/security/affected-lines";

/**
 * Entries as authorities write them. Their right reading was decided by the words of the two formats
 * before they were tried.
 */

const entryOf = (versions: object[], more: object = {}) => ({ vendor: "Acme", product: "Pack", versions, ...more });
const linesOf = (...entries: object[]) =>
  recordProducts(entries, "acme").map((product) => {
    const { default: byDefault, versions = [], commits = [], unparsed = [] } = affectedLines(product);
    return [
      byDefault ?? "not stated",
      ...versions,
      ...commits.map((line) => `commits ${line}`),
      ...unparsed.map((line) => `unparsed ${line}`),
    ];
  });
const affected = (version: string, more: object = {}) => ({ version, status: "affected", versionType: "custom", ...more });

describe("entries of CVE records", () => {
  test.each<[string, object[], string[]]>([
    [
      "releases and commits of one entry, as the format's own documentation has them",
      [
        affected("2.0.0", {
          lessThan: "2.*",
          versionType: "semver",
          changes: [
            { at: "2.5.2", status: "unaffected" },
            { at: "2.6.0", status: "affected" },
            { at: "2.6.3", status: "unaffected" },
          ],
        }),
        {
          version: "0",
          lessThan: "*",
          status: "unaffected",
          versionType: "git",
          changes: [
            { at: "123abc", status: "affected" },
            { at: "234bcd", status: "unaffected" },
            { at: "567ef0", status: "unaffected" },
          ],
        },
      ],
      [
        "affected [2.0.0, 2.5.2)",
        "unaffected [2.5.2, 2.6.0)",
        "affected [2.6.0, 2.6.3)",
        "unaffected [2.6.3, 2.*)",
        "commits affected [123abc, 234bcd)",
        "commits affected [123abc, 567ef0)",
      ],
    ],
    [
      "a change at a pre-release, listed after that at the release",
      [
        {
          version: "1.0.0",
          lessThan: "*",
          status: "unaffected",
          versionType: "semver",
          changes: [
            { at: "2.0.0", status: "unaffected" },
            { at: "2.0.0-rc.1", status: "affected" },
          ],
        },
      ],
      ["unaffected [1.0.0, 2.0.0-rc.1)", "affected [2.0.0-rc.1, 2.0.0)", "unaffected [2.0.0, )"],
    ],
    [
      "a change to unknown",
      [affected("1.0", { lessThan: "3.0", changes: [{ at: "2.0", status: "unknown" }] })],
      ["affected [1.0, 2.0)", "unknown [2.0, 3.0)"],
    ],
    [
      "revisions of a package",
      [affected("0:1.2-3.el8", { lessThan: "0:1.2-10.el8", versionType: "rpm" })],
      ["affected [0:1.2-3.el8, 0:1.2-10.el8)"],
    ],
    ["a range of exactly one version", [affected("18.19.0", { lessThanOrEqual: "18.19.0" })], ["affected 18.19.0"]],
    [
      "the fixed version as both ends, as Chrome's records have it",
      [affected("120.0.1", { lessThan: "120.0.1" })],
      ["affected (, 120.0.1)"],
    ],
    [
      "a change at what is no version",
      [affected("1.0", { lessThan: "2.0", changes: [{ at: "the patch of May", status: "unaffected" }] })],
      ["unparsed affected 1.0 before 2.0 (unaffected at the patch of May)"],
    ],
    [
      "releases that are named by their tags in git",
      [affected("v1.0", { lessThan: "v1.2", versionType: "git" })],
      ["affected [v1.0, v1.2)"],
    ],
    ["a star as the first version", [affected("*", { lessThanOrEqual: "2.1" })], ["affected (, 2.1]"]],
    [
      "no first version, and a change behind the end",
      [affected("n/a", { lessThanOrEqual: "1.2", changes: [{ at: "1.3", status: "unaffected" }] })],
      ["affected (, 1.2]"],
    ],
    [
      "an address as the end",
      [affected("16.0.1", { lessThan: "https://example.org/releases/2024" })],
      ["unparsed affected 16.0.1 before https://example.org/releases/2024"],
    ],
    [
      "an end that no version has",
      [affected("unspecified", { lessThanOrEqual: "latest" })],
      ["unparsed affected unspecified up to latest"],
    ],
    ["a star without a dot", [affected("22.2*", { lessThan: "22.2R3-S4" })], ["affected [22.2, 22.2R3-S4)"]],
    ["an end that is a branch", [affected("1.0", { lessThanOrEqual: "1.2.x" })], ["affected [1.0, 1.2.*]"]],
    ["a hash alone", [affected("a".repeat(40))], [`commits affected ${"a".repeat(40)}`]],
    [
      "unaffected commits",
      [{ ...affected("aaa", { lessThan: "*", versionType: "git" }), status: "unaffected" }, affected("1.0")],
      ["affected 1.0", "commits unaffected [aaa, )"],
    ],
    ["text with a range as the first version and the end beside it", [affected("1.0 - 1.4", { lessThan: "1.5" })], ["affected [1.0, 1.5)"]],
    [
      "an entry without a status, and one with another",
      [{ version: "1.0" }, { version: "1.1", status: "fixed" }, affected("1.2")],
      ["affected 1.2"],
    ],
    ["a lower end where an upper one belongs", [affected("1.0", { lessThan: ">= 2.0" })], ["unparsed affected 1.0 before >= 2.0"]],
  ])("%s", (_, versions, lines) => expect(linesOf(entryOf(versions))).toEqual([["not stated", ...lines]]));

  test("a package before the first version of a range has an entry of its own", () =>
    expect(recordProducts([entryOf([affected("core: 7.0.0", { lessThan: "7.2.2" })])], "acme")).toMatchObject([
      { packageName: "core", versions: [{ from: "7.0.0", before: "7.2.2" }] },
    ]));

  test("one product by platform and by default, with what is not affected left out", () =>
    expect(
      linesOf(
        entryOf([affected("1.0")], { platforms: ["x64"], defaultStatus: "unknown" }),
        entryOf([affected("1.0", { lessThan: "2.0" })], { platforms: ["arm"], defaultStatus: "affected" }),
        entryOf([{ ...affected("All"), status: "unaffected" }], { platforms: ["cloud"], defaultStatus: "unaffected" }),
        entryOf([{ ...affected("1.0"), status: "unaffected" }], { platforms: ["old"] }),
        entryOf([], { platforms: ["new"], defaultStatus: "affected" }),
      ),
    ).toEqual([["unknown", "affected 1.0"], ["affected", "affected [1.0, 2.0)"], ["affected"]]));
});

describe("ranges of advisories", () => {
  const ranges = (ecosystem: string, ...of: object[]) =>
    advisoryProducts([{ package: { ecosystem, name: "pack" }, ranges: of }], "OSV-1").flatMap(
      (product) => affectedLines(product).versions ?? [],
    );
  const events = (...of: object[]) => ({ type: "ECOSYSTEM", events: of });

  test.each<[string, string, object[], string[]]>([
    [
      "pre-releases of Python",
      "PyPI",
      [{ fixed: "2.0.0" }, { introduced: "2.0.0rc1" }, { introduced: "1.0" }, { fixed: "1.5" }],
      ["[1.0, 1.5)", "[2.0.0rc1, 2.0.0)"],
    ],
    ["qualifiers of Maven", "Maven", [{ fixed: "2.0" }, { introduced: "2.0-alpha-1" }], ["[2.0-alpha-1, 2.0)"]],
    ["revisions of Alpine", "Alpine:v3.18", [{ fixed: "1.2.3-r10" }, { introduced: "1.2.3-r9" }], ["[1.2.3-r9, 1.2.3-r10)"]],
    ["epochs", "Debian:12", [{ fixed: "1:2.3-1" }, { introduced: "5.0-1" }], ["[5.0-1, 1:2.3-1)"]],
    [
      "the last affected version between others",
      "npm",
      [{ introduced: "3.0.0" }, { last_affected: "2.1.0" }, { introduced: "0" }],
      ["[0, 2.1.0]", "[3.0.0, )"],
    ],
    [
      "pseudo-versions of Go",
      "Go",
      [{ fixed: "0.0.0-20220101000000-abc" }, { introduced: "0.0.0-20210101000000-def" }],
      ["[0.0.0-20210101000000-def, 0.0.0-20220101000000-abc)"],
    ],
    ["a limit below the fix", "npm", [{ introduced: "1.0.0" }, { fixed: "3.0.0" }, { limit: "2.0.0" }], ["[1.0.0, 2.0.0)"]],
    ["a limit at the beginning", "npm", [{ introduced: "1.0.0" }, { limit: "1.0.0" }], []],
  ])("%s", (_, ecosystem, of, intervals) =>
    expect(ranges(ecosystem, events(...of))).toEqual(intervals.map((interval) => `affected ${interval}`)),
  );

  test("any of several ranges is enough", () =>
    expect(ranges("npm", events({ introduced: "0" }, { fixed: "1.0.0" }), events({ introduced: "2.0.0" }))).toEqual([
      "affected [0, 1.0.0)",
      "affected [2.0.0, )",
    ]));
});
