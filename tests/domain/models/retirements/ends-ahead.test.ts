import { expect, test } from "vitest";
import { endsAhead } from "@/lib/domain/models/retirements/ends-ahead";

const end = (retires_on: string | null, days_left: number | null, state = "deprecated") => ({ retires_on, days_left, state });

test("what ends within 30 days stands apart from the months behind it, and what has no day comes last", () => {
  const [near, march, far, dayless, gone, monthOnly] = [
    end("2026-12-02", 4),
    end("2027-03-01", 93),
    end("2028-01-01", 399),
    end(null, null),
    end("2026-11-01", -27, "retired"),
    end("2026-12", null),
  ];
  const ahead = endsAhead([gone, near, monthOnly, march, far, dayless], "2026-11-28");
  expect(ahead.soon).toEqual([near]);
  expect(ahead.later).toEqual([far, dayless]);
  expect(ahead.past).toEqual([gone]);
  expect(ahead.thisYear).toBe(2);
  expect(ahead.byMonth).toHaveLength(12);
  expect(ahead.byMonth[1]).toEqual({ month: "2026-12", count: 2, rows: [monthOnly] });
  expect(ahead.byMonth[4]).toEqual({ month: "2027-03", count: 1, rows: [march] });
});
