import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readCveRecord } from "@/lib/sources/security/cve-record";
import { readEpssTable } from "@/lib/sources/security/epss-table";
import { readKevCatalog } from "@/lib/sources/security/kev-catalog";
import { readOsvAdvisory } from "@/lib/sources/security/osv-advisory";
import { hasShared, sharedFolder } from "../../support/shared";
import { lacksShared } from "../../support/lacks";

const folder = (name: string): string => join(sharedFolder, "recordings", name);
const files = (name: string): string[] => (hasShared ? readdirSync(folder(name)).toSorted() : []);
const bytesOf = (name: string, file: string): Uint8Array => readFileSync(join(folder(name), file));
const records = ["cvelistv5", "vulnrichment"].flatMap((name) => files(name).map((file): [string, string] => [name, file]));
const NAMED = /^(?:CVE|GHSA|GO|BIT|CURL-CVE|UBUNTU-CVE|PYSEC)-/;

describe.skipIf(lacksShared())("recorded documents", () => {
  test.each(records)("%s/%s is a record of its CVE", (name, file) => {
    const facts = readCveRecord(bytesOf(name, file), file.replace(".json", ""));
    expect(facts.assigner).not.toBeNull();
    expect(facts.publishedAt).toMatch(/Z$/);
    if (facts.state === "published") expect(facts.description).not.toBeNull();
    else expect(facts.rejectedReason).not.toBeNull();
  });

  test("both catalogs of exploited vulnerabilities can be read", () => {
    expect(readKevCatalog(bytesOf("kev", "known_exploited_vulnerabilities.json"))).toMatchObject({
      version: "2025.08.25",
      releasedAt: "2025-08-25T17:04:19.979Z",
      entries: { length: 1404 },
    });
    expect(readKevCatalog(gunzipSync(bytesOf("kev", "known_exploited_vulnerabilities.previous.json.gz"))).entries).toHaveLength(1276);
  });

  test.each([
    ["epss_scores-2025-12-26.sample.csv", "2025-12-26"],
    ["example-1.csv", "2025-02-20"],
    ["missing-date.csv", null],
    ["epss_scores-lodestone-rows.csv", null],
    ["patchthisapp-epss-2025-07-05.csv", null],
  ])("%s is a table of scores", (file, scoreDate) => {
    const table = readEpssTable(bytesOf("epss", file));
    expect(table.scoreDate).toBe(scoreDate);
    expect(table.count).toBe(
      readFileSync(join(folder("epss"), file), "utf8")
        .split("\n")
        .filter((line) => line.startsWith("CVE-")).length,
    );
  });

  test.each(["invalid-header.csv", "epss-api-docs-sample.INCOMPLETE.txt"])("%s is not a table of scores", (file) =>
    expect(() => readEpssTable(bytesOf("epss", file))).toThrow(expect.objectContaining({ fault: "not_expected" })),
  );

  test.each(files("osv"))("osv/%s is an advisory of exactly the CVEs that it lists as its own", (file) => {
    const {
      id,
      aliases = [],
      upstream = [],
    } = JSON.parse(readFileSync(join(folder("osv"), file), "utf8")) as { id: string; aliases?: string[]; upstream?: string[] };
    const own = [id, ...aliases, ...upstream].filter((name) => name.startsWith("CVE-"));
    for (const cveId of own) expect(readOsvAdvisory(bytesOf("osv", file), cveId).ids).toEqual([id]);
    expect(() => readOsvAdvisory(bytesOf("osv", file), "CVE-1999-0001")).toThrow(expect.objectContaining({ fault: "not_expected" }));
    if (own.length > 0) expect(id).toMatch(NAMED);
  });
});
