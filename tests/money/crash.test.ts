import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "@/db/client";
import { httpCall } from "../support/server/http-call";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { ensureBuild, runScript, startServer } from "../support/server/server";

let world: MoneyWorld;
beforeAll(async () => {
  await ensureBuild();
  world = await moneyWorld("pglite");
});
afterAll(() => world.close());

const balanceOf = (accountId: number) =>
  world.reading(
    async (db) =>
      (await rowsOf<{ posted: number; held: number }>(db, sql`select posted::int, held::int from accounts where id = ${accountId}`))[0],
  );
const sweep = () =>
  runScript("lib/server/cli/jobs-cli.ts", world.variables, ["run", "sweep-holds", "--now", new Date(Date.now() + 120_000).toISOString()]);
const target = "/api/premium/routing?task=code";

describe.each([
  ["call:held", 0],
  ["call:computed", 0],
  ["call:captured", 1],
] as const)("a server that is killed at %s", (step, charged) => {
  test("charges only for a stored answer, and after restart and sweep a repeat with the same key gets one answer and one charge", async () => {
    const { bearer, accountId } = await world.reading((db) => fundedToken(db, 5));
    const headers = { authorization: bearer.Authorization, "idempotency-key": `crash-${step}` };
    const dying = await startServer({ ...world.variables, CRASH_AT: step });
    await expect(httpCall(dying.port, { target, headers })).rejects.toThrow(/socket hang up|ECONNRESET/);
    expect(await dying.stop()).toBeNull();
    await sweep();
    expect(await balanceOf(accountId)).toEqual({ posted: 5 - charged, held: 0 });

    const server = await startServer(world.variables);
    const again = await httpCall(server.port, { target, headers });
    const third = await httpCall(server.port, { target, headers });
    await server.stop();
    expect([again.status, third.status]).toEqual([200, 200]);
    expect(third.text).toBe(again.text);
    expect(JSON.parse(again.text)).toMatchObject({ billing: { credits_charged: 1, credits_remaining: 4 } });
    expect(await balanceOf(accountId)).toEqual({ posted: 4, held: 0 });
    expect(await world.reading(faultsOfLedger)).toEqual([]);
  });
});
