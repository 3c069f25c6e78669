import { expect, test } from "vitest";
import { endsOfSubjects, evaluateRetirements, retirementsAtBeginning, type WatchedEnd } from "@/lib/domain/watches/watch-retirement";

const DAYS = { days_before: [90, 60, 30, 7, 1] };

const end = (over: Partial<WatchedEnd> = {}): WatchedEnd => ({
  key: "openai/gpt-old",
  host: "openai",
  model: "gpt-old",
  state: "deprecated",
  announcedOn: "2026-06-01",
  retiresOn: "2026-12-31",
  precision: "exact",
  replacement: "gpt-new",
  options: [],
  reroutedTo: null,
  page: null,
  ...over,
});

/** What is told on each day: the event, and how many days are left. */
function toldOn(days: readonly string[], began: string, endsOn: (day: string) => WatchedEnd[]): string[] {
  let seen = retirementsAtBeginning(DAYS.days_before, endsOn(began), began);
  return days.flatMap((day) => {
    const result = evaluateRetirements(DAYS, seen, endsOn(day), day);
    seen = result.seen;
    return result.matches.map(({ event, days_left: left }) => `${day} ${event} ${left}`);
  });
}

test("tells of each number of days before the end once, also twice on one day", () => {
  const days = [
    "2026-10-02",
    "2026-10-02",
    "2026-10-03",
    "2026-11-01",
    "2026-12-01",
    "2026-12-02",
    "2026-12-24",
    "2026-12-30",
    "2026-12-31",
    "2027-01-01",
  ];
  expect(toldOn(days, "2026-10-01", () => [end()])).toEqual([
    "2026-10-02 days_before 90",
    "2026-11-01 days_before 60",
    "2026-12-01 days_before 30",
    "2026-12-24 days_before 7",
    "2026-12-30 days_before 1",
  ]);
});

test("tells once of several days that passed while nothing ran", () => {
  expect(toldOn(["2026-12-29", "2026-12-30"], "2026-10-01", () => [end()])).toEqual([
    "2026-12-29 days_before 2",
    "2026-12-30 days_before 1",
  ]);
});

test("does not tell what was known when the watch began, but a day that is today", () => {
  expect(toldOn(["2026-12-05"], "2026-12-05", () => [end()])).toEqual([]);
  expect(toldOn(["2026-12-01"], "2026-12-01", () => [end()])).toEqual(["2026-12-01 days_before 30"]);
});

test("tells of an announcement, of a day that moved, and of one that was taken back", () => {
  const endsOn = (day: string): WatchedEnd[] =>
    day < "2026-11-10" ? [] : day < "2026-11-20" ? [end()] : day < "2026-11-25" ? [end({ retiresOn: "2027-02-28" })] : [];
  const told = toldOn(["2026-11-10", "2026-11-11", "2026-11-20", "2026-11-21", "2026-11-25", "2026-11-26"], "2026-11-01", endsOn);
  expect(told).toEqual(["2026-11-10 announced 51", "2026-11-20 moved 100", "2026-11-25 moved null"]);
});

test("follows models by host and id, and hosts by their id", () => {
  const ends = [end(), end({ key: "azure/gpt-old", host: "azure" }), end({ key: "openai/gpt-older", model: "gpt-older" })];
  expect(endsOfSubjects(ends, ["openai/gpt-old"]).map(({ key }) => key)).toEqual(["openai/gpt-old"]);
  expect(endsOfSubjects(ends, ["openai"]).map(({ key }) => key)).toEqual(["openai/gpt-old", "openai/gpt-older"]);
});
