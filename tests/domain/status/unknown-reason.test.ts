import { expect, test } from "vitest";
import { unknownReason } from "@/lib/domain/status/unknown-reason";

const now = new Date("2026-03-01T10:00:00Z");
const before = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const poll = { state: "unknown", fault: "network", checkedAt: before(2), hasMachineAddress: true } as const;

test.each([
  ["no poll was made", null, "stale"],
  ["the state is known", { ...poll, state: "down", fault: null }, null],
  ["the page could not be read", poll, "unreachable"],
  ["the page was read and says nothing", { ...poll, fault: null }, "not_mentioned"],
  ["the last poll is older than promised", { ...poll, checkedAt: before(11) }, "stale"],
  ["the page is for people alone", { ...poll, hasMachineAddress: false }, "no_machine_readable_address"],
  [
    "the page is for people alone, however old the poll",
    { ...poll, hasMachineAddress: false, checkedAt: before(60) },
    "no_machine_readable_address",
  ],
] as const)("%s", (_why, result, reason) => {
  expect(unknownReason(result, 600, now)).toBe(reason);
});
