import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listLatestRuns } from "@/db/queries/freshness/operations";
import { jobs } from "@/jobs";
import { health } from "@/lib/endpoints/health";
import { runNamedJob } from "@/lib/server/cli/job-commands";
import { writeReplayWorld } from "../support/sources/replay-world";
import { request } from "../support/server/request";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

/** What each job answers when all, half and none of its sources can be read. */

const ONE_SOURCE = ["refresh-epss", "refresh-kev"];
const SEVERAL_SOURCES = [
  "poll-status",
  "probe-endpoints",
  "refresh-benchmarks",
  "refresh-gpu-prices",
  "refresh-news",
  "refresh-pricing",
  "refresh-retirements",
  "refresh-trending",
];
/**
 * Jobs that read what other jobs stored, the chain or an embedding service. Those two throw where they
 * are not reached.
 */
const NO_SOURCES = [
  "back-up-database",
  "capture-snapshots",
  "check-ledger",
  "cluster-news",
  "deliver-webhooks",
  "derive-news-texts",
  "evaluate-watches",
  "list-changes",
  "prune-history",
  "publish-receipt-log",
  "raise-alerts",
  "scan-transfers",
  "settle-payments",
  "sweep-holds",
  "write-price-book",
];

test("every job is known to have sources or none", () => {
  expect(jobs.map(({ name }) => name).toSorted()).toEqual([...ONE_SOURCE, ...SEVERAL_SOURCES, ...NO_SOURCES].toSorted());
});

const folder = mkdtempSync(join(tmpdir(), "outcomes-"));
const index = join(folder, "replay.json");
let answers: unknown[];
let database: TestDatabase;

beforeAll(async () => {
  writeReplayWorld(folder, { now: new Date(Date.now() - 60_000) });
  answers = JSON.parse(readFileSync(index, "utf8")) as unknown[];
  process.env.SOURCES_REPLAY_DIR = folder;
  database = await useTestDatabase();
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sources that are left out cannot be reached. */
const reach = (kept: (position: number) => boolean): void => writeFileSync(index, JSON.stringify(answers.filter((_, at) => kept(at))));
const run = (name: string) => runNamedJob(database.db, { name });

describe.each([...ONE_SOURCE, ...SEVERAL_SOURCES])("%s", (name) => {
  test("with all sources is done", async () => {
    reach(() => true);
    expect(await run(name)).toMatchObject({ status: "done" });
  });

  test.runIf(SEVERAL_SOURCES.includes(name))("with half of them is done, and counts those that failed", async () => {
    reach((position) => position % 2 === 0);
    const outcome = await run(name);
    expect(outcome).toMatchObject({ status: "done" });
    const {
      failed = 0,
      unreachable = 0,
      not_measured: unmeasured = 0,
      searches = 0,
      read = 0,
    } = "counts" in outcome ? (outcome.counts ?? {}) : {};
    expect(Number(failed) + Number(unreachable) + Number(unmeasured) + Math.max(0, Number(searches) - Number(read))).toBeGreaterThan(0);
  });

  test("without any is failed, and says which and why, also in /api/health", async () => {
    reach(() => false);
    const outcome = await run(name);
    expect(outcome).toMatchObject({ status: "failed", counts: { read: 0, failed: expect.any(Number) } });
    const reason = "error" in outcome ? outcome.error : "";
    expect(reason).toMatch(/^none of \d+ sources could be read: [\w-]+\/\S+ \w+/);
    const { body } = await request(health);
    expect(body.jobs.find((entry: { job: string }) => entry.job === name)).toMatchObject({ outcome: "failed", reason });
    expect((await listLatestRuns(database.db)).find((entry) => entry.job === name)).toMatchObject({ status: "failed" });
  });
});
