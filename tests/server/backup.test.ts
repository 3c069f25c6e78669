import { mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBackupFiles, stampOf } from "@/db/backup/files";
import type { Db } from "@/db/client";
import { rowsOf } from "../support/stores/rows-of";
import { dbOf, openConnection } from "@/db/connection";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { pruneDailyBackups } from "@/lib/server/backup/create-backup";
import { createPostgresDatabase } from "../support/stores/drivers";
import { httpCall } from "../support/server/http-call";
import { fundedToken } from "../support/money/money";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { inTier, isForLongTier } from "../support/lacks";
import { copyFirstStart } from "../support/server/prepared-world";
import { ensureBuild, runScript, startServer } from "../support/server/server";

type Variables = Record<string, string>;

const scratch = mkdtempSync(join(tmpdir(), "backup-"));
const backup = (variables: Variables, ...args: string[]) => runScript("lib/server/backup/backup-cli.ts", variables, args);
const verify = (variables: Variables) => runScript("lib/server/cli/ledger-cli.ts", variables, ["verify"]);
const folderOf = (variables: Variables) => join(String(variables.DATA_DIR), "backups");
const newestIn = (variables: Variables) => listBackupFiles(String(variables.DATA_DIR))[0]?.path ?? "none";

interface Books {
  posted: number;
  charges: number;
  receipts: number;
}

const booksOf = async (db: Db): Promise<Books | undefined> =>
  (
    await rowsOf<Books>(
      db,
      sql`select (select sum(posted)::int from accounts where kind <> 'system') as posted, (select count(*)::int from ledger_transactions where kind = 'usage') as charges, (select count(*)::int from receipts) as receipts`,
    )
  )[0];

async function readingPostgres<Result>(url: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const connection = await openConnection({ driver: "pg", url }, "");
  return read(dbOf(connection)).finally(() => connection.close());
}

/** Calls until it is stopped; returns how many calls were charged. */
function payingCaller(port: number, authorization: string): () => Promise<number> {
  let isStopped = false;
  const charged = (async () => {
    for (let count = 0; ; count++) {
      if (isStopped) return count;
      const { status, text } = await httpCall(port, {
        target: `/api/premium/routing?task=code&budget=${1000 + count}`,
        headers: { authorization },
      });
      if (status !== 200) throw new Error(`a call was answered ${status}: ${text.slice(0, 300)}`);
    }
  })();
  return () => ((isStopped = true), charged);
}

beforeAll(ensureBuild);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const OTHER_TARGET = { pglite: "Postgres", pg: "the embedded database" } as const;
const SAME_TARGET = { pglite: "the embedded database", pg: "Postgres" } as const;

/** Into the other database in the long tier only: rows are written as the same lines wherever they go. */
describe.each(inTier(["pg"] as const, ["pglite", "pg"] as const))("a backup of a server on %s under paid load", (driver) => {
  let world: MoneyWorld;
  let duringLoad: { made: string; atBackup: number; total: number };

  beforeAll(async () => {
    world = await moneyWorld(driver);
    const { bearer } = await world.reading((db) => fundedToken(db, 100_000));
    const server = await startServer(world.variables);
    const end = payingCaller(server.port, bearer.Authorization);
    try {
      const made = await backup(world.variables, "create");
      const total = await end();
      duringLoad = { made, total, atBackup: Number(/up to ledger transaction (\d+)/.exec(made)?.[1]) };
    } finally {
      await server.stop();
    }
  });
  afterAll(() => world.close());

  test("is made and verified while the server keeps answering", () => {
    expect(duringLoad.made).toMatch(/every table is what it was\.\nThe books balance there\./);
    expect(duringLoad.total).toBeGreaterThan(3);
  });

  test("leaves only the backup file behind", () => {
    const names = readdirSync(folderOf(world.variables));
    expect(names).toEqual([expect.stringMatching(/^manual-.*\.backup\.jsonl\.gz$/)]);
  });

  test.each([SAME_TARGET[driver], ...inTier([], [OTHER_TARGET[driver]])])(
    "balances to the last charge when restored to %s",
    async (target) => {
      const database = target === "Postgres" ? await createPostgresDatabase() : null;
      const elsewhere = { DATA_DIR: join(scratch, `${driver}-${target.length}`), ...(database ? { DATABASE_URL: database.url } : {}) };
      const restored = await backup(elsewhere, "restore", newestIn(world.variables), "--yes");
      expect(restored).toContain("the books balance");
      expect(await verify(elsewhere)).toContain("The books balance.");
      const connection = await openConnection(database ? { driver: "pg", url: database.url } : { driver: "pglite" }, elsewhere.DATA_DIR);
      const books = await booksOf(dbOf(connection)).finally(() => connection.close());
      expect(books?.posted).toBe(100_000 + (await untouchedCredits(world)) - (books?.charges ?? 0));
      expect(books?.receipts).toBeGreaterThanOrEqual(books?.charges ?? 1);
      expect(books?.charges).toBeLessThanOrEqual(duringLoad.total);
      await database?.drop();
    },
  );
});

