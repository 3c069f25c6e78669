import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { makeQuote, type QuoteOffer, type QuoteRequest } from "@/lib/money/purchase/make-quote";
import { MAX_EXTRA_UNITS, MAX_RESERVED_AMOUNTS, UNITS_PER_CENT } from "@/lib/domain/money/quote";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver, openPg } from "../../support/stores/drivers";
import { inTier } from "../../support/lacks";
import { refusedAs } from "../../support/money/shop";

const T0 = new Date("2026-05-15T18:00:00Z");
const after = (seconds: number): Date => new Date(T0.getTime() + seconds * 1000);
const HALF_AN_HOUR = 1800;
const DAY = 86_400;
const centOf = (units: bigint): bigint => units / UNITS_PER_CENT;
const isRound = (units: bigint): boolean => units % UNITS_PER_CENT === 0n;

let database: TestDatabase;
const quote = (request: Partial<QuoteRequest> = {}): Promise<QuoteOffer> =>
  makeQuote(database.db, { requestedUnits: 5_000_000n, senderWallet: null, endpoint: null, caller: "somebody", now: T0, ...request });
const reserve = (cent: bigint, places: number): Promise<unknown> =>
  database.db.execute(
    sql`insert into quote_amounts (units, quote_id, free_at) select ${(cent * UNITS_PER_CENT).toString()}::bigint + n, 0, ${after(DAY).toISOString()}::timestamptz from generate_series(1, ${places}::int) as n`,
  );

describe("quoted amounts on each database", () => {
  forEachDriver((open) => {
    beforeAll(async () => {
      database = await open();
    });
    beforeEach(() => database.db.execute(sql`truncate quotes, quote_amounts, quote_places`));
    afterAll(() => database?.close());

    test("refuses a caller's twenty-first amount until a day after the first twenty expired", async () => {
      for (let offers = 0; offers < MAX_RESERVED_AMOUNTS; offers++) await quote();
      for (const seconds of [0, HALF_AN_HOUR + 1, HALF_AN_HOUR + DAY]) {
        expect(await refusedAs(quote({ now: after(seconds) }))).toBe("too_many_open_quotes");
      }
      await expect(quote({ now: after(HALF_AN_HOUR + DAY - 10) })).rejects.toMatchObject({
        details: { retry_after: 10, limit: MAX_RESERVED_AMOUNTS },
      });
      expect(await refusedAs(quote({ caller: "somebody else" }))).toBe("not refused");
      expect(await refusedAs(quote({ now: after(HALF_AN_HOUR + DAY + 1) }))).toBe("not refused");
    });

    test("makes twenty of forty concurrent quotes, and a primary key protects each place", async () => {
      const outcomes = await Promise.all(Array.from({ length: 2 * MAX_RESERVED_AMOUNTS }, () => refusedAs(quote())));
      expect(outcomes.filter((outcome) => outcome === "not refused")).toHaveLength(MAX_RESERVED_AMOUNTS);
      const [kept] = await rowsOf<{ places: number; quotes: number }>(
        database.db,
        sql`select (select count(*)::int from quote_places p join quotes q on q.id = p.quote_id) as places, (select count(*)::int from quotes) as quotes`,
      );
      expect(kept).toEqual({ places: MAX_RESERVED_AMOUNTS, quotes: MAX_RESERVED_AMOUNTS });
      await expect(
        database.db.execute(sql`insert into quote_places (caller, place, quote_id, free_at) values ('somebody', 1, 0, now())`),
      ).rejects.toMatchObject({ cause: { code: "23505" } });
    });

    test("sells a full cent's amount one cent above, never round, and reuses its amounts once they are free", async () => {
      await reserve(500n, MAX_EXTRA_UNITS);
      const offers = await Promise.all(Array.from({ length: 10 }, () => quote()));
      expect(new Set(offers.map(({ units }) => centOf(units)))).toEqual(new Set([501n]));
      expect(offers.filter(({ units, credits }) => isRound(units) || credits < 275)).toEqual([]);
      const later = await quote({ caller: "later", now: after(DAY + 1) });
      expect(centOf(later.units)).toBe(500n);
    });

    test("offers amounts of a crowded cent and of another one, and skips crowded cents", async () => {
      await reserve(500n, 3000);
      expect(
        new Set((await Promise.all(Array.from({ length: 10 }, () => quote({ caller: "before" })))).map(({ units }) => centOf(units))),
      ).toEqual(new Set([500n]));
      await database.db.execute(sql`truncate quote_amounts`);
      for (const cent of [500n, 501n, 502n]) await reserve(cent, 3333);
      const offers = await Promise.all(
        [1, 2, 3].flatMap((caller) => Array.from({ length: MAX_RESERVED_AMOUNTS }, () => quote({ caller: `caller ${caller}` }))),
      );
      const cents = offers.map(({ units }) => centOf(units));
      expect(cents).toContain(500n);
      expect(cents.filter((cent) => cent === 501n || cent === 502n)).toEqual([]);
      expect(cents.some((cent) => cent > 502n)).toBe(true);
      expect(new Set(offers.map(({ units }) => units)).size).toBe(offers.length);
    });

    test.each([
      [500_000n, 25],
      [1_000_000n, 50],
      [5_000_000n, 275],
      [30_000_000n, 1950],
      [200_000_000n, 16_000],
      [10_000_000_000n, 800_000],
    ])("sells %s units for at least %s credits, quiet or crowded", async (requestedUnits, credits) => {
      expect((await quote({ requestedUnits })).credits).toBe(credits);
      await database.db.execute(sql`truncate quote_amounts`);
      await reserve(centOf(requestedUnits), MAX_EXTRA_UNITS);
      expect((await quote({ requestedUnits })).credits).toBeGreaterThanOrEqual(credits);
    });
  });
});

describe("an attacker with four hundred addresses", () => {
  beforeAll(async () => {
    database = await openPg();
  });
  afterAll(() => database?.close());

  test("who makes thousands of quotes around five dollars blocks no round amount and no sale, and no two quotes share an amount", async () => {
    const COUNT = inTier(2000, 8000);
    const requests = Array.from({ length: COUNT }, (_, index) => ({
      caller: `address ${index % 400}`,
      requestedUnits: index % 2 === 0 ? 4_990_000n : 5_000_000n,
    }));
    const caught: bigint[] = [];
    const attack = async (): Promise<void> => {
      for (let next = requests.pop(); next; next = requests.pop()) caught.push((await quote(next)).units);
    };
    await Promise.all(Array.from({ length: 8 }, attack));
    expect(caught).toHaveLength(COUNT);
    expect(new Set(caught).size).toBe(COUNT);
    expect(caught.filter(isRound)).toEqual([]);
    expect((await quote({ caller: "buyer" })).credits).toBeGreaterThanOrEqual(275);
    await expect(quote({ caller: "buyer", requestedUnits: 4_999_000n })).rejects.toThrow("whole cents");
  });
});
