import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { runNamedJob } from "@/lib/server/cli/job-commands";
import { callingWorld, type CallingWorld } from "../support/money/calling-world";
import { faultsOfLedger, fundedToken } from "../support/money/money";

let world: CallingWorld;
beforeAll(async () => {
  world = await callingWorld();
});
afterAll(() => world.close());

const balanceOf = async (accountId: number) =>
  (await rowsOf<{ posted: number; held: number }>(world.db, sql`select posted::int, held::int from accounts where id = ${accountId}`))[0];

test.each([
  ["call:held", 0],
  ["call:computed", 0],
  ["call:captured", 1],
] as const)(
  "a process killed at %s charges only for a stored answer; after a sweep a repeat with the same key gets one answer and one charge",
  async (step, charged) => {
    const { bearer, accountId } = await fundedToken(world.db, 5);
    const headers = { authorization: bearer.Authorization, "idempotency-key": `crash-${step}` };
    await expect(world.crash(step, headers)).rejects.toThrow("ended with null");
    await runNamedJob(world.db, { name: "sweep-holds", now: new Date(Date.now() + 120_000).toISOString() });
    expect(await balanceOf(accountId)).toEqual({ posted: 5 - charged, held: 0 });

    const [again, third] = [await world.ask(headers), await world.ask(headers)];
    expect([again.status, third.status, third.text]).toEqual([200, 200, again.text]);
    expect(JSON.parse(again.text)).toMatchObject({ billing: { credits_charged: 1, credits_remaining: 4 } });
    expect(await balanceOf(accountId)).toEqual({ posted: 4, held: 0 });
    expect(await faultsOfLedger(world.db)).toEqual([]);
  },
);

test.each(["call:held", "call:computed"] as const)(
  "a process killed at %s with thirty calls under way, which share statements, charges none and gives all credits back",
  async (step) => {
    const { bearer, accountId } = await fundedToken(world.db, 40);
    await expect(world.crash(step, { authorization: bearer.Authorization }, 30)).rejects.toThrow("ended with null");
    expect((await balanceOf(accountId))?.held).toBeGreaterThan(0);
    await runNamedJob(world.db, { name: "sweep-holds", now: new Date(Date.now() + 120_000).toISOString() });
    expect(await balanceOf(accountId)).toEqual({ posted: 40, held: 0 });
    expect(await faultsOfLedger(world.db)).toEqual([]);
  },
);

test("a process killed once the first of thirty calls is charged has charged what its shared statements committed, each with its receipt", async () => {
  const { bearer, accountId } = await fundedToken(world.db, 40);
  await expect(world.crash("call:captured", { authorization: bearer.Authorization }, 30)).rejects.toThrow("ended with null");
  await runNamedJob(world.db, { name: "sweep-holds", now: new Date(Date.now() + 120_000).toISOString() });
  const [counted] = await rowsOf<{ charged: number; receipts: number }>(
    world.db,
    sql`select count(*)::int as charged, count(r.id)::int as receipts from holds h left join receipts r on r.id = h.receipt_id where h.account_id = ${accountId} and h.status = 'captured'`,
  );
  expect(counted?.charged).toBeGreaterThan(0);
  expect(counted?.receipts).toBe(counted?.charged);
  expect(await balanceOf(accountId)).toEqual({ posted: 40 - (counted?.charged ?? 0), held: 0 });
  expect(await faultsOfLedger(world.db)).toEqual([]);
});
