import { expect, test } from "vitest";
import { createPaidCalls } from "@/lib/server/pages/paid-calls";

const NEVER_MS = 600_000;

test("a rendering waits until every paid call has ended, also one that fails", async () => {
  const calls = createPaidCalls();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const paid = (name: string) => calls.during(() => new Promise<void>((resolve) => ends.push(resolve)).then(() => void order.push(name)));
  const [first, second] = [paid("first"), paid("second")];
  const failing = calls.during(() => Promise.reject(new Error("refused"))).catch(() => order.push("failed"));
  const rendering = calls.whenNone(NEVER_MS).then(() => order.push("rendering"));
  await failing;
  ends[0]?.();
  await first;
  ends[1]?.();
  await Promise.all([second, rendering]);
  expect(order).toEqual(["failed", "first", "second", "rendering"]);
});

test("a rendering does not wait without paid calls, nor for ever with them", async () => {
  const calls = createPaidCalls();
  expect(calls.areRecent()).toBe(false);
  await calls.whenNone(NEVER_MS);
  void calls.during(() => new Promise(() => undefined));
  expect(calls.areRecent()).toBe(true);
  await calls.whenNone(1);
});
