import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  claimDeliveries,
  listDeliveries,
  markLostDeliveries,
  queueFires,
  recordOutcome,
  type ClaimedDelivery,
} from "@/db/queries/watches/watch-deliveries";
import { endTokens } from "@/db/queries/money/tokens/token-family";
import { watchDeliveries } from "@/db/schema/watches";
import { pruneWatches } from "@/db/queries/watches/watches";
import { fireBody, type WatchMatch } from "@/lib/domain/watches/watch-body";
import { newDeliveryId } from "@/lib/watches/watch-secret";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { fundedAccount } from "../../support/money/paid-calls";
import { aWatch, deliveriesOf, WATCH_TABLES, watchRow } from "../../support/watches/watches";

const NOON = new Date("2026-05-15T12:00:00Z");
const later = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1000);
const bodyOf = (claimed: ClaimedDelivery | undefined) => JSON.parse(claimed ? fireBody(claimed.fire) : "");
const match = (to: number): WatchMatch => ({
  type: "price",
  model: "M",
  provider: "p",
  field: "inputPrice",
  op: "changes",
  from: 0,
  to,
  delta_pct: null,
});

forEachDriver((open) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(() => opened.db.execute(sql.raw(`truncate ${WATCH_TABLES}`)));

  const watchAt = (over: Parameters<typeof aWatch>[1] = {}) => aWatch(opened.db, { createdAt: NOON, ...over });
  const fire = (watchId: string, count: number) =>
    queueFires(
      opened.db,
      Array.from({ length: count }, (_, index) => ({ id: newDeliveryId(), watchId, firedAt: NOON, match: match(index + 1) })),
    );
  const answered = (id: string, status = 200, at = NOON) => recordOutcome(opened.db, id, { kind: "answered", status }, at);
  const claim = (limit = 100, at = NOON) => claimDeliveries(opened.db, limit, at);
  const statesOf = async (id: string) => (await deliveriesOf(opened.db, id)).map(({ state }) => state);

  const minuteOf = async (seconds: number, ends = answered): Promise<string[]> => {
    const sent: string[] = [];
    for (let claimed = await claim(100, later(seconds)); claimed.length > 0; claimed = await claim(100, later(seconds))) {
      for (const { id, watchId } of claimed) {
        sent.push(watchId);
        await ends(id, 200, later(seconds));
      }
    }
    return sent;
  };
  const countOf = (sent: readonly string[], { id }: { id: string }) => sent.filter((watchId) => watchId === id).length;

  test("sends ten a minute of one account to one host, and others take their turns meanwhile", async () => {
    const { accountId } = await fundedAccount(opened.db, 0);
    const [first, second] = [await watchAt({ accountId, isVerified: true }), await watchAt({ accountId })];
    const other = await watchAt();
    for (const { id } of [first, second, other]) await fire(id, 12);
    const sent = await minuteOf(0);
    expect([countOf(sent, first) + countOf(sent, second), countOf(sent, other)]).toEqual([10, 10]);
    expect(countOf(sent.slice(0, 9), other)).toBe(3);
    expect(await minuteOf(59)).toEqual([]);
    const next = await minuteOf(61);
    expect([countOf(next, first) + countOf(next, second), countOf(next, other)]).toEqual([10, 2]);
  });

  test("sends twenty a minute to a host that never answered with 2xx, whoever has them sent", async () => {
    const watches = await Promise.all([0, 1, 2, 3].map(() => watchAt()));
    for (const { id } of watches) await fire(id, 9);
    const refuse = (id: string) => answered(id, 500);
    const sent = await minuteOf(0, refuse);
    expect([sent.length, watches.map((watch) => countOf(sent, watch))]).toEqual([20, [5, 5, 5, 5]]);
    expect((await minuteOf(61, refuse)).length).toBe(16);
  });

  test("does not send what has waited for a day, and shows it in the log", async () => {
    const watch = await watchAt();
    await fire(watch.id, 2);
    await opened.db.update(watchDeliveries).set({ queuedAt: NOON });
    expect((await claim(1, later(86_399))).length).toBe(1);
    expect(await claim(100, later(86_401))).toEqual([]);
    expect(await listDeliveries(opened.db, watch.id, 10)).toMatchObject([
      { state: "expired", outcome: "expired", detail: "not sent within 24 hours", claimedAt: null, finishedAt: later(86_401) },
      { state: "sending" },
    ]);
    expect(await watchRow(opened.db, watch.id)).toMatchObject({ fireCount: 1 });
  });

  test("counts a fire when it is claimed, before it is sent, and puts the count into its body", async () => {
    const watch = await watchAt({ fireCap: 9 });
    await fire(watch.id, 1);
    const [claimed] = await claim();
    expect(await watchRow(opened.db, watch.id)).toMatchObject({ fireCount: 1, lastFiredAt: NOON, lastDeliveryStatus: null });
    expect(bodyOf(claimed)).toEqual({
      event: "watch.fire",
      watch_id: watch.id,
      delivery_id: claimed?.id,
      fired_at: NOON.toISOString(),
      fire_count: 1,
      fire_cap: 9,
      spec: watch.spec,
      match: match(1),
    });
    expect(claimed).toMatchObject({ url: watch.callbackUrl, deliveryId: claimed?.id, sealedSecret: null });
    expect(Object.keys(bodyOf(claimed).match)).toEqual(["type", "model", "provider", "field", "op", "from", "to", "delta_pct"]);
  });

  test("sends the fires of a watch one at a time and in order", async () => {
    const watch = await watchAt();
    await fire(watch.id, 3);
    const sent: number[] = [];
    for (let round = 0; round < 3; round++) {
      const claimed = await claim();
      expect(claimed).toHaveLength(1);
      expect(await claim()).toEqual([]);
      sent.push(bodyOf(claimed[0]).match.to);
      await answered(claimed[0]?.id ?? "");
    }
    expect(sent).toEqual([1, 2, 3]);
    expect(await claim()).toEqual([]);
  });

  test("sends the fire that reaches the cap, ends the watch and drops the rest", async () => {
    const watch = await watchAt({ fireCap: 2 });
    await fire(watch.id, 4);
    for (const count of [1, 2]) {
      const [claimed] = await claim();
      expect(bodyOf(claimed).fire_count).toBe(count);
      await answered(claimed?.id ?? "", 500);
    }
    expect(await claim()).toEqual([]);
    expect(await watchRow(opened.db, watch.id)).toMatchObject({
      status: "cap_reached",
      fireCount: 2,
      endedAt: NOON,
      lastDeliveryStatus: 500,
    });
    expect(await statesOf(watch.id)).toEqual(["sent", "sent", "dropped", "dropped"]);
  });

  test("ends a watch whose receiver has answered 410 for a day, with a line in its log, and drops what waits", async () => {
    const watch = await watchAt();
    const answerAt = async (hours: number, status: number) => {
      await fire(watch.id, 1);
      const now = later(hours * 3600);
      const [claimed] = await claim(10, now);
      await recordOutcome(opened.db, claimed?.id ?? "", { kind: "answered", status }, now);
      return (await watchRow(opened.db, watch.id)).status;
    };
    expect(await answerAt(0, 410)).toBe("active");
    expect(await answerAt(20, 200)).toBe("active");
    expect(await answerAt(24, 410)).toBe("active");
    expect(await answerAt(47, 410)).toBe("active");
    await fire(watch.id, 2);
    expect(await answerAt(48, 410)).toBe("receiver_gone");
    expect(await claim(10, later(48 * 3600))).toEqual([]);
    expect(await watchRow(opened.db, watch.id)).toMatchObject({ endedAt: later(48 * 3600), lastDeliveryStatus: 410 });
    expect((await statesOf(watch.id)).slice(-2)).toEqual(["dropped", "dropped"]);
    const log = await listDeliveries(opened.db, watch.id, 10);
    expect(log.filter(({ detail }) => detail === "the receiver has been gone for a day, so the watch ended")).toHaveLength(1);
  });

  test("sends nothing for a deleted or expired watch, or an account without a valid token", async () => {
    const closed = await fundedAccount(opened.db, 0);
    await endTokens(opened.db, closed.tokenId, NOON);
    const ended = [
      await watchAt({ status: "deleted" }),
      await watchAt({ expiresAt: NOON }),
      await watchAt({ accountId: closed.accountId }),
    ];
    for (const { id } of ended) await fire(id, 1);
    expect(await claim()).toEqual([]);
    for (const { id } of ended) expect(await statesOf(id)).toEqual(["dropped"]);
    expect(await watchRow(opened.db, ended[1]?.id ?? "")).toMatchObject({ status: "expired", fireCount: 0 });
  });

  test("sends at most four deliveries to a host at once, without delaying other hosts", async () => {
    for (let count = 0; count < 7; count++) await fire((await watchAt()).id, 1);
    const elsewhere = await watchAt({ callbackHost: "93.184.215.99" });
    await fire(elsewhere.id, 1);
    const claims = await Promise.all([claim(), claim(), claim()]);
    const claimed = claims.flat();
    expect(claimed).toHaveLength(5);
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(5);
    expect(claimed.filter(({ watchId }) => watchId === elsewhere.id)).toHaveLength(1);
    await answered(claimed.find(({ watchId }) => watchId !== elsewhere.id)?.id ?? "");
    expect(await claim()).toHaveLength(1);
  });

  test("counts each fire once and never exceeds the cap with ten simultaneous claims", async () => {
    const watch = await watchAt({ fireCap: 3 });
    await fire(watch.id, 8);
    let total = 0;
    for (let round = 0; round < 5; round++) {
      const claimed = (await Promise.all(Array.from({ length: 10 }, () => claim()))).flat();
      expect(claimed.length).toBeLessThanOrEqual(1);
      total += claimed.length;
      for (const { id } of claimed) await answered(id);
    }
    expect([total, (await watchRow(opened.db, watch.id)).fireCount]).toEqual([3, 3]);
  });

  test("marks a delivery unfinished after a minute as lost and sends the next one instead", async () => {
    const watch = await watchAt({ lastDeliveryStatus: 200 });
    await fire(watch.id, 2);
    const [first] = await claim();
    expect(await markLostDeliveries(opened.db, later(60))).toBe(0);
    const [second] = await claim(10, later(61));
    expect(second?.id).not.toBe(first?.id);
    const [, lost] = await listDeliveries(opened.db, watch.id, 10);
    expect(lost).toMatchObject({ id: first?.id, state: "lost", outcome: "lost", httpStatus: null });
    expect(await watchRow(opened.db, watch.id)).toMatchObject({ fireCount: 2, lastDeliveryStatus: null });
  });

  test.each([
    ["the HTTP status", { kind: "answered", status: 503 }, 503, false],
    ["a redirect, not followed", { kind: "answered", status: 302 }, 302, false],
    ["a success, which verifies the receiver", { kind: "answered", status: 204 }, 204, true],
    ["null for a network error", { kind: "timeout", detail: "no answer in time" }, null, false],
  ] as const)("records the outcome: %s", async (_, outcome, status, isVerified) => {
    const watch = await watchAt({ lastDeliveryStatus: 418 });
    await fire(watch.id, 1);
    const [claimed] = await claim();
    await recordOutcome(opened.db, claimed?.id ?? "", outcome, later(3));
    expect(await watchRow(opened.db, watch.id)).toMatchObject({ lastDeliveryStatus: status, isVerified, status: "active" });
    expect((await deliveriesOf(opened.db, watch.id))[0]).toMatchObject({
      state: "sent",
      outcome: outcome.kind,
      httpStatus: status,
      claimedAt: NOON,
      finishedAt: later(3),
    });
  });

  test("deletes long-ended watches and unpaid drafts with their deliveries", async () => {
    const [kept, ended, draft] = [
      await watchAt(),
      await watchAt({ status: "deleted", endedAt: later(-60) }),
      await watchAt({ status: "draft" }),
    ];
    await fire(ended.id, 1);
    expect(await pruneWatches(opened.db, { endedBefore: NOON, draftedBefore: later(1) })).toBe(2);
    expect(await watchRow(opened.db, kept.id)).toMatchObject({ status: "active" });
    expect(await watchRow(opened.db, draft.id)).toBeUndefined();
    expect(await deliveriesOf(opened.db, ended.id)).toEqual([]);
  });
});
