import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { FAULTS } from "@/lib/domain/money/call-breakers";
import { httpCall } from "../support/server/http-call";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";
import { inTier, WORLD_DRIVER } from "../support/lacks";

const CALLS = inTier(600, 3000);
const AT_ONCE = 8;
const TEXT = "text-of-the-callers-own";

let world: MoneyWorld;
let server: TestServer;
let funded: Awaited<ReturnType<typeof fundedToken>>;

beforeAll(async () => {
  await ensureBuild();
  world = await moneyWorld(WORLD_DRIVER);
  funded = await world.reading((db) => fundedToken(db, 100));
  server = await startServer(world.variables);
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

const ask = (target: string) => httpCall(server.port, { target, headers: { authorization: funded.bearer.Authorization } });

async function askMany(): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let call = next++; call < CALLS; call = next++) {
      const { status } = await ask(`/api/premium/providers/${TEXT}-${call}`);
      counted[status] = (counted[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return counted;
}

test(`${CALLS} calls for unknown resources leave few rows behind and publish none of the caller's text`, async () => {
  const began = Date.now();
  const counted = await askMany();
  // The breaker closes once a minute and then allows the same number of faults again.
  const most = FAULTS.calls * (1 + Math.ceil((Date.now() - began) / (FAULTS.cooldownSeconds * 1000)));
  expect(counted[404]).toBeGreaterThanOrEqual(FAULTS.calls);
  expect(counted[404]).toBeLessThanOrEqual(most);
  expect(Object.keys(counted)).toEqual(["404", "429"]);
  const stats = await httpCall(server.port, { target: "/api/payment/no-charge-stats" });
  expect(stats.text).not.toContain(TEXT);
  expect(JSON.parse(stats.text)).toMatchObject({
    by_reason: { caller_fault: counted[404] },
    by_endpoint: { "/api/premium/providers/{name}": counted[404] },
  });
  await server.stop();
  await world.reading(async (db) => {
    const [rows] = await rowsOf<Record<string, number>>(
      db,
      sql`select (select count(*)::int from holds where account_id = ${funded.accountId}) as holds,
            (select count(*)::int from no_charge_events) as events,
            (select count(*)::int from receipts where body like '%caller_fault%') as receipts,
            (select count(*)::int from call_counters) as counters,
            (select held::int from accounts where id = ${funded.accountId}) as held`,
    );
    const { holds = 0, counters = 0, ...kept } = rows ?? {};
    expect(kept).toEqual({ events: counted[404], receipts: counted[404], held: 0 });
    expect(holds).toBeLessThanOrEqual(most + AT_ONCE * (most / FAULTS.calls));
    expect(counters).toBeLessThanOrEqual(holds + 2);
    const [shown] = await rowsOf<{ texts: number }>(
      db,
      sql`select ((select count(*) from holds where endpoint like ${`%${TEXT}%`}) + (select count(*) from no_charge_events where endpoint like ${`%${TEXT}%`}))::int as texts`,
    );
    expect(shown).toEqual({ texts: 0 });
    expect(await faultsOfLedger(db)).toEqual([]);
  });
});
