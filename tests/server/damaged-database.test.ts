import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { withEngine } from "@/db/connection";
import { inTier, isForLongTier } from "../support/lacks";
import { copyFirstStart } from "../support/server/prepared-world";
import { runScript, startServer } from "../support/server/server";

const root = mkdtempSync(join(tmpdir(), "damaged-"));
const intact = join(root, "sound");

beforeAll(async () => {
  await copyFirstStart(intact);
  await mint(intact, 25);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const mint = (dataDir: string, credits: number) =>
  runScript("lib/server/cli/token-cli.ts", { DATA_DIR: dataDir }, ["mint", "--credits", String(credits), "--name", "owner"]);
const listTokens = (dataDir: string) => runScript("lib/server/cli/token-cli.ts", { DATA_DIR: dataDir }, ["list"]);
const doctor = (dataDir: string) => runScript("lib/server/start/doctor.ts", { DATA_DIR: dataDir }).catch((error: Error) => error.message);
const markerOf = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, "database.json"), "utf8")) as Record<string, unknown>;

function copyOf(name: string): string {
  const dataDir = join(root, name.replaceAll("/", "-"));
  cpSync(intact, dataDir, { recursive: true });
  mkdirSync(join(dataDir, "backups"), { recursive: true });
  writeFileSync(join(dataDir, "backups", "daily-2026-11-20T02-40-00Z.backup.jsonl.gz"), "");
  return dataDir;
}

const filesOf = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => !name.includes("lock"))
    .toSorted();

describe.each(["pg_wal", ...inTier([], ["PG_VERSION", "global/pg_control"])])("an embedded database that lost %s", (lost) => {
  test("is neither opened nor replaced; the message names its installation and the backup to restore", async () => {
    const dataDir = copyOf(lost);
    rmSync(join(dataDir, "db", lost), { recursive: true });
    const before = filesOf(dataDir);
    const refusal = new RegExp(
      `${lost} is missing. It is that of installation ${String(markerOf(dataDir).installation)}, with ledger transactions up to 1 of [^\\n]+\\n.*npm run backup -- restore .*daily-2026-11-20`,
    );
    await expect(listTokens(dataDir)).rejects.toThrow(refusal);
    expect(await doctor(dataDir)).toMatch(/^FAIL +database: .* is not whole: /m);
    expect(filesOf(dataDir)).toEqual(before);
  });
});

test("refuses to start without the database folder, and has every balance once it is back", async () => {
  const dataDir = copyOf("no-folder");
  renameSync(join(dataDir, "db"), join(dataDir, "elsewhere"));
  await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(/ended with 1 [^]*the folder is missing[^]*npm run backup -- restore/);
  mkdirSync(join(dataDir, "db"));
  await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(/ended with 1 [^]*the folder is empty/);
  rmSync(join(dataDir, "db"), { recursive: true });
  renameSync(join(dataDir, "elsewhere"), join(dataDir, "db"));
  expect(await listTokens(dataDir)).toMatch(/owner +minted +25 /);
});

test("does not replace an incomplete folder without a marker, as an older release left it", async () => {
  const dataDir = copyOf("no-marker");
  rmSync(join(dataDir, "database.json"));
  rmSync(join(dataDir, "db", "PG_VERSION"));
  await expect(listTokens(dataDir)).rejects.toThrow(/PG_VERSION is missing\. Nothing was changed\./);
});

test("notices a missing table file at the start, not at the first call that needs it", async () => {
  const dataDir = copyOf("no-table");
  const base = join(dataDir, "db", "base");
  const [database = ""] = readdirSync(base).toSorted((a, b) => Number(b) - Number(a));
  const [newest = ""] = readdirSync(join(base, database))
    .filter((name) => /^\d+$/.test(name))
    .toSorted((a, b) => Number(b) - Number(a));
  rmSync(join(base, database, newest));
  await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(/is not whole: files of \w+ are missing/);
});

test.skipIf(isForLongTier())("refuses another installation's database, or an older copy, until the operator accepts it", async () => {
  const dataDir = copyOf("other");
  const older = join(root, "older-copy");
  cpSync(join(dataDir, "db"), older, { recursive: true });
  await mint(dataDir, 30);
  rmSync(join(dataDir, "db"), { recursive: true });
  cpSync(older, join(dataDir, "db"), { recursive: true });
  await expect(listTokens(dataDir)).rejects.toThrow(
    /its ledger ends with transaction 1, so it is an older copy[^]*installation [^]* up to 2 of [^]*npm run backup -- accept/,
  );

  const stranger = join(root, "stranger");
  await mint(stranger, 7);
  rmSync(join(dataDir, "db"), { recursive: true });
  cpSync(join(stranger, "db"), join(dataDir, "db"), { recursive: true });
  const expectedMarker = markerOf(dataDir);
  await expect(listTokens(dataDir)).rejects.toThrow(`it is the database of installation ${String(markerOf(stranger).installation)}`);
  const accept = (...args: string[]) => runScript("lib/server/backup/backup-cli.ts", { DATA_DIR: dataDir }, ["accept", ...args]);
  await expect(accept()).rejects.toThrow(/Nothing was changed\. Say --yes/);
  expect(markerOf(dataDir)).toEqual(expectedMarker);
  expect(await accept("--yes")).toContain("It is taken as it is.");
  expect(await listTokens(dataDir)).toMatch(/owner +minted +7 /);
});

test("starts again after a first start that was interrupted", async () => {
  const dataDir = join(root, "cut");
  mkdirSync(join(dataDir, "db", "base"), { recursive: true });
  writeFileSync(join(dataDir, "database.json"), '{"state":"creating"}');
  expect(await mint(dataDir, 3)).toContain("Token 1 of account 1, 3 credits.");
});

test("the doctor reads every table, reports a damaged page, and names the backup to restore", async () => {
  const dataDir = copyOf("page");
  const [row] = await withEngine(join(dataDir, "db"), (db) =>
    rowsOf<{ path: string }>(db, sql`select pg_relation_filepath('model_listings') as path`),
  );
  const file = join(dataDir, "db", row?.path ?? "");
  const bytes = readFileSync(file);
  bytes.write("damaged", 4000);
  writeFileSync(file, bytes);
  expect(await doctor(dataDir)).toMatch(
    /^FAIL +contents: the table model_listings cannot be read: invalid page [^\n]+\n +fix: npm run backup -- restore /m,
  );
});
