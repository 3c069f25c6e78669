import { sql } from "drizzle-orm";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startControl } from "@/lib/server/cli/control";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { fundedAccount } from "../support/money/paid-calls";
import { spawnScript } from "../support/server/server";

let folder: string;
let database: TestDatabase;
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "doctor-running-"));
  Object.assign(process.env, { DATA_DIR: folder, NODE_ENV: "production", LOG_LEVEL: "warn" });
  database = await useTestDatabase();
  stop = await startControl(folder, database.db);
});
afterAll(async () => {
  await stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The keys that all tests of a run share. */
const { RECEIPT_SIGNING_KEY = "", WATCH_SECRET_KEY = "", PUBLIC_BASE_URL = "" } = process.env;
const shared = { RECEIPT_SIGNING_KEY, WATCH_SECRET_KEY, PUBLIC_BASE_URL };

const doctor = async (variables: Record<string, string> = {}): Promise<string> =>
  (await (await spawnScript("lib/server/start/doctor.ts", { DATA_DIR: folder, ...shared, ...variables })).ended).output;

test("a running server is asked for what only it can read", async () => {
  const output = await doctor();
  expect(output).toContain(`ok    server: process ${process.pid} answers\n`);
  expect(output).toMatch(/^ok +its configuration: the same as here$/m);
  for (const name of ["database", "contents", "ledger", "backups", "clock"]) expect(output).toMatch(new RegExp(`^ok +${name}: `, "m"));
});

test("a running server that was started with other values is to be restarted, and the values stay secret", async () => {
  const output = await doctor({ SITE_NAME: "Another name", GITHUB_TOKEN: "github_pat_0123456789" });
  expect(output).toMatch(
    /^FAIL +its configuration: .* has other values of SITE_NAME, GITHUB_TOKEN than this command\n +fix: restart the service, if .*; else give this command the values of the service/m,
  );
  expect(output).not.toContain("github_pat_0123456789");
});

test("books that do not balance are found through the running server, and mended ones are found balanced", async () => {
  const { accountId } = await fundedAccount(database.db, 3);
  await database.db.execute(sql`update accounts set posted = 4 where id = ${accountId}`);
  expect(await doctor()).toMatch(
    /^FAIL +ledger: the books do not balance: account \d+ keeps 4 credits.*\n +fix: npm run ledger -- verify/m,
  );
  await database.db.execute(sql`update accounts set posted = 3 where id = ${accountId}`);
  expect(await doctor()).toMatch(/^ok +ledger: \d+ transactions, the books balance$/m);
});
