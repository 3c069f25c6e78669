import { describe, expect, test } from "vitest";
import { jobs } from "@/jobs";
import { seededRandom } from "@/lib/server/seed/rng";
import { slotsDone } from "./books";
import { essenceOf } from "./essence";
import { shuffled } from "./shuffled";

describe("the soak's judgement", () => {
  const answer = (price: number, computed_at: string): string =>
    JSON.stringify({
      ok: true,
      computed_at,
      recommendations: [{ id: "model", pricing: { input: price } }],
      billing: { credits_remaining: 9 },
    });

  test("two answers of different times are the same, two of different prices are not", () => {
    expect(essenceOf(answer(1, "2026-03-10T12:00:00Z"))).toBe(essenceOf(answer(1, "2026-03-10T13:00:00Z")));
    expect(essenceOf(answer(1, "2026-03-10T12:00:00Z"))).not.toBe(essenceOf(answer(2, "2026-03-10T12:00:00Z")));
  });

  test("a slot that two processes have done is found in their logs", () => {
    const name = jobs.find(({ cadence }) => "everyMinutes" in cadence && cadence.everyMinutes === 1)?.name;
    const line = (at: string, status: string) =>
      JSON.stringify({ level: "info", at, job: name, milliseconds: 2000, status, message: "job ended" });
    const log = [
      line("2026-03-10T12:01:01Z", "done"),
      line("2026-03-10T12:01:03Z", "done"),
      line("2026-03-10T12:01:04Z", "skipped"),
      "no JSON",
    ];
    expect(slotsDone(log.join("\n"))).toEqual([`${name} 2026-03-10T12:00:00.000Z`, `${name} 2026-03-10T12:01:00.000Z`]);
  });

  test("a seed gives the same order again, and another one another order", () => {
    const order = (seed: number): number[] => shuffled([...Array(20).keys()], seededRandom(seed));
    expect(order(1)).toEqual(order(1));
    expect(order(1)).not.toEqual(order(2));
    expect(order(1).toSorted((a, b) => a - b)).toEqual([...Array(20).keys()]);
  });
});
