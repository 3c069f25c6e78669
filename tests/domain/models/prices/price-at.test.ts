import { expect, test } from "vitest";
import { priceAt } from "@/lib/domain/models/prices/price-at";
import type { StatedCondition } from "@/lib/domain/models/prices/price-condition";

/**
 * DeepSeek's hours: 01:00 to 04:00 and 06:00 to 10:00 UTC cost twice as much. From some moment on this
 * excepts weekends of Beijing.
 */
const HOURS = ["01:00-04:00", "06:00-10:00"];
const doubled: StatedCondition[] = [
  {
    kind: "time_band",
    factor: 2,
    band: { from_date: "2026-08-16T16:00:00Z", to_date: "2026-08-22T16:00:00Z", zone: "UTC", hours: HOURS },
  },
  {
    kind: "time_band",
    factor: 2,
    band: {
      from_date: "2026-08-22T16:00:00Z",
      weekdays: ["mon", "tue", "wed", "thu", "fri"],
      zone: "Asia/Shanghai",
      hours: ["09:00-12:00", "14:00-18:00"],
    },
  },
];

test.each([
  ["before any band began", "2026-08-14T02:00:00Z", 0.66],
  ["at the moment it began, outside the hours", "2026-08-16T16:00:00Z", 0.66],
  ["a minute before the hours", "2026-08-17T00:59:00Z", 0.66],
  ["as the hours begin", "2026-08-17T01:00:00Z", 1.32],
  ["as the hours end", "2026-08-17T04:00:00Z", 0.66],
  ["in the second hours", "2026-08-17T09:59:00Z", 1.32],
  ["on a Saturday before weekends were left out", "2026-08-22T02:00:00Z", 1.32],
  ["on a Sunday of Beijing since", "2026-08-23T02:00:00Z", 0.66],
  ["on a Monday of Beijing since", "2026-08-24T02:00:00Z", 1.32],
  ["on a Friday of Beijing", "2026-11-27T09:00:00Z", 1.32],
  ["on a Saturday of Beijing", "2026-11-28T01:30:00Z", 0.66],
])("DeepSeek's price of input %s", (_, moment, expected) => {
  expect(priceAt({ inputPrice: 0.66, outputPrice: 1.98 }, doubled, new Date(moment)).inputPrice).toBeCloseTo(expected, 9);
});

test("hours that pass midnight, and a band without hours that is all others", () => {
  const bands: StatedCondition[] = [
    { kind: "time_band", value: "off_peak", input: 0.5, output: 1, band: { zone: "UTC", hours: ["16:30-00:30"] } },
    { kind: "time_band", value: "peak", input: 1, output: 2 },
  ];
  const at = (time: string) => priceAt({ inputPrice: 9, outputPrice: 9 }, bands, new Date(`2026-11-27T${time}:00Z`)).inputPrice;
  expect([at("16:29"), at("16:30"), at("23:59"), at("00:29"), at("00:30")]).toEqual([1, 0.5, 0.5, 0.5, 1]);
});
