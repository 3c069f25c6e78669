import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listNewestRuns } from "@/db/queries/freshness/jobs";
import { listLatestRuns } from "@/db/queries/freshness/operations";
import type { Job } from "@/jobs/define";
import { runJob, type RunOptions, type RunOutcome } from "@/jobs/run";
import { startScheduler } from "@/jobs/scheduler";
import type { SourceHttp } from "@/lib/sources/http/source";
import type { TestDatabase } from "../support/stores/database";
import { createPostgresDatabase, forEachDriver } from "../support/stores/drivers";
import { openEmbedded } from "../support/stores/embedded-database";

const nobody = (): SourceHttp => ({
  get: () => Promise.reject(new Error("no network here")),
  measure: () => Promise.reject(new Error("no network here")),
});
const now = new Date("2026-01-05T09:03:00Z");
const nextSlot = new Date("2026-01-05T09:10:00Z");
const never = (): Promise<never> => new Promise(() => undefined);

const jobOf = (name: string, run: Job["run"], more: Partial<Job> = {}): Job => ({
  name,
  summary: "a job of this test",
  cadence: { everyMinutes: 10 },
  writes: [],
  timeoutSeconds: 60,
  run,
  ...more,
});

forEachDriver((open) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  const run = (job: Job, more: Partial<RunOptions> = {}): Promise<RunOutcome> => runJob(job, { db: opened.db, http: nobody, now, ...more });
  const latest = async (job: string) => (await listLatestRuns(opened.db)).find((candidate) => candidate.job === job);

  test("a slot claimed by many at the same moment runs once", async () => {
    let runs = 0;
    const job = jobOf("once", async () => ({ runs: ++runs }));
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => run(job)));
    expect(runs).toBe(1);
    expect(outcomes.filter(({ status }) => status === "done")).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === "not_claimed")).toHaveLength(5);
  });

  test("a hanging job is cut, its signal aborts, and its late result is ignored", async () => {
    const signals: AbortSignal[] = [];
    const job = jobOf("hangs", async ({ signal }) => (signals.push(signal), never()), { timeoutSeconds: 0.05 });
    expect(await run(job)).toEqual({ status: "cut", error: "cut after 0.05 s" });
    expect(signals[0]?.aborted).toBe(true);
    expect(await latest("hangs")).toMatchObject({ status: "cut", error: "cut after 0.05 s" });
  });

  test("a throwing job is recorded as failed and runs again in its next slot", async () => {
    let runs = 0;
    const job = jobOf("throws", async () => {
      if (++runs === 1) throw new Error("its source is broken");
      return { runs };
    });
    expect(await run(job)).toEqual({ status: "failed", error: "its source is broken" });
    expect(await latest("throws")).toMatchObject({ status: "failed", error: "its source is broken" });
    expect(await run(job, { now: nextSlot })).toEqual({ status: "done", counts: { runs: 2 } });
  });

  test("a skipped run says why and gives its slot back", async () => {
    const answers = [{ skipped: "no source was fresh" }, { stored: 4 }];
    const job = jobOf("skips", async () => answers.shift() as { stored: number });
    expect(await run(job)).toEqual({ status: "skipped", reason: "no source was fresh" });
    expect(await run(job)).toEqual({ status: "done", counts: { stored: 4 } });
    expect(await run(job)).toEqual({ status: "not_claimed" });
  });

  test("a run never overlaps the run of the previous slot", async () => {
    let finish = (): void => undefined;
    const first = run(jobOf("long", () => new Promise((resolve) => (finish = () => resolve({ turns: 1 })))));
    await expect.poll(() => latest("long")).toMatchObject({ status: "running" });
    expect(
      await run(
        jobOf("long", async () => ({ turns: 2 })),
        { now: nextSlot },
      ),
    ).toEqual({ status: "not_claimed" });
    finish();
    expect(await first).toEqual({ status: "done", counts: { turns: 1 } });
  });

  test("a stopping process cuts its runs at once and frees the slot", async () => {
    const stopping = new AbortController();
    const running = run(jobOf("stopped", never), { signal: stopping.signal });
    await expect.poll(() => latest("stopped")).toMatchObject({ status: "running" });
    stopping.abort();
    expect(await running).toMatchObject({ status: "cut" });
    expect(await run(jobOf("stopped", async () => ({ stored: 1 })))).toMatchObject({ status: "done" });
  });
});

describe("the scheduler", () => {
  test("runs due jobs two at a time, the most frequent first, then nothing until the next slot", async () => {
    const { db, close } = await openEmbedded();
    let clock = now;
    let atOnce = 0;
    let mostAtOnce = 0;
    const ran: string[] = [];
    const note = (name: string, cadence: Job["cadence"]) =>
      jobOf(
        name,
        async () => {
          ran.push(name);
          mostAtOnce = Math.max(mostAtOnce, ++atOnce);
          await new Promise((resolve) => setImmediate(resolve));
          atOnce--;
          return {};
        },
        { cadence, runsAtStart: true },
      );
    const jobs = [
      note("daily-job", { dailyAt: "07:00" }),
      note("hourly-job", { everyHours: 1 }),
      note("often-job", { everyMinutes: 2 }),
      note("sometimes-job", { everyMinutes: 10 }),
    ];
    const stop = startScheduler(db, { jobs, setup: { db, http: nobody }, now: () => clock, wakeEveryMs: 10 });
    await expect.poll(() => ran.length).toBe(4);
    expect(ran.slice(0, 2).toSorted()).toEqual(["often-job", "sometimes-job"]);
    expect(ran.slice(2).toSorted()).toEqual(["daily-job", "hourly-job"]);
    expect(mostAtOnce).toBe(2);
    clock = new Date("2026-01-05T09:04:00Z");
    await expect.poll(() => ran.length).toBe(5);
    expect(ran[4]).toBe("often-job");
    await stop();
    await close();
  });

  test("runs the other jobs despite a broken one, and ends hanging jobs when it stops", async () => {
    const { db, close } = await openEmbedded();
    const broken = jobOf("broken", () => Promise.reject(new Error("broken")), { runsAtStart: true });
    const hanging = jobOf("hanging", never, { runsAtStart: true });
    const working = jobOf("working", async () => ({ stored: 1 }), { runsAtStart: true });
    const stop = startScheduler(db, { jobs: [broken, hanging, working], setup: { db, http: nobody }, now: () => now, wakeEveryMs: 10 });
    const statusOf = async (name: string) => (await listNewestRuns(db, [name], now)).get(name)?.status;
    await expect.poll(() => statusOf("working")).toBe("done");
    expect(await statusOf("broken")).toBe("failed");
    await stop();
    expect(await statusOf("hanging")).toBe("cut");
    await close();
  });
});

describe("several processes on one Postgres", () => {
  test("run a slot once in total", async () => {
    const { url, drop } = await createPostgresDatabase();
    const startAt = String(Date.now() + 6000);
    const script = join(import.meta.dirname, "../support/money/run-claims.ts");
    const ended = await Promise.all(
      Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, ["--import", "tsx", script, url, startAt])),
    );
    expect(ended.map(({ stdout }) => stdout.trim()).toSorted()).toEqual(["done", "not_claimed", "not_claimed", "not_claimed"]);
    await drop();
  });
});
