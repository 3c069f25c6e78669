import { expect, test } from "vitest";
import { incidentsWithin } from "@/lib/domain/status/incidents-within";

const now = new Date("2026-11-28T12:00:00Z");
const incident = (startedAt: string, resolvedAt: string | null) => ({ startedAt, resolvedAt });

test("an incident counts as far as it lies within the days, and an open one until now", () => {
  const long = incident("2026-11-20T00:00:00Z", "2026-11-21T13:00:00Z");
  const open = incident("2026-11-28T10:28:00Z", null);
  const before = incident("2026-11-01T00:00:00Z", "2026-11-01T01:00:00Z");
  expect(incidentsWithin([open, long, before], 7, now)).toEqual({ count: 2, minutes: 60 + 92 });
  expect(incidentsWithin([before], 7, now)).toEqual({ count: 0, minutes: 0 });
});

test("minutes in which two incidents were open count once", () => {
  const first = incident("2026-11-27T10:00:00Z", "2026-11-27T12:00:00Z");
  const second = incident("2026-11-27T11:00:00Z", "2026-11-27T13:00:00Z");
  expect(incidentsWithin([second, first], 7, now)).toEqual({ count: 2, minutes: 180 });
});