const untouchedCredits = (world: MoneyWorld): Promise<number> =>
  world.reading(
    async (db) =>
      (
        await rowsOf<{ credits: number }>(
          db,
          sql`select coalesce(sum(posted), 0)::int - 100000 + (select count(*)::int from ledger_transactions where kind = 'usage') as credits from accounts where kind <> 'system'`,
        )
      )[0]?.credits ?? 0,
  );

describe("restoring over an existing database", () => {
  const variables = { DATA_DIR: join(scratch, "over") };
  const mint = (credits: number) =>
    runScript("lib/server/cli/token-cli.ts", variables, ["mint", "--credits", String(credits), "--name", "one"]);

  beforeAll(async () => {
    await copyFirstStart(variables.DATA_DIR);
    await mint(10);
    await backup(variables, "create");
    await mint(20);
  });

  test("asks for confirmation and tells how many ledger transactions would be lost", async () => {
    await expect(backup(variables, "restore", "newest")).rejects.toThrow(
      /Its newest 1 ledger transactions are not in the backup\.\nNothing was changed\. Say --yes/,
    );
    expect(await verify(variables)).toContain("30, of which 0");
  });

  test("keeps the previous database, and updates the marker to the restored one", async () => {
    const output = await backup(variables, "restore", "newest", "--yes");
    const kept = /kept in (\S+);/.exec(output)?.[1] ?? "";
    expect(await verify(variables)).toContain("10, of which 0");
    rmSync(join(variables.DATA_DIR, "db"), { recursive: true });
    renameSync(kept, join(variables.DATA_DIR, "db"));
    expect(await verify(variables)).toContain("30, of which 0");
  });

  const DAMAGES: [string, (file: string) => void, RegExp][] = [
    ["is cut", (file: string) => truncateSync(file, 100_000), /cannot be restored: it is cut or damaged/],
    [
      "lacks its end",
      (file: string) => writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).toString().split("\n").slice(0, -2).join("\n"))),
      /it ends before its end: the file is cut/,
    ],
    [
      "has a row changed",
      (file: string) =>
        writeFileSync(
          file,
          gzipSync(
            gunzipSync(readFileSync(file))
              .toString()
              .replace(/"posted":10\b/, '"posted":99'),
          ),
        ),
      /the rows of accounts are not those that were written/,
    ],
    ["is no backup", (file: string) => writeFileSync(file, gzipSync("hello")), /it does not begin as a backup of this service does/],
  ];
  test.each(
    DAMAGES.filter(([name]) =>
      inTier(
        ["has a row changed"],
        DAMAGES.map(([each]) => each),
      ).includes(name),
    ),
  )("refuses a file that %s, and changes nothing", async (name, damage, reason) => {
    const file = join(scratch, `${name.replaceAll(" ", "-")}.gz`);
    writeFileSync(file, readFileSync(newestIn(variables)));
    damage(file);
    await expect(backup(variables, "restore", file, "--yes")).rejects.toThrow(reason);
    expect(readdirSync(variables.DATA_DIR).filter((entry) => entry.startsWith("db.before"))).toEqual([]);
  });

  test.skipIf(isForLongTier())(
    "moves our tables to another schema on Postgres, leaves foreign ones, and changes nothing when it fails",
    async () => {
      const { url, drop } = await createPostgresDatabase();
      const there = { DATA_DIR: join(scratch, "over-pg"), DATABASE_URL: url };
      await runScript("lib/server/cli/token-cli.ts", there, ["mint", "--credits", "77", "--name", "two"]);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("create table invoices (id int)");
      await expect(backup(there, "restore", join(scratch, "has-a-row-changed.gz"), "--yes")).rejects.toThrow(/not those that were written/);
      expect(await verify(there)).toContain("77, of which 0");
      const output = await backup(there, "restore", newestIn(variables), "--yes");
      const schema = /the schema (\w+);/.exec(output)?.[1] ?? "";
      expect(await verify(there)).toContain("10, of which 0");
      expect((await client.query(`select sum(posted)::int as posted from "${schema}".accounts where kind <> 'system'`)).rows).toEqual([
        { posted: 77 },
      ]);
      expect((await client.query("select count(*)::int as rows from public.invoices")).rows).toEqual([{ rows: 0 }]);
      expect(await readingPostgres(url, async (db) => (await checkLedger(db, new Date())).faults)).toEqual([]);
      await client.end();
      await drop();
    },
  );

  test.skipIf(isForLongTier())("refuses to restore while a server runs, and names its process", async () => {
    const server = await startServer(variables);
    await expect(backup(variables, "restore", "newest", "--yes").finally(() => server.stop())).rejects.toThrow(
      `in use by process ${server.pid}`,
    );
  });
});

