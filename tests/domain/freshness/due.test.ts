import { describe, expect, test } from "vitest";
import { isDue, type LastRun, type Schedule } from "@/lib/domain/freshness/due";

const at = (time: string): Date => new Date(`2026-01-05T${time}:00Z`);
const start = at("09:00");
const everyTenMinutes: Schedule = { cadence: { everyMinutes: 10 }, timeoutSeconds: 120 };
const daily: Schedule = { cadence: { dailyAt: "07:00" }, timeoutSeconds: 120, runsAtStart: true };
const run = (status: LastRun["status"], slot: string, finished = slot, started = slot): LastRun => ({
  slot: at(slot),
  status,
  startedAt: at(started),
  finishedAt: status === "running" ? null : at(finished),
});

describe("isDue", () => {
  test("a job that never ran waits for its next slot unless it runs at start", () => {
    expect(isDue(everyTenMinutes, null, at("09:05"), at("09:01"))).toBe(false);
    expect(isDue(everyTenMinutes, null, at("09:10"), at("09:01"))).toBe(true);
    expect(isDue({ ...everyTenMinutes, runsAtStart: true }, null, at("09:05"), at("09:01"))).toBe(true);
  });

  test("a slot that is done is not run again, but the next one is", () => {
    expect(isDue(everyTenMinutes, run("done", "09:10"), at("09:19"), start)).toBe(false);
    expect(isDue(everyTenMinutes, run("done", "09:10"), at("09:20"), start)).toBe(true);
  });

  test("a slot missed while no scheduler ran is run at once", () => {
    expect(isDue(daily, { ...run("done", "07:00"), slot: new Date("2026-01-03T07:00:00Z") }, at("09:01"), start)).toBe(true);
  });

  test("a running job is left alone until its time limit and grace have passed", () => {
    expect(isDue(everyTenMinutes, run("running", "09:10"), at("09:11"), start)).toBe(false);
    expect(isDue(everyTenMinutes, run("running", "09:10"), at("09:13"), start)).toBe(true);
  });

  test.each(["failed", "cut", "skipped"] as const)("a run with status %s is retried in its next slot, not before", (status) => {
    expect(isDue(everyTenMinutes, run(status, "09:10"), at("09:19"), start)).toBe(false);
    expect(isDue(everyTenMinutes, run(status, "09:10"), at("09:20"), start)).toBe(true);
  });

  test.each(["failed", "cut", "skipped"] as const)("a run with status %s before this start is retried once at start", (status) => {
    expect(isDue(everyTenMinutes, run(status, "09:00"), at("09:01"), at("09:01"))).toBe(true);
  });

  test("a failed daily run is retried after an hour", () => {
    expect(isDue(daily, run("failed", "07:00", "09:05", "09:04"), at("10:00"), start)).toBe(false);
    expect(isDue(daily, run("failed", "07:00", "09:05", "09:04"), at("10:05"), start)).toBe(true);
  });

  test("a daily run that could read no source is retried after two minutes, as a skipped one is", () => {
    const unread = { ...run("failed", "07:00", "09:01", "09:01"), readNothing: true };
    expect(isDue(daily, unread, at("09:02"), start)).toBe(false);
    expect(isDue(daily, unread, at("09:03"), start)).toBe(true);
  });

  test("a skipped daily run is retried after two minutes, then with growing backoff, at least hourly", () => {
    expect(isDue(daily, run("skipped", "07:00", "09:01", "09:01"), at("09:02"), start)).toBe(false);
    expect(isDue(daily, run("skipped", "07:00", "09:01", "09:01"), at("09:03"), start)).toBe(true);
    expect(isDue(daily, run("skipped", "07:00", "09:20", "09:20"), at("09:39"), start)).toBe(false);
    expect(isDue(daily, run("skipped", "07:00", "09:20", "09:20"), at("09:40"), start)).toBe(true);
    expect(isDue(daily, run("skipped", "07:00", "20:00", "20:00"), at("21:00"), start)).toBe(true);
  });
});
