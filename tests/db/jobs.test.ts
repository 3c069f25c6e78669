import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRun, finishRun, listNewestRuns, releaseAllRuns, type Claim } from "@/db/queries/freshness/jobs";
import { listLatestRuns } from "@/db/queries/freshness/operations";
import type { TestDatabase } from "../support/stores/database";
import { forEachDriver } from "../support/stores/drivers";

const at = (minute: number, second = 0): Date => new Date(Date.UTC(2026, 0, 1, 7, minute, second));
const claimOf = (job: string, minute: number, more: Partial<Claim> = {}): Claim => ({
  job,
  slot: at(minute),
  owner: "one:1",
  startedAt: at(minute, 1),
  timeoutSeconds: 60,
  isForced: false,
  ...more,
});

forEachDriver((open, driver) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const claim = (job: string, minute: number, more?: Partial<Claim>) => claimRun(database.db, claimOf(job, minute, more));
  const finish = (job: string, minute: number, outcome: Parameters<typeof finishRun>[1]["outcome"], more: Partial<Claim> = {}) => {
    const { slot, owner, startedAt } = claimOf(job, minute, more);
    return finishRun(database.db, { job, slot, owner, startedAt, finishedAt: new Date(startedAt.getTime() + 1000), outcome });
  };

  test("grants exactly one of twenty claims of a slot", async () => {
    const granted = await Promise.all(Array.from({ length: 20 }, (_, index) => claim("twenty", 0, { owner: `host:${index}` })));
    expect(granted.filter(Boolean)).toHaveLength(1);
  });

  test("never runs a job twice at once, even with simultaneous claims of different slots", async () => {
    const granted = await Promise.all(Array.from({ length: 10 }, (_, index) => claim("overlap", index, { startedAt: at(9) })));
    expect(granted.filter(Boolean)).toHaveLength(1);
  });

  test("claims a finished slot again only when forced", async () => {
    await claim("done", 0);
    await finish("done", 0, { status: "done", counts: { read: 3 } });
    expect(await claim("done", 0)).toBe(false);
    expect(await claim("done", 0, { isForced: true, owner: "operator:2" })).toBe(true);
  });

  test.each(["failed", "cut", "skipped"] as const)("lets a slot be claimed again after a %s run", async (status) => {
    const job = `back-${status}`;
    await claim(job, 0);
    await finish(job, 0, status === "skipped" ? { status, reason: "nothing new" } : { status, error: "broken" });
    expect(await claim(job, 0)).toBe(true);
  });

  test("takes over a dead owner's claim after the time limit and ignores its late end", async () => {
    await claim("abandoned", 0);
    expect(await claim("abandoned", 1)).toBe(false);
    expect(await claim("abandoned", 2, { owner: "two:2" })).toBe(true);
    await finish("abandoned", 0, { status: "done", counts: { late: 1 } });
    const runs = await listNewestRuns(database.db, ["abandoned"], at(0));
    expect(runs.get("abandoned")).toMatchObject({ slot: at(0), status: "cut" });
  });

  test("reads outcome, counts and times back as recorded", async () => {
    await claim("recorded", 0);
    await finish("recorded", 0, { status: "done", counts: { stored: 7, note: "all" } });
    const latest = (await listLatestRuns(database.db)).find(({ job }) => job === "recorded");
    expect(latest).toEqual({
      job: "recorded",
      slot: at(0),
      owner: "one:1",
      status: "done",
      startedAt: at(0, 1),
      finishedAt: at(0, 2),
      counts: { stored: 7, note: "all" },
      error: null,
    });
  });

  test("returns the run of the newest slot that has begun", async () => {
    for (const minute of [0, 2, 30]) {
      await claim("newest", minute);
      await finish("newest", minute, { status: "done", counts: {} });
    }
    const runs = await listNewestRuns(database.db, ["newest", "never-ran"], at(10));
    expect(runs.get("newest")?.slot).toEqual(at(2));
    expect(runs.has("never-ran")).toBe(false);
  });

  test("releases runs left by a crash at the next start", async () => {
    await claim("crashed", 0);
    await releaseAllRuns(database.db, at(1));
    expect((await listNewestRuns(database.db, ["crashed"], at(5))).get("crashed")?.status).toBe("cut");
    expect(await claim("crashed", 0), `on ${driver}`).toBe(true);
  });
});
