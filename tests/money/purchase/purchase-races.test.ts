import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { openAccount } from "@/db/queries/money/ledger/ledger";
import { forEachDriver } from "../../support/stores/drivers";
import type { TestDatabase } from "../../support/stores/database";
import { faultsOf, openShop, refusedAs, type Shop } from "../../support/money/shop";
import { lacksAnvil } from "../../support/lacks";

describe.skipIf(lacksAnvil())("concurrent purchases", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.stop());

  forEachDriver((open) => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database?.close());

    const countOf = async (table: "purchases" | "accounts") =>
      (
        await rowsOf<{ count: number }>(
          database.db,
          table === "purchases"
            ? sql`select count(*)::int as count from purchases`
            : sql`select count(*)::int as count from accounts where kind = 'customer'`,
        )
      )[0]?.count ?? 0;

    test("credits one payment once for fifty concurrent confirms, with one working token", async () => {
      const quote = await shop.quote(database.db);
      const txHash = await shop.pay(shop.local.buyers[0], quote.units);
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => refusedAs(shop.confirm(database.db, { txHash, memo: quote.memo }))),
      );
      expect(new Set(outcomes).has("not refused")).toBe(true);
      expect([...new Set(outcomes)].filter((outcome) => outcome !== "not refused" && outcome !== "tx_in_flight")).toEqual([]);
      expect([await countOf("purchases"), await countOf("accounts")]).toEqual([1, 1]);
      const [active] = await rowsOf<{ count: number; posted: number }>(
        database.db,
        sql`select count(*)::int as count, max(a.posted)::int as posted from tokens t join accounts a on a.id = t.account_id where t.revoked_at is null`,
      );
      expect(active).toEqual({ count: 1, posted: 50 });
      expect(await faultsOf(database.db)).toEqual([]);
    });

    test("lets one winner collect when job, memo, signature and top-up race for one payment", async () => {
      const { db } = database;
      const accountId = await openAccount(db, { name: "old customer", now: await shop.now() });
      const before = await countOf("purchases");
      const quote = await shop.quote(db);
      const txHash = await shop.pay(shop.local.buyers[0], quote.units);
      const signature = await shop.provePayment(shop.local.buyers[0], txHash);
      const racers = [
        () => shop.confirm(db, { txHash, memo: quote.memo }),
        () => shop.confirm(db, { txHash, signature }),
        () => shop.confirm(db, { txHash, memo: quote.memo, accountId }),
        () => shop.scan(db),
      ];
      const outcomes = await Promise.all([...racers, ...racers].map((race) => refusedAs(race())));
      expect(
        [...new Set(outcomes)].filter(
          (outcome) =>
            !["not refused", "tx_in_flight", "tx_already_claimed", "tx_already_claimed/signature_required", "purchase_disputed"].includes(
              outcome,
            ),
        ),
      ).toEqual([]);
      expect(await countOf("purchases")).toBe(before + 1);
      expect(await faultsOf(db)).toEqual([]);
    });

    test("gives one of two concurrent payments to the quote and leaves the other to its payer", async () => {
      const { db } = database;
      const quote = await shop.quote(db);
      const hashes = [
        await shop.local.transfer(shop.local.buyers[0], quote.units),
        await shop.local.transfer(shop.local.buyers[1], quote.units),
      ];
      await shop.deepen();
      const outcomes = await Promise.all(hashes.map((txHash) => refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))));
      expect(outcomes.filter((outcome) => outcome === "not refused")).toHaveLength(1);
      expect(await faultsOf(db)).toEqual([]);
    });

    test("gives concurrent quotes unique amounts, and no caller more than twenty open ones", async () => {
      const { db } = database;
      const quotes = await Promise.all(
        Array.from({ length: 60 }, (_, index) => shop.quote(db, { caller: `caller ${index % 6}`, requestedUnits: 2_000_000n })),
      );
      expect(new Set(quotes.map(({ units }) => units)).size).toBe(60);
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => refusedAs(shop.quote(db, { caller: "greedy" }))));
      expect(outcomes.filter((outcome) => outcome === "not refused")).toHaveLength(20);
      expect(outcomes.filter((outcome) => outcome === "too_many_open_quotes")).toHaveLength(10);
    });
  });
});
