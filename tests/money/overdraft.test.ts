import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { sql } from "drizzle-orm";
import { httpCall } from "../support/server/http-call";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { inTier } from "../support/lacks";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";

const CREDITS = 100;
const CALLS = 300;

beforeAll(ensureBuild);

const CASES = [["Postgres, three processes", "pg", 3]] as const;
const OTHER_CASES = [
  ["the embedded database, one process", "pglite", 1],
  ["Postgres, one process", "pg", 1],
] as const;

describe.each([...CASES, ...inTier([], OTHER_CASES)])("300 concurrent calls on 100 credits: %s", (_, driver, processes) => {
  let world: MoneyWorld;
  let servers: TestServer[] = [];
  let funded: Awaited<ReturnType<typeof fundedToken>>;
  beforeAll(async () => {
    world = await moneyWorld(driver);
    funded = await world.reading((db) => fundedToken(db, CREDITS));
    servers = await Promise.all(Array.from({ length: processes }, () => startServer(world.variables)));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await world.close();
  });

  test("answers and charges exactly 100, refuses 200 with 402, and keeps the books balanced", async () => {
    const answers = await Promise.all(
      Array.from({ length: CALLS }, (_unused, call) => {
        const { port } = servers[call % servers.length] as TestServer;
        return httpCall(port, {
          target: `/api/premium/routing?task=code&budget=${1000 + call}`,
          headers: { authorization: funded.bearer.Authorization },
        });
      }),
    );
    const counted = new Map<number, number>();
    for (const { status } of answers) counted.set(status, (counted.get(status) ?? 0) + 1);
    // After sixty refusals in a minute a process refuses the token without asking the database.
    const refused = (counted.get(402) ?? 0) + (counted.get(429) ?? 0);
    expect([counted.get(200), refused, counted.size <= 3]).toEqual([CREDITS, CALLS - CREDITS, true]);
    const bodies = answers.map(
      ({ text }) => JSON.parse(text) as { billing: { credits_charged: number; credits_remaining: number }; receipt?: { id: string } },
    );
    expect(bodies.reduce((sum, { billing }) => sum + billing.credits_charged, 0)).toBe(CREDITS);
    expect(new Set(bodies.flatMap(({ receipt }) => (receipt ? [receipt.id] : []))).size).toBe(CREDITS);
    await Promise.all(servers.map((server) => server.stop()));
    await world.reading(async (db) => {
      const [account] = await rowsOf<{ posted: number; held: number }>(
        db,
        sql`select posted::int, held::int from accounts where id = ${funded.accountId}`,
      );
      expect(account).toEqual({ posted: 0, held: 0 });
      const [sums] = await rowsOf<{ credits: number }>(db, sql`select coalesce(sum(amount), 0)::int as credits from ledger_entries`);
      expect(sums).toEqual({ credits: 0 });
      expect(await faultsOfLedger(db)).toEqual([]);
    });
  });
});
