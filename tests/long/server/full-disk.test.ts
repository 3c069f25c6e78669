import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { command } from "../../support/server/control";
import { httpCall } from "../../support/server/http-call";
import { faultsOfLedger, fundedToken } from "../../support/money/money";
import { moneyWorld, type MoneyWorld } from "../../support/money/money-world";
import { ensureBuild, runScript, startServer, type TestServer } from "../../support/server/server";
import { mountSmallDisk } from "../../support/stores/small-disk";

const disk = mountSmallDisk(400);
const WHY_NOT = disk ? "" : " (skipped: this user may not mount a small disk)";
const MB = 1024 * 1024;
const LOG_FILE = 16 * MB;
const FUNDS = 100_000;
const CALLERS = 8;
const FULL =
  /^The disk of \S+ has too little space \(\d+ MB left\): the embedded database cannot write\. Make room there, then start again; what was committed is kept\.$/m;
let world: MoneyWorld;

beforeAll(async () => {
  if (!disk) return;
  await ensureBuild();
  world = await moneyWorld("pglite", disk.path);
});
afterAll(async () => {
  disk?.free();
  if (disk) await world.close();
  disk?.remove();
});

interface Account {
  accountId: number;
  bearer: { Authorization: string };
}

const fund = (): Promise<Account> => world.reading((db) => fundedToken(db, FUNDS));
/**
 * Fills the database's log almost to the end of its file, and removes the recycled files. It soon
 * needs space for another.
 */
async function nearTheEndOfTheLog(): Promise<void> {
  const current = await world.reading(async (db) => {
    await rowsOf(
      db,
      sql`select pg_logical_emit_message(false, '', repeat('x', (${LOG_FILE}::int - (pg_current_wal_lsn() - '0/0') % ${LOG_FILE}::int - ${5 * MB}::int)::int))`,
    );
    return (await rowsOf<{ name: string }>(db, sql`select pg_walfile_name(pg_current_wal_lsn()) as name`))[0]?.name ?? "";
  });
  const folder = join(world.variables.DATA_DIR as string, "db/pg_wal");
  for (const name of readdirSync(folder)) if (/^[0-9A-F]{24}$/.test(name) && name > current) rmSync(join(folder, name));
}

const spentOf = (accountId: number): Promise<number> =>
  world.reading(
    async (db) =>
      FUNDS - Number((await rowsOf<{ posted: number }>(db, sql`select posted::int from accounts where id = ${accountId}`))[0]?.posted),
  );

async function pay({ port }: TestServer, { bearer }: Account): Promise<"charged" | "refused"> {
  const { status, text } = await httpCall(port, {
    target: "/api/premium/routing?task=code",
    headers: { authorization: bearer.Authorization },
  });
  const body = JSON.parse(text) as { error?: string; billing: { credits_charged: number } };
  expect([status, body.error, body.billing.credits_charged]).toEqual(status === 200 ? [200, undefined, 1] : [503, "storage_full", 0]);
  return status === 200 ? "charged" : "refused";
}

const health = async ({ baseUrl }: TestServer) =>
  (await (await fetch(`${baseUrl}/api/health`)).json()) as { status: string; database: { reachable: boolean; storageLow: boolean } };

const readiness = async ({ baseUrl }: TestServer) => (await fetch(`${baseUrl}/api/health/ready`)).json();

describe.skipIf(!disk)(`a full disk${WHY_NOT}`, () => {
  test("refuses paid calls uncharged with 503, shows in health, and recovers once there is space", async () => {
    const account = await fund();
    const server = await startServer(world.variables);
    expect(await pay(server, account)).toBe("charged");
    expect((await health(server)).database.storageLow).toBe(false);
    disk?.fill(63 * MB);
    expect(await pay(server, account)).toBe("refused");
    disk?.fill(0);
    for (let call = 0; call < 10; call++) expect(await pay(server, account)).toBe("refused");
    expect(await readiness(server)).toMatchObject({ status: 503, error: "not_ready", checks: { storage: expect.stringMatching(/64 MB/) } });
    expect(await health(server)).toMatchObject({ status: "degraded", database: { reachable: true, storageLow: true } });
    disk?.free();
    expect((await health(server)).database.storageLow).toBe(false);
    expect(await pay(server, account)).toBe("charged");
    expect(await server.stop()).toBe(0);
    expect(await spentOf(account.accountId)).toBe(2);
    expect(await world.reading(faultsOfLedger)).toEqual([]);
  });

  test("ends the server with one sentence when the log cannot grow, as does the next start, and no charge is lost", async () => {
    const account = await fund();
    await nearTheEndOfTheLog();
    const server = await startServer(world.variables);
    const paid = await Promise.all(Array.from({ length: CALLERS }, () => pay(server, account)));
    const charged = paid.filter((outcome) => outcome === "charged").length;
    disk?.fill(8 * MB);
    expect(await pay(server, account)).toBe("refused");
    // Grants write on without being paid for, until the log needs another file. They go to another account.
    const { accountId: other } = await fund();
    let isRunning = true;
    const write = async (): Promise<void> => {
      while (isRunning) {
        const args = { account: other, credits: 1, note: "x".repeat(200) };
        expect(await command(String(world.variables.DATA_DIR), "ledger.grant", args)).toMatchObject({ ok: true });
      }
    };
    await Promise.race(Array.from({ length: CALLERS }, write)).catch(() => (isRunning = false));
    expect(await server.stop()).toBe(1);
    expect(server.output()).toMatch(FULL);
    await expect(startServer(world.variables)).rejects.toThrow(FULL);
    disk?.free();
    const next = await startServer(world.variables);
    expect(await pay(next, account)).toBe("charged");
    expect(await next.stop()).toBe(0);
    await runScript("lib/server/cli/jobs-cli.ts", world.variables, [
      "run",
      "sweep-holds",
      "--now",
      new Date(Date.now() + 120_000).toISOString(),
    ]);
    const spent = await spentOf(account.accountId);
    expect(spent).toBe(charged + 1);
    expect(await world.reading(faultsOfLedger)).toEqual([]);
  });

  test("is explained in one sentence at a first start", async () => {
    disk?.fill(1 * MB);
    try {
      await expect(startServer({ DATA_DIR: `${disk?.path}/new` })).rejects.toThrow(FULL);
    } finally {
      disk?.free();
    }
  });
});
