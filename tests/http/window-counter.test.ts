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

  test("memory follows the addresses of two windows, not of all time", () => {
    const counter = createWindowCounter(60_000);
    for (let at = 0; at < 1_000_000; at += 10) counter.count(`address-${at}`, at);
    expect(counter.size()).toBeLessThanOrEqual(12_010);
  });

  test("a window that began late in its generation is kept to its end", () => {
    const counter = createWindowCounter(60_000);
    counter.count("first", 0);
    counter.count("late", 59_999);
    counter.count("next", 60_000);
    expect(counter.count("late", 119_998).calls).toBe(2);
    expect(counter.count("late", 119_999).calls).toBe(1);
  });

  test("a flood is gone after two windows", () => {
    const counter = createWindowCounter(60_000);
    for (let one = 0; one < 10_000; one++) counter.count(`flood-${one}`, 0);
    counter.count("later", 60_000);
    counter.count("latest", 120_000);
    expect(counter.size()).toBe(2);
  });
});
