import { sql } from "drizzle-orm";
import type { HDAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../../support/stores/rows-of";
import { openAccount } from "@/db/queries/money/ledger/ledger";
import { addToken, findTokenHolder } from "@/db/queries/money/tokens/tokens";
import { hashToken, mintToken } from "@/lib/money/base/access-token";
import { resolveDispute, showDisputes } from "@/lib/money/purchase/dispute-commands";
import type { QuoteOffer } from "@/lib/money/purchase/make-quote";
import { forEachDriver } from "../../support/stores/drivers";
import type { TestDatabase } from "../../support/stores/database";
import { refusedAs, requireBalancedBooks, openShop, type Shop } from "../../support/money/shop";
import { lacksAnvil } from "../../support/lacks";

interface Theft {
  quote: QuoteOffer;
  txHash: string;
  stolen: string;
}

describe.skipIf(lacksAnvil())("a purchase claimed by one party's memo and another's signature", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.stop());

  forEachDriver((open) => {
    let database: TestDatabase;
    let db: Db;
    let victim: HDAccount;
    beforeAll(async () => {
      database = await open();
      db = database.db;
      victim = shop.local.buyers[0];
    });
    afterEach(() => requireBalancedBooks(db));
    afterAll(() => database?.close());

    const balanceOf = async (token: string | null): Promise<number | null> => {
      const holder = token === null ? null : await findTokenHolder(db, hashToken(token), new Date());
      return holder ? holder.posted - holder.held : null;
    };
    const steal = async (): Promise<Theft> => {
      const quote = await shop.quote(db, { requestedUnits: 5_000_000n, caller: crypto.randomUUID() });
      const txHash = await shop.pay(victim, quote.units);
      const { token } = await shop.confirm(db, { txHash, memo: quote.memo });
      return { quote, txHash, stolen: token ?? "" };
    };
    const claim = async (txHash: string) => shop.confirm(db, { txHash, signature: await shop.provePayment(victim, txHash) });
    const spend = async (token: string, credits: number) => {
      const holder = await findTokenHolder(db, hashToken(token), new Date());
      await db.execute(sql`update accounts set held = held + ${credits} where id = ${holder?.accountId}`);
      await db.execute(
        sql`insert into holds (id, account_id, token_id, credits, status, method, endpoint, created_at) values (${crypto.randomUUID()}, ${holder?.accountId}, ${holder?.tokenId}, ${credits}, 'reserved', 'GET', '/api/premium/routing', now())`,
      );
    };
    const waiting = async (txHash: string) => (await showDisputes(db)).find((dispute) => dispute.txHash === txHash);
    const decide = async (txHash: string, party: "payer" | "memo") =>
      resolveDispute(db, { dispute: (await waiting(txHash))?.dispute, for: party, note: "looked at both" });

    test("holds the collected credits from both parties and tells the payer", async () => {
      const { quote, txHash, stolen } = await steal();
      await expect(claim(txHash)).rejects.toMatchObject({
        code: "purchase_disputed",
        details: { retryable: false, credits_held: 275 },
        message: expect.stringContaining("until the operator has decided"),
      });
      expect(await balanceOf(stolen)).toBe(0);
      expect(await waiting(txHash)).toMatchObject({ payer: victim.address.toLowerCase(), heldCredits: 275 });
      expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("purchase_disputed");
      expect(await refusedAs(claim(txHash))).toBe("purchase_disputed");
      expect((await showDisputes(db)).filter((dispute) => dispute.txHash === txHash)).toHaveLength(1);
    });

    test("gives the payer the whole purchase once when resolved for the payer; spent credits become receivable", async () => {
      const { quote, txHash, stolen } = await steal();
      await spend(stolen, 40);
      await expect(claim(txHash)).rejects.toMatchObject({ details: { credits_held: 235 } });
      const owed = async () =>
        (
          await rowsOf<{ sum: number }>(
            db,
            sql`select coalesce(sum(amount), 0)::int as sum from ledger_entries where account_id = -3 and unit = 'credit'`,
          )
        )[0]?.sum ?? 0;
      const before = await owed();
      const { dispute } = await decide(txHash, "payer");
      expect(await owed()).toBe(before - 40);
      const { token } = await claim(txHash);
      expect([await balanceOf(token), await balanceOf(stolen)]).toEqual([275, 0]);
      expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("tx_already_claimed/signature_required");
      expect(await balanceOf(token)).toBe(275);
      await expect(resolveDispute(db, { dispute, for: "memo", note: "second thoughts" })).rejects.toThrow("was resolved before (payer");
      await requireBalancedBooks(db);
    });

    test("returns the held credits to the same token when resolved for the memo's holder, and tells the payer", async () => {
      const { txHash, stolen } = await steal();
      expect(await refusedAs(claim(txHash))).toBe("purchase_disputed");
      await decide(txHash, "memo");
      expect(await balanceOf(stolen)).toBe(275);
      expect(await refusedAs(claim(txHash))).toBe("tx_already_claimed/dispute_resolved");
      expect(await balanceOf(stolen)).toBe(275);
    });

    test("moves the credits once when two operators decide concurrently", async () => {
      const { txHash, stolen } = await steal();
      expect(await refusedAs(claim(txHash))).toBe("purchase_disputed");
      const outcomes = await Promise.allSettled([decide(txHash, "payer"), decide(txHash, "memo"), decide(txHash, "payer")]);
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const got = await refusedAs(claim(txHash));
      expect([275, 0]).toContain(await balanceOf(stolen));
      expect(["not refused", "tx_already_claimed/dispute_resolved"]).toContain(got);
    });

    test("refuses a memo that comes after the payer's signature, whose token keeps working", async () => {
      for (const isScanned of [true, false]) {
        const quote = await shop.quote(db, { requestedUnits: 5_000_000n, caller: crypto.randomUUID() });
        const txHash = await shop.pay(victim, quote.units);
        if (isScanned) await shop.scan(db);
        const { token } = await claim(txHash);
        expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toMatch(/^tx_already_claimed/);
        expect(await balanceOf(token)).toBe(275);
      }
    });

    test("ends the dispute at once for a party that has both memo and wallet", async () => {
      const { quote, txHash, stolen } = await steal();
      expect(await refusedAs(claim(txHash))).toBe("purchase_disputed");
      const { token } = await shop.confirm(db, { txHash, memo: quote.memo, signature: await shop.provePayment(victim, txHash) });
      expect([await balanceOf(token), await balanceOf(stolen), await waiting(txHash)]).toEqual([275, null, undefined]);
      expect(await balanceOf((await claim(txHash)).token)).toBe(275);
    });

    test("holds only the disputed credits of an account that a memo topped up", async () => {
      const now = await shop.now();
      const accountId = await openAccount(db, { name: "thief", now });
      const { token, row } = mintToken("first", "minted");
      await addToken(db, accountId, row, now);
      const quotes = [
        await shop.quote(db, { requestedUnits: 5_000_000n, caller: crypto.randomUUID() }),
        await shop.quote(db, { caller: crypto.randomUUID() }),
      ] as const;
      const [first, second] = [await shop.pay(victim, quotes[0].units), await shop.pay(shop.local.buyers[1], quotes[1].units)];
      await shop.confirm(db, { txHash: first, memo: quotes[0].memo, accountId });
      await shop.confirm(db, { txHash: second, memo: quotes[1].memo, accountId });
      expect(await balanceOf(token)).toBe(325);
      expect(await refusedAs(claim(first))).toBe("purchase_disputed");
      expect(await balanceOf(token)).toBe(50);
      await decide(first, "payer");
      expect([await balanceOf((await claim(first)).token), await balanceOf(token)]).toEqual([275, 50]);
    });

    test("opens two disputes for one transaction that paid two of a thief's quotes, each resolved separately", async () => {
      const quotes = await Promise.all(
        [5_000_000n, 1_000_000n].map((requestedUnits) => shop.quote(db, { requestedUnits, caller: crypto.randomUUID() })),
      );
      const txHash = await shop.local.transferMany(
        victim,
        quotes.map(({ units }) => ({ units })),
      );
      await shop.deepen();
      const stolen: (string | null)[] = [];
      for (const { memo } of quotes) stolen.push((await shop.confirm(db, { txHash, memo })).token);
      await expect(claim(txHash)).rejects.toMatchObject({
        code: "purchase_disputed",
        details: { credits_held: 325, disputes: [expect.any(Number), expect.any(Number)] },
      });
      await decide(txHash, "memo");
      expect(await refusedAs(claim(txHash))).toBe("purchase_disputed");
      await decide(txHash, "payer");
      const { token } = await claim(txHash);
      expect([await balanceOf(token), await balanceOf(stolen[0] ?? null), await balanceOf(stolen[1] ?? null)]).toEqual([50, 275, 0]);
    });

    test("replaces a token for the memo alone for one day, while the token is unused", async () => {
      const { quote, txHash, stolen } = await steal();
      const again = await shop.confirm(db, { txHash, memo: quote.memo });
      expect([await balanceOf(stolen), await balanceOf(again.token)]).toEqual([null, 275]);
      const tomorrow = new Date((await shop.now()).getTime() + 86_401_000);
      expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }, { now: tomorrow }))).toBe(
        "tx_already_claimed/signature_required",
      );
      await spend(again.token ?? "", 1);
      expect(await refusedAs(shop.confirm(db, { txHash, memo: quote.memo }))).toBe("tx_already_claimed/signature_required");
      const signature = await shop.provePayment(victim, txHash);
      expect(await balanceOf((await shop.confirm(db, { txHash, memo: quote.memo, signature })).token)).toBe(274);
    });

    test("takes back a disputed payment whose block is reorganised away, and gives nothing until it returns", async () => {
      const { txHash, stolen } = await steal();
      await shop.scan(db);
      expect(await refusedAs(claim(txHash))).toBe("purchase_disputed");
      const raw = await shop.local.client.request({ method: "eth_getRawTransactionByHash" as never, params: [txHash] as never });
      await shop.local.reorg(8);
      await shop.deepen();
      expect(await shop.scan(db)).toMatchObject({ withdrawn: 1 });
      await expect(decide(txHash, "payer")).rejects.toThrow("has left the chain");
      await requireBalancedBooks(db);
      await shop.local.client.sendRawTransaction({ serializedTransaction: raw as `0x${string}` });
      await shop.deepen();
      expect(await shop.scan(db)).toMatchObject({ credited: 1 });
      await decide(txHash, "payer");
      expect([await balanceOf((await claim(txHash)).token), await balanceOf(stolen)]).toEqual([275, 0]);
    });
  });
});
