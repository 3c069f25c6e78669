import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/domain/basics/date-range";
import { forecast, type DatedValue, type RequestedMethod } from "@/lib/domain/history/forecast";
import { calibrate } from "@/lib/domain/history/pooled-errors";

const FIRST = "2026-05-01";
const TODAY = addDays(FIRST, 9);
const flat: DatedValue[] = Array.from({ length: 10 }, (_, day) => ({ date: addDays(FIRST, day), value: 20 }));
/** Ten days; the first `halved` of the histories halved their price on the last day. */
const calibrationOf = (count: number, halved: number) =>
  calibrate(
    Array.from({ length: count }, (_, index) => Array.from({ length: 10 }, (__, x) => ({ x, y: x === 9 && index < halved ? 5 : 10 }))),
    { horizonDays: 1, lookbackDays: 30, fewestPoints: 4 },
  );
const ask = (count: number, halved: number) =>
  forecast(flat, {
    today: TODAY,
    horizonDays: 1,
    bounds: { least: 0, most: Infinity },
    method: "ols",
    calibration: calibrationOf(count, halved),
  });

describe("a price that never changed", () => {
  test("golden: where 3 of 40 such prices halved, the 39th smallest error is half the value: 20 ± 10", () => {
    expect(ask(40, 3)).toMatchObject({
      days: [{ predicted: 20, lower: 10, upper: 30 }],
      pooled: { histories: 40, factor: 0.5, missedShare: 0.075 },
    });
  });

  test("golden: where 1 of 40 halved, the 39th smallest error is 0: no width", () => {
    expect(ask(40, 1)).toMatchObject({ days: [{ lower: 20, upper: 20 }], pooled: { missedShare: 0.025 } });
  });

  test("18 other histories are too few for a 95% quantile, 19 suffice", () => {
    expect(ask(18, 1)).toMatchObject({ days: [{ lower: 20, upper: 20 }], pooled: null });
    expect(ask(19, 1)).toMatchObject({ days: [{ lower: 10, upper: 30 }], pooled: { histories: 19 } });
  });
});

describe("the methods", () => {
  const points = [10, 12, 11, 13, 16].map((value, day) => ({ date: addDays(FIRST, day), value }));
  const valuesBy = (method: RequestedMethod, history: readonly DatedValue[]) => {
    const result = forecast(history, {
      today: history.at(-1)?.date ?? FIRST,
      horizonDays: 2,
      bounds: { least: 0, most: Infinity },
      method,
      calibration: null,
    });
    if (typeof result === "string") throw new Error(result);
    return { ...result, predicted: result.days.map(({ predicted }) => predicted) };
  };

  test("golden: last_value stays at 16; trend adds (16 − 10) / 4 a day; ols is 12.4 + 1.3 × (x − 2)", () => {
    expect(valuesBy("last_value", points).predicted).toEqual([16, 16]);
    expect(valuesBy("trend", points).predicted).toEqual([17.5, 19]);
    expect(valuesBy("ols", points).predicted).toEqual([16.3, 17.6]);
  });

  test("auto takes last_value after a cut that stayed, and ols on a straight line", () => {
    const cut = Array.from({ length: 20 }, (_, day) => ({ date: addDays(FIRST, day), value: day < 6 ? 20 : 10 }));
    expect(valuesBy("auto", cut)).toMatchObject({ method: "last_value", suggestedMethod: "last_value", predicted: [10, 10] });
    expect(valuesBy("ols", cut)).toMatchObject({ method: "ols", suggestedMethod: "last_value" });
    const line = Array.from({ length: 20 }, (_, day) => ({ date: addDays(FIRST, day), value: 1 + day }));
    expect(valuesBy("auto", line)).toMatchObject({ method: "ols" });
  });
});
