import { describe, expect, test } from "vitest";
import { readVersionText } from "@/lib/domain/security/range-text/read-version-text";
import { intervalOf } from "../../../support/security/affected-lines";

const NAMES = ["Acme Pack", "Pack", "Acme"];

function read(text: string, hasRevisions = false): string[] | string {
  const found = readVersionText(text, NAMES, hasRevisions);
  if (found.kind === "version") return `version ${found.version}`;
  return found.kind === "ranges" ? found.ranges.map(intervalOf) : found.kind;
}

describe("a text in the place of a version", () => {
  test.each([
    [">= 0.6.0, < 0.11.1", ["[0.6.0, 0.11.1)"]],
    ["< 0.11.1, >= 0.6.0", ["[0.6.0, 0.11.1)"]],
    [">=1.0 <1.5", ["[1.0, 1.5)"]],
    ["> 1.0.0, <= 1.2.3", ["(1.0.0, 1.2.3]"]],
    ["< 1.2.3", ["(, 1.2.3)"]],
    ["<= 2.0", ["(, 2.0]"]],
    ["≤ 1.5", ["(, 1.5]"]],
    ["＜ 1.0", ["(, 1.0)"]],
    ["&gt;= 1.0, &lt; 1.2", ["[1.0, 1.2)"]],
    ["= 0.12.0", ["0.12.0"]],
    [">= 1.0, < 1.5, >= 2.0, < 2.3", ["[1.0, 1.5)", "[2.0, 2.3)"]],
    ["< 1.2, >= 2.0, < 2.3", ["(, 1.2)", "[2.0, 2.3)"]],
    ["<2.0.0 || >=3.0.0 <3.1", ["(, 2.0.0)", "[3.0.0, 3.1)"]],
    ["1.0 <= version < 1.5", ["[1.0, 1.5)"]],
    ["[1.0,2.0)", ["[1.0, 2.0)"]],
    ["(,1.5]", ["(, 1.5]"]],
    ["1.0 - 1.5", ["[1.0, 1.5]"]],
    ["1.0 – 1.5", ["[1.0, 1.5]"]],
    ["4.0.0-4.2.7", ["[4.0.0, 4.2.7]"]],
    ["1.0 through 1.5", ["[1.0, 1.5]"]],
    ["from 1.0 before 1.5", ["[1.0, 1.5)"]],
    ["between 1.0 and 1.5", ["[1.0, 1.5]"]],
    ["up to and including 1.2", ["(, 1.2]"]],
    ["before 3.2", ["(, 3.2)"]],
    ["prior to 3.2", ["(, 3.2)"]],
    ["versions before 2.0", ["(, 2.0)"]],
    ["before 3.2, 4.x before 4.1", ["(, 3.2)", "[4.0, 4.1)"]],
    ["1.2.3 and earlier", ["(, 1.2.3]"]],
    ["1.2.3 or below", ["(, 1.2.3]"]],
    ["1.2 and later", ["[1.2, )"]],
    ["1.2+", ["[1.2, )"]],
    ["since 1.2", ["[1.2, )"]],
    ["next of 1.2", ["(1.2, )"]],
    ["1.x", ["[1.0, 2.0)"]],
    ["1.2.X", ["[1.2.0, 1.3.0)"]],
    ["4.*", ["[4.0, 5.0)"]],
    ["<= 1.2.x", ["(, 1.3.0)"]],
    ["all versions", ["(, )"]],
    ["All", ["(, )"]],
    ["*", ["(, )"]],
    ["All versions < V3.2", ["(, V3.2)"]],
    ["All versions >= V3.0 < V3.2", ["[V3.0, V3.2)"]],
    ["11 and 12", ["11", "12"]],
    ["1.2, 1.3 and 1.4", ["1.2", "1.3", "1.4"]],
    ["Acme Pack 1.11.0 to 1.11.2", ["[1.11.0, 1.11.2]"]],
    ["Pack <1.10.11", ["(, 1.10.11)"]],
    ["Acme Pack: < 2", ["(, 2)"]],
    ["Affected: < 2", ["(, 2)"]],
    ["2019-2021", ["[2019, 2021]"]],
    ["1.x-2.x", ["[1.0, 3.0)"]],
    ["1.0.0..1.2.0", ["[1.0.0, 1.2.0]"]],
    ["1.0 … 1.2", ["[1.0, 1.2]"]],
    ["1.2.3 and all prior versions", ["(, 1.2.3]"]],
    ["less than or equal to 1.2", ["(, 1.2]"]],
    ["at least 1.2", ["[1.2, )"]],
    ["From (including) 1.0 Up to (excluding) 1.5", ["[1.0, 1.5)"]],
    ["From (excluding) 1.0 up to (including) 1.5", ["(1.0, 1.5]"]],
    ["from 1.0 up to, but not including, 1.5", ["[1.0, 1.5)"]],
    ["0.5.x, 0.6.x before 0.6.2", ["[0.5.0, 0.6.0)", "[0.6.0, 0.6.2)"]],
    ["prior to 3.2 and 4.x", ["(, 3.2)", "[4.0, 5.0)"]],
    ["1.0, 1.1 and earlier", ["1.0", "(, 1.1]"]],
    ["2.4.1 through 2.4.59, 2.6", ["[2.4.1, 2.4.59]", "2.6"]],
    ["1.0 -1.5", ["[1.0, 1.5]"]],
    ["1.0–1.5", ["[1.0, 1.5]"]],
    ["Ver.1.2.3 and earlier", ["(, 1.2.3]"]],
    ["Ver1.2.3 and earlier", ["(, 1.2.3]"]],
    ["firmware versions V4.60 through V5.36 Patch 1", ["[V4.60, V5.36 Patch 1]"]],
    ["1.0/1.1", ["1.0", "1.1"]],
    ["1.0 ≤ x < 1.5", ["[1.0, 1.5)"]],
    ["==1.2.*", ["[1.2.0, 1.3.0)"]],
    ["< 3.2.0.beta2, >= 3.1", ["[3.1, 3.2.0.beta2)"]],
    ["<= 5.0.3, 6.0.0-6.0.2", ["(, 5.0.3]", "[6.0.0, 6.0.2]"]],
    ["1.2.3; 1.2.5 - 1.2.8", ["1.2.3", "[1.2.5, 1.2.8]"]],
    ["Versions 3.0.0 to 3.0.5 inclusive", ["[3.0.0, 3.0.5]"]],
    ["v2.1.x prior to v2.1.7", ["[2.1.0, v2.1.7)"]],
    ["1.x versions prior to 1.9.3", ["[1.0, 1.9.3)"]],
    ["pack 18.x before 18.20.1", ["[18.0, 18.20.1)"]],
    ["3.0.0 and 3.0.1 only", ["3.0.0", "3.0.1"]],
    [">= 1.0.0 and < 1.2.3 or >= 2.0.0 and < 2.1.0", ["[1.0.0, 1.2.3)", "[2.0.0, 2.1.0)"]],
    ["23.3.1 (and earlier)", ["(, 23.3.1]"]],
    ["All versions < V17 Update 8", ["(, V17 Update 8)"]],
    ["8.0.36 and prior", ["(, 8.0.36]"]],
    ["11.1.4 , 11.5", ["11.1.4", "11.5"]],
  ])("%s is ranges", (text, ranges) => expect(read(text)).toEqual(ranges));

  test.each([
    "5.6.0",
    "v1.2.3",
    "2.0-beta9",
    "1.00-06",
    "1.2.3-1.1",
    "10.2.9-h1",
    "0:3.8.10-4.el9_8",
    "12.5(1)SU3",
    "12.2 SP3",
    "2024-01-15",
    "Android-13",
    "2.0.0-next.193",
    "3.6.9+really3.6.8",
    "5.4.0-26.30",
    "2.0.0+incompatible",
    "1.2.3-SNAPSHOT",
  ])("%s is a version", (text) => expect(read(text)).toBe(`version ${text}`));

  test("two versions of a distribution's package are one with its revision", () => expect(read("1.0-1.5", true)).toBe("version 1.0-1.5"));

  test.each([
    "before 3.2 and 4.0",
    "prior to 1.2.3 and 2.0.1",
    "5.0 and 5.1 before 5.1.3",
    "1.2.3 (all editions)",
    "before commit abc",
    "Windows 10",
    "Other Pack 1.0 to 1.2",
    "latest",
    "master",
    "!= 1.2",
    "^1.2.0",
    "1.5 to",
    "< ",
    ">= 1.0 >= 2.0 <",
    "<script>alert(1)</script>",
    "1.0 1.1",
    "All versions < V3.2 (only with module X)",
    "Fixed in: 1.2.3",
    "Before: 1.5",
    "Windows: < 1.2",
    "KERNEL 7.22",
    "https://example.org/releases/2024",
    "Snapdragon 8 Gen 1",
    "before 1.0 or the build of May",
    "1.2 until 1.5",
    "before-3.2",
    "1.0-to-1.5",
    "1.2-and-earlier",
    "= 2.*before",
    "1.2.3 inclusive to 1.2.5 exclusive",
    "1.2.3 → 1.2.5",
    "R2024a before R2024a Update 3",
  ])("%s cannot be read, and is no version", (text) => expect(read(text)).toBe("unparsed"));

  test.each(["n/a", "unspecified", "", " ", "-", "unknown"])("%j says nothing", (text) => expect(read(text)).toBe("nothing"));

  test("a package that is named before the ranges is kept as their label", () =>
    expect(readVersionText("@scope/other:  >= 7.0.0", NAMES)).toMatchObject({ kind: "ranges", label: "@scope/other" }));

  test("a long text that means nothing is refused at once", () => {
    for (const part of ["1.", "<", ", ", "a ", "1.0 and ", ".x", "(1", "-1"]) expect(read(part.repeat(4000))).toBeTypeOf("string");
  });
});
