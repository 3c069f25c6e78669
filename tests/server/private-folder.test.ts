import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isForLongTier } from "../support/lacks";
import { ensureBuild, runScript, startServer } from "../support/server/server";

let folder: string;
let maskBefore: number;

/** These tests start their processes with a umask of 0, which opens everything to everybody. */
beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "private-"));
  chmodSync(folder, 0o755);
  maskBefore = process.umask(0);
});
afterAll(() => {
  process.umask(maskBefore);
  rmSync(folder, { recursive: true, force: true });
});

const entriesOf = (dataDir: string): string[] => [
  dataDir,
  ...readdirSync(dataDir, { recursive: true, encoding: "utf8" }).map((name) => join(dataDir, name)),
];

/** Paths that are not 0700 (folders) or 0600 (files); paths that vanish meanwhile are ignored. */
function faultsOf(dataDir: string): string[] {
  return entriesOf(dataDir).flatMap((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    const mode = entry && entry.mode & 0o777;
    return !entry || mode === (entry.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${mode?.toString(8)}`];
  });
}

const widen = (dataDir: string): void => {
  for (const path of entriesOf(dataDir)) chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666);
};

describe("the data folder", () => {
  test("is private from the first start, whatever the umask, and a wider one is narrowed and logged", async () => {
    const variables = { DATA_DIR: join(folder, "data") };
    const first = await startServer(variables);
    expect(faultsOf(variables.DATA_DIR)).toEqual([]);
    await runScript("lib/server/cli/token-cli.ts", variables, ["mint", "--credits", "10", "--name", "tour"]);
    await Promise.all(Array.from({ length: 40 }, async (_, call) => (await fetch(`${first.baseUrl}/api/news?limit=${call + 1}`)).text()));
    expect(faultsOf(variables.DATA_DIR)).toEqual([]);
    expect(await first.stop()).toBe(0);
    expect(first.output()).not.toContain("could reach the data folder");
    widen(variables.DATA_DIR);
    const wide = entriesOf(variables.DATA_DIR).length;
    expect(wide).toBeGreaterThan(1000);
    const second = await startServer(variables);
    expect(faultsOf(variables.DATA_DIR)).toEqual([]);
    expect(second.output().match(/.*could reach the data folder.*/g)).toEqual([expect.stringContaining(`"narrowed":${wide}`)]);
    expect(await second.stop()).toBe(0);
    expect(faultsOf(variables.DATA_DIR)).toEqual([]);
  });

  test.skipIf(isForLongTier())("is private when a command creates it", async () => {
    const DATA_DIR = join(folder, "migrated");
    await runScript("lib/server/start/migrate.ts", { DATA_DIR });
    expect(faultsOf(DATA_DIR)).toEqual([]);
  });

  test("is narrowed with a Postgres database too, because it holds keys", async () => {
    const DATA_DIR = join(folder, "keys");
    mkdirSync(DATA_DIR);
    writeFileSync(join(DATA_DIR, "receipt-signing-key"), "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A\n");
    await expect(startServer({ DATA_DIR, DATABASE_URL: "postgres://user@127.0.0.1:9/name" })).rejects.toThrow(
      "could reach the data folder",
    );
    expect(faultsOf(DATA_DIR)).toEqual([]);
  });
});
