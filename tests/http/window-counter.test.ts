import { describe, expect, test } from "vitest";
import { createWindowCounter } from "@/lib/http/window-counter";

describe("counting in windows", () => {
  test("a window starts with the first call, counts each, and starts anew once it has ended", () => {
    const counter = createWindowCounter(60_000);
    expect({ ...counter.count("a", 1000) }).toEqual({ calls: 1, endsAt: 61_000 });
    expect({ ...counter.count("a", 60_999) }).toEqual({ calls: 2, endsAt: 61_000 });
    expect({ ...counter.count("a", 61_000) }).toEqual({ calls: 1, endsAt: 121_000 });
  });

  test("addresses do not share", () => {
    const counter = createWindowCounter(60_000);
    counter.count("a", 0);
    expect(counter.count("b", 0).calls).toBe(1);
  });

  test("what has ended is let go: memory follows the addresses of one window, not of all time", () => {
    const counter = createWindowCounter(60_000);
    for (let at = 0; at < 1_000_000; at += 10) counter.count(`address-${at}`, at);
    expect(counter.size()).toBeLessThanOrEqual(6010);
  });

  test("after a flood a few newcomers clear it away, a few entries at a time", () => {
    const counter = createWindowCounter(60_000);
    for (let one = 0; one < 10_000; one++) counter.count(`flood-${one}`, 0);
    counter.count("later", 60_000);
    expect(counter.size()).toBeGreaterThan(9900);
    for (let one = 0; one < 4000; one++) counter.count(`later-${one}`, 60_000);
    expect(counter.size()).toBe(4001);
  });
});
