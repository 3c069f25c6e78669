import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { rowsOf } from "../../support/stores/rows-of";
import { runNamedJob } from "@/lib/server/cli/job-commands";
import { faultsOfLedger } from "../../support/money/money";
import { claimStateOf } from "../../support/money/rails-answers";
import { failing, openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { lacksAnvil } from "../../support/lacks";

const CODE = "?task=code";
const inTwoMinutes = () => new Date(Date.now() + 120_000).toISOString();

describe.skipIf(lacksAnvil())("the hold on a payment that paid for nothing yet", () => {
  let world: RailsWorld;
  beforeAll(async () => {
    world = await openRailsWorld();
  });
  beforeEach(() => world.proxy.behave({ kind: "pass" }));
  afterAll(async () => {
    await world.close();
  });

  const buyer = (index: 0 | 1 | 2) => world.local.buyers[index];
  const balanceOf = async (index: 0 | 1 | 2) =>
    (
      await rowsOf<{ posted: number; held: number }>(
        world.db,
        sql`select posted::int, held::int from accounts where owner_wallet = ${buyer(index).address.toLowerCase()}`,
      )
    )[0];
  async function unspent(index: 0 | 1 | 2): Promise<string> {
    const hash = await world.pay(buyer(index), 20_000n);
    expect((await world.ask(CODE, { "X-Payment-Tx": hash }, failing)).headers.get("x-payment-state")).toBe("unspent");
    return hash;
  }
  const sweep = (now = inTwoMinutes()) => runNamedJob(world.db, { name: "sweep-holds", now });

  test("ends while the chain is stopped, and the payment still pays for one call then", async () => {
    const hashes = [await unspent(0), await unspent(0)];
    world.proxy.behave({ kind: "cut" });
    expect([await balanceOf(0), await sweep(new Date().toISOString())]).toMatchObject([
      { posted: 2, held: 2 },
      { counts: { expired: 0, underWay: 2, paymentGone: 0, locked: 0 } },
    ]);
    expect([await sweep(), await balanceOf(0)]).toMatchObject([
      { counts: { expired: 2, underWay: 0, paymentGone: 0, locked: 0 } },
      { posted: 2, held: 0 },
    ]);
    expect((await world.ask(CODE, { "X-Payment-Tx": hashes[0] as string })).status).toBe(200);
    expect([await balanceOf(0), await faultsOfLedger(world.db)]).toEqual([{ posted: 1, held: 0 }, []]);
  });

  test("gives no credits of a payment whose block left the chain", async () => {
    const hash = await world.local.transfer(buyer(1), 20_000n);
    await world.local.mine(1);
    await world.ask(CODE, { "X-Payment-Tx": hash }, failing);
    expect(await balanceOf(1)).toEqual({ posted: 1, held: 1 });
    await runNamedJob(world.db, { name: "scan-transfers" });
    await world.local.reorg(2);
    await world.local.mine(3);
    await runNamedJob(world.db, { name: "scan-transfers", now: inTwoMinutes() });
    expect([await claimStateOf(world.db, hash), await balanceOf(1)]).toEqual(["gone", { posted: 0, held: 0 }]);
    await sweep();
    expect([await balanceOf(1), await faultsOfLedger(world.db)]).toEqual([{ posted: 0, held: 0 }, []]);
  });

  test("ends also where an older version made it without an expiry, unless its payment is gone, which the sweep says", async () => {
    const [first, second] = [await unspent(2), await unspent(2)];
    await world.db.execute(
      sql`update holds set expires_at = null, created_at = now() - interval '40 minutes' where status = 'reserved' and account_id in (select account_id from claims where tx_hash = ${first})`,
    );
    await world.db.execute(sql`update claims set state = 'gone' where tx_hash = ${second}`);
    expect([await sweep(), await balanceOf(2)]).toMatchObject([
      { counts: { expired: 1, underWay: 0, paymentGone: 1, locked: 0 } },
      { posted: 2, held: 1 },
    ]);
  });
});
