import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WEEKDAYS } from "@/lib/domain/models/prices/price-condition";
import { zoneClock } from "@/lib/domain/models/prices/zone-clock";

const at = (moment: string, zone: string) => zoneClock(new Date(moment), zone);

/** What the platform formats, which is right and slow. */
function formatted(moment: Date, zone: string) {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", weekday: "short", hourCycle: "h23" })
    .formatToParts(moment)
    .map(({ type, value }) => [type, value]);
  const { hour, minute, weekday } = Object.fromEntries(parts) as Record<string, string>;
  return { minute: Number(hour) * 60 + Number(minute), weekday: weekday?.toLowerCase() };
}

describe("the clock of a zone", () => {
  test("golden: Beijing is eight hours ahead, and begins its Monday on Sunday afternoon", () => {
    expect(at("2026-08-23T16:00:00Z", "Asia/Shanghai")).toEqual({ minute: 0, weekday: "mon" });
    expect(at("2026-08-23T15:59:59.999Z", "Asia/Shanghai")).toEqual({ minute: 1439, weekday: "sun" });
    expect(at("2026-08-23T02:30:00Z", "UTC")).toEqual({ minute: 150, weekday: "sun" });
  });

  test("golden: on the day on which the clocks of New York go back, half past one comes twice", () => {
    expect(at("2026-11-01T05:30:00Z", "America/New_York")).toEqual({ minute: 90, weekday: "sun" });
    expect(at("2026-11-01T06:30:00Z", "America/New_York")).toEqual({ minute: 90, weekday: "sun" });
  });

  test("shows what the platform formats, at any moment", () => {
    const zone = fc.constantFrom("UTC", "Asia/Shanghai", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia");
    const moment = fc.date({ min: new Date("2023-01-01T00:00:00Z"), max: new Date("2030-01-01T00:00:00Z"), noInvalidDate: true });
    fc.assert(
      fc.property(moment, zone, (date, name) => {
        expect(WEEKDAYS).toContain(zoneClock(date, name).weekday);
        expect(zoneClock(date, name)).toEqual(formatted(date, name));
      }),
    );
  });
});
