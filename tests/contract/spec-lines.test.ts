import { expect, test } from "vitest";
import { faultOfLine } from "../support/contract/spec-lines";

const answer = {
  ok: true,
  count: 2,
  at: "2026-11-21T10:00:00.000Z",
  day: "2026-11-21",
  items: [
    { name: "a", score: 1.5 },
    { name: "b", score: null },
  ],
  none: [],
  by: { x: { n: 1 }, y: null },
  empty: {},
};

test.each([
  ["count integer", null],
  ["at date-time", null],
  ["day date", null],
  ["items[].name string", null],
  ["items[].score number|null", null],
  ["none[]?.name string", null],
  ["by.*?.n integer", null],
  ["missing string", ".missing is missing"],
  ["items[].missing string", ".items[].missing is missing"],
  ["items[].score number", "items[].score is null, not number"],
  ["none[].name string", ".none[] is empty"],
  ["by.*.n integer", ".by.* is no object"],
  ["empty.* any", ".empty.* is empty"],
  ["count[] integer", "count[] is undefined, not integer"],
  ["day date-time", 'day is "2026-11-21", not date-time'],
  ["count string", "count is 2, not string"],
])("%s: %s", (line, fault) => expect(faultOfLine(answer, line)).toBe(fault));
