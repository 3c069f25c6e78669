import { describe, expect, test } from "vitest";
import { longTests, touchedTests } from "../change.mjs";

const tests = longTests();
const touchedBy = (...changed: string[]): string[] => touchedTests(changed, tests);

describe("what a change calls for of the long tier", () => {
  test("backups for the backups, and for nothing else of the server", () => {
    expect(touchedBy("lib/server/backup/restore-backup.ts")).toContain("tests/server/backup.test.ts");
    expect(touchedBy("lib/server/front/forward.ts")).not.toContain("tests/server/backup.test.ts");
  });

  test("the payment histories for every file of the money's layer, the coverage of forecasts for their domain", () => {
    expect(touchedBy("lib/money/transfers/new-file.ts")).toContain("tests/long/money/ledger-property.test.ts");
    expect(touchedBy("lib/domain/history/forecast.ts")).toContain("tests/long/domain/forecast-coverage.test.ts");
  });

  test("the poolers for the connection", () => {
    expect(touchedBy("db/connection.ts")).toEqual(
      expect.arrayContaining(["tests/long/server/pooler.test.ts", "tests/long/server/pooler-sessions.test.ts"]),
    );
  });

  test("a test of that tier that changed itself, and nothing for a page or a text", () => {
    expect(touchedBy("tests/long/server/full-disk.test.ts")).toEqual(["tests/long/server/full-disk.test.ts"]);
    expect(touchedBy("README.md", "components/ui/kit.tsx")).toEqual([]);
  });
});
