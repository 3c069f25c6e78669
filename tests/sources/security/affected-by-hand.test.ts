import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readCveRecord } from "@/lib/sources/security/cve-record";
import { readOsvAdvisory } from "@/lib/sources/security/osv-advisory";
import written from "../../fixtures/security/affected-by-hand.json";
import { lacksShared } from "../../support/lacks";
import { affectedLines, type AffectedLines } from "../../support/security/affected-lines";
import { sharedFolder } from "../../support/shared";

/** Recorded records and advisories, each with a list of what it affects. The list was written before the reader. */

const lists: [string, AffectedLines[]][] = Object.entries(written.records);

function productsOf(name: string) {
  const bytes = readFileSync(join(sharedFolder, "recordings", `${name}.json`));
  if (!name.startsWith("osv/")) return readCveRecord(bytes, basename(name)).products;
  const { id, aliases = [], upstream = [] } = JSON.parse(bytes.toString()) as { id: string; aliases?: string[]; upstream?: string[] };
  return readOsvAdvisory(bytes, [id, ...aliases, ...upstream].find((other) => other.startsWith("CVE-")) ?? id).products;
}

describe.skipIf(lacksShared())("what is affected, as it was read by hand", () => {
  test.each(lists)("%s", (name, list) => expect(productsOf(name).map(affectedLines)).toEqual(list));
});
