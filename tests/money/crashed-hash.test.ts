import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { faultsOfLedger } from "../support/money/money";
import { sellingWorld, type SellingWorld } from "../support/money/selling-world";
import { lacksAnvil } from "../support/lacks";

describe.skipIf(lacksAnvil())("a call paid by hash whose process is killed", () => {
  let world: SellingWorld;
  beforeAll(async () => {
    world = await sellingWorld();
  });
  afterAll(() => world?.close());

  const soon = () => ["--now", new Date(Date.now() + 120_000).toISOString()];
  const books = () =>
    world.reading(async (db) => ({
      open: (await rowsOf(db, sql`select id from holds where status = 'reserved'`)).length,
      accounts: await rowsOf(db, sql`select posted::int, held::int from accounts where owner_wallet is not null`),
      faults: await faultsOfLedger(db),
    }));

  test("has no hold after a sweep, and its hash pays for one call of any kind", async () => {
    const hash = await world.chain.transfer(world.chain.buyers[0], 20_000n);
    await world.chain.mine(2);
    const dying = await world.start({ CRASH_AT: "call:computed" });
    await expect(world.ask(dying, "?task=code", { "X-Payment-Tx": hash })).rejects.toThrow("fetch failed");
    expect(await dying.stop()).toBeNull();
    expect(await books()).toEqual({ open: 1, accounts: [{ posted: 1, held: 1 }], faults: [] });
    expect(await world.runJob("sweep-holds", soon())).toContain('"expired":1');
    expect(await books()).toEqual({ open: 0, accounts: [{ posted: 1, held: 0 }], faults: [] });

    const server = await world.start();
    const answers = [
      await world.ask(server, "?task=general", { "X-Payment-Tx": hash }),
      await world.ask(server, "?task=general", { "X-Payment-Tx": hash }),
      await world.ask(server, "?task=code", { "X-Payment-Tx": hash }),
    ];
    expect(await server.stop()).toBe(0);
    expect([answers.map(({ status }) => status), answers[1]?.text]).toEqual([[200, 200, 409], answers[0]?.text]);
    expect(await books()).toEqual({ open: 0, accounts: [{ posted: 0, held: 0 }], faults: [] });
  });
});
