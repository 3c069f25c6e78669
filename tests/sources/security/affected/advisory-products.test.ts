import { describe, expect, test } from "vitest";
import { advisoryProducts } from "@/lib/sources/security/affected/advisory-products";
import { affectedLines, type AffectedLines } from "../../../support/security/affected-lines";

const products = (...entries: object[]): AffectedLines[] => advisoryProducts(entries, "GHSA-1").map(affectedLines);
const entry = (more: object, ecosystem = "Maven") => ({ package: { ecosystem, name: "log4j" }, ...more });
const linesOf = (
  events: object[],
  { type = "ECOSYSTEM", ecosystem = "Maven", ...more }: { type?: string; ecosystem?: string; versions?: unknown } = {},
) => products(entry({ ranges: [{ type, events }], ...more }, ecosystem))[0]?.versions;

describe("packages of an advisory", () => {
  test.each([
    ["a range for each introduction", [{ introduced: "2.13" }, { fixed: "2.15" }, { introduced: "3" }], ["[2.13, 2.15)", "[3, )"]],
    [
      "events in another order",
      [{ fixed: "1.4.13" }, { introduced: "0" }, { fixed: "1.5.10" }, { introduced: "1.5.0" }],
      ["[0, 1.4.13)", "[1.5.0, 1.5.10)"],
    ],
    ["numbers in order, not letters", [{ introduced: "1.10" }, { fixed: "1.9" }, { introduced: "1.2" }], ["[1.2, 1.9)", "[1.10, )"]],
    ["two fixes", [{ introduced: "0" }, { fixed: "2.1.4.0" }, { fixed: "2.2.1.0" }], ["[0, 2.1.4.0)"]],
    ["a fix before the introduction", [{ introduced: "6.13.0" }, { fixed: "6.12.81" }, { fixed: "6.16.5" }], ["[6.13.0, 6.16.5)"]],
    ["two introductions before a fix", [{ introduced: "1.0" }, { introduced: "1.5" }, { fixed: "2.0" }], ["[1.0, 2.0)"]],
    ["the last affected version", [{ introduced: "0" }, { last_affected: "2.1.214" }], ["[0, 2.1.214]"]],
    ["events of one object", [{ introduced: "1.0", fixed: "1.2" }], ["[1.0, 1.2)"]],
    ["a limit", [{ introduced: "0" }, { limit: "3.0" }], ["[0, 3.0)"]],
    ["limits, of which any is enough", [{ introduced: "0" }, { limit: "3.0" }, { limit: "4.0" }, { fixed: "5.0" }], ["[0, 4.0)"]],
    ["a limit without end", [{ introduced: "0" }, { limit: "*" }, { limit: "3.0" }], ["[0, )"]],
    ["a range behind the limit", [{ introduced: "0" }, { fixed: "1.0" }, { introduced: "5.0" }, { limit: "2.0" }], ["[0, 1.0)"]],
    ["a fix of what is not yet there", [{ fixed: "1.0" }], undefined],
    ["a fix in the same version", [{ introduced: "1.0" }, { fixed: "1.0" }], undefined],
  ])("have %s", (_, events, intervals) => expect(linesOf(events)).toEqual(intervals?.map((interval) => `affected ${interval}`)));

  test("pre-releases are in the order of their ecosystem", () => {
    const events = [{ introduced: "2.0.0-rc.2" }, { fixed: "2.0.0-rc.10" }, { introduced: "2.0.0" }, { fixed: "2.0.1" }];
    expect(linesOf(events.toReversed(), { type: "SEMVER", ecosystem: "npm" })).toEqual([
      "affected [2.0.0-rc.2, 2.0.0-rc.10)",
      "affected [2.0.0, 2.0.1)",
    ]);
    expect(linesOf([{ fixed: "3.2023~deb11u1" }, { introduced: "0" }, { introduced: "3.2023" }], { ecosystem: "Debian:11" })).toEqual([
      "affected [0, 3.2023~deb11u1)",
      "affected [3.2023, )",
    ]);
  });

  test("a version that is listed is affected too, and is shown where no range has it", () => {
    const events = [{ introduced: "2.0" }, { fixed: "2.5" }];
    expect(linesOf(events, { versions: ["1.0", "2.0", "2.4.9", "2.5", 7] })).toEqual([
      "affected [2.0, 2.5)",
      "affected 1.0",
      "affected 2.5",
    ]);
    expect(products(entry({ versions: ["1.0", "1.1"] }))[0]?.versions).toEqual(["affected 1.0", "affected 1.1"]);
  });

  test("commits are apart from versions, with a range for the fix of each branch", () => {
    const git = { type: "GIT", repo: "https://example.org/log4j.git", events: [{ fixed: "bbb" }, { introduced: "aaa" }, { fixed: "ccc" }] };
    expect(products(entry({ ranges: [git, { type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed: "1.0" }] }] }))).toEqual([
      {
        ecosystem: "Maven",
        product: "log4j",
        versions: ["affected [0, 1.0)"],
        commits: ["affected [aaa, bbb)", "affected [aaa, ccc)"],
        by: "GHSA-1",
      },
    ]);
    expect(products({ ranges: [git], versions: ["v1.0"] })).toMatchObject([{ product: "log4j", versions: ["affected v1.0"] }]);
  });

  test("commits of several repositories have an entry each, and a commit that brings and mends a fault at once is none", () => {
    const git = (repo: string, ...events: object[]) => ({ type: "GIT", repo: `https://example.org/${repo}`, events });
    const one = git("node.git", { introduced: "aaa" }, { fixed: "bbb" });
    const other = git("openssl", { introduced: "ccc" }, { fixed: "ccc" }, { introduced: "ddd" });
    expect(products({ ranges: [one, other] })).toEqual([
      { product: "node", commits: ["affected [aaa, bbb)"], by: "GHSA-1" },
      { product: "openssl", commits: ["affected [ddd, )"], by: "GHSA-1" },
    ]);
  });

  test("several entries of one package are one", () => {
    const range = (introduced: string, fixed: string) => ({ ranges: [{ type: "ECOSYSTEM", events: [{ introduced }, { fixed }] }] });
    expect(products(entry(range("0", "7.17")), entry(range("8.0", "8.11")), entry(range("0", "7.17")))).toMatchObject([
      { versions: ["affected [0, 7.17)", "affected [8.0, 8.11)"] },
    ]);
  });
});
