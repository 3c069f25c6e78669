import { describe, expect, test } from "vitest";
import { isCadenceUnmet, isDailyOrRarer } from "@/lib/domain/freshness/unmet-cadence";

const at = (time: string): Date => new Date(`2026-03-10T${time}:00Z`);
const dayBefore = (time: string): Date => new Date(`2026-03-09T${time}:00Z`);

describe("a cadence is unmet once a slot has gone by without a run", () => {
  test("of minutes, after ten of them", () => {
    expect(isCadenceUnmet({ everyMinutes: 2 }, at("12:00"), at("12:11"))).toBe(false);
    expect(isCadenceUnmet({ everyMinutes: 2 }, at("12:00"), at("12:12"))).toBe(true);
  });

  test("of a day, after the hour within which hosts call daily crons", () => {
    expect(isCadenceUnmet({ dailyAt: "07:00" }, dayBefore("07:59"), at("07:59"))).toBe(false);
    expect(isCadenceUnmet({ dailyAt: "07:00" }, dayBefore("07:59"), at("08:00"))).toBe(true);
    expect(isCadenceUnmet({ dailyAt: "07:00" }, at("07:59"), at("23:00"))).toBe(false);
  });

  test("of a week, not in the first week of a service", () => {
    expect(isCadenceUnmet({ weeklyOn: "mon", at: "06:30" }, dayBefore("08:00"), new Date("2026-03-16T07:00:00Z"))).toBe(false);
    expect(isCadenceUnmet({ weeklyOn: "mon", at: "06:30" }, dayBefore("08:00"), new Date("2026-03-16T07:30:00Z"))).toBe(true);
  });
});

test("daily and weekly cadences are what a host with daily crons accepts", () => {
  expect([{ dailyAt: "07:00" }, { weeklyOn: "mon", at: "06:30" } as const].map(isDailyOrRarer)).toEqual([true, true]);
  expect([{ everyMinutes: 10 }, { everyHours: 6 }].map(isDailyOrRarer)).toEqual([false, false]);
});