describe("the daily backup", () => {
  test.skipIf(isForLongTier())("is made, verified and listed by its job, and removes abandoned scratch folders", async () => {
    const variables = { DATA_DIR: join(scratch, "daily") };
    await copyFirstStart(variables.DATA_DIR);
    const left = join(folderOf(variables), ".scratch-left");
    mkdirSync(folderOf(variables));
    writeFileSync(left, "");
    utimesSync(left, 0, 0);
    expect(await runScript("lib/server/cli/jobs-cli.ts", variables, ["run", "back-up-database"])).toContain("done");
    expect(readdirSync(folderOf(variables)).map((name) => name.split("-", 1)[0])).toEqual(["daily"]);
    expect(await backup(variables, "list")).toMatch(
      /^daily-\S+\.backup\.jsonl\.gz +0\.\d MB +installation \S+, up to no ledger transaction/m,
    );
  });

  test("is kept for a week and within 2 GB, but always the newest; manual backups stay", () => {
    const dataDir = mkdtempSync(join(scratch, "prune-"));
    const folder = join(dataDir, "backups");
    const write = (kind: string, day: number, bytes = 0) => {
      const file = join(folder, `${kind}-${stampOf(new Date(Date.UTC(2026, 10, day)))}.backup.jsonl.gz`);
      writeFileSync(file, "", { flag: "w" });
      truncateSync(file, bytes);
    };
    mkdirSync(folder, { recursive: true });
    write("manual", 1);
    for (let day = 2; day <= 12; day++) write("daily", day);
    pruneDailyBackups(dataDir);
    expect(
      readdirSync(folder)
        .map((name) => name.slice(0, 17))
        .toSorted(),
    ).toEqual([
      "daily-2026-11-06T",
      "daily-2026-11-07T",
      "daily-2026-11-08T",
      "daily-2026-11-09T",
      "daily-2026-11-10T",
      "daily-2026-11-11T",
      "daily-2026-11-12T",
      "manual-2026-11-01",
    ]);
    write("daily", 13, 3 * 1024 ** 3);
    pruneDailyBackups(dataDir);
    expect(
      readdirSync(folder)
        .map((name) => name.slice(0, 17))
        .toSorted(),
    ).toEqual(["daily-2026-11-13T", "manual-2026-11-01"]);
  });
});
