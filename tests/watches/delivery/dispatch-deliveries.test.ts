import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { DeliveryOutcome } from "@/lib/watches/delivery/delivery-outcome";
import { dispatchDeliveries } from "@/lib/watches/delivery/dispatch-deliveries";

const answered: DeliveryOutcome = { kind: "answered", status: 200 };

/** An in-memory outbox; each send waits until the test releases it. */
function outboxOf(count: number) {
  const waiting = Array.from({ length: count }, (_, number) => number);
  const claimed: number[] = [];
  const recorded: number[] = [];
  const open = new Map<number, (outcome: DeliveryOutcome) => void>();
  let most = 0;
  return {
    waiting,
    claimed,
    recorded,
    open,
    most: () => most,
    outbox: {
      claim: async (limit: number) => {
        const items = waiting.splice(0, limit);
        claimed.push(...items);
        return items;
      },
      send: (item: number) =>
        new Promise<DeliveryOutcome>((resolve) => {
          open.set(item, resolve);
          most = Math.max(most, open.size);
        }),
      record: async (item: number, outcome: DeliveryOutcome) => {
        if (outcome.kind === "tls_error") throw new Error("the database went away");
        recorded.push(item);
      },
    },
    answer(item: number, outcome = answered) {
      open.get(item)?.(outcome);
      open.delete(item);
    },
  };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

describe("dispatchDeliveries", () => {
  test("sends all items with limited concurrency and counts the outcomes", async () => {
    const box = outboxOf(25);
    const running = dispatchDeliveries(box.outbox, { atOnce: 4, mayBegin: () => true });
    for (let item = 0; item < 25; item++) {
      await until(() => box.open.has(item));
      expect(box.claimed.length - box.recorded.length).toBeLessThanOrEqual(4);
      box.answer(item, item % 5 === 0 ? { kind: "timeout", detail: "" } : answered);
    }
    expect(await running).toEqual({ sent: 25, answered: 20, failed: 5 });
    expect(box.most()).toBe(4);
    expect(box.recorded).toEqual(Array.from({ length: 25 }, (_, number) => number));
  });

  test("does not let a slow delivery block the others", async () => {
    const box = outboxOf(10);
    const running = dispatchDeliveries(box.outbox, { atOnce: 2, mayBegin: () => true });
    for (let item = 1; item < 10; item++) {
      await until(() => box.open.has(item));
      box.answer(item);
    }
    await until(() => box.recorded.length === 9);
    box.answer(0);
    expect(await running).toMatchObject({ sent: 10 });
    expect(box.recorded.at(-1)).toBe(0);
  });

  test("claims only what it can begin: when time is up, the rest stays and running deliveries are recorded", async () => {
    const box = outboxOf(10);
    let hasTime = true;
    const running = dispatchDeliveries(box.outbox, { atOnce: 3, mayBegin: () => hasTime });
    await until(() => box.open.size === 3);
    hasTime = false;
    for (const item of [0, 1, 2]) box.answer(item);
    expect(await running).toEqual({ sent: 3, answered: 3, failed: 0 });
    expect(box.waiting).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(box.recorded).toEqual([0, 1, 2]);
  });

  test("claims again when a delivery ended during an empty claim", async () => {
    const box = outboxOf(2);
    let looks = 0;
    const claim = async () => {
      looks += 1;
      if (looks !== 2) return box.outbox.claim(1);
      box.answer(0);
      await until(() => box.recorded.length === 1);
      return [];
    };
    const one = { ...box.outbox, claim };
    const running = dispatchDeliveries(one, { atOnce: 3, mayBegin: () => true });
    await until(() => box.open.has(1));
    box.answer(1);
    expect(await running).toMatchObject({ sent: 2 });
  });

  test("ends at once when nothing is due", async () => {
    expect(await dispatchDeliveries(outboxOf(0).outbox, { atOnce: 3, mayBegin: () => true })).toEqual({ sent: 0, answered: 0, failed: 0 });
  });

  test("begins nothing more once the database fails, but waits for running deliveries", async () => {
    const box = outboxOf(10);
    const running = dispatchDeliveries(box.outbox, { atOnce: 3, mayBegin: () => true });
    running.catch(() => undefined);
    await until(() => box.open.size === 3);
    box.answer(0, { kind: "tls_error", detail: "" });
    for (let turns = 0; turns < 100; turns++) await turn();
    expect(box.claimed).toEqual([0, 1, 2]);
    for (const item of [1, 2]) box.answer(item);
    await expect(running).rejects.toThrow("the database went away");
    expect(box.recorded).toEqual([1, 2]);
  });

  test("fails when claiming fails", async () => {
    const { outbox } = outboxOf(1);
    await expect(
      dispatchDeliveries({ ...outbox, claim: () => Promise.reject(new Error("no database")) }, { atOnce: 3, mayBegin: () => true }),
    ).rejects.toThrow("no database");
  });
});
