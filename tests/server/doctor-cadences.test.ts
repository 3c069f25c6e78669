import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimRun, finishRun } from "@/db/queries/freshness/jobs";
import { jobs } from "@/jobs";
import { checkLedger } from "@/jobs/check-ledger";
import { parseEnv } from "@/lib/config/env";
import { MINUTE_MS } from "@/lib/domain/basics/time";
import { slotOf, toCron } from "@/lib/domain/freshness/cadence";
import { isDailyOrRarer } from "@/lib/domain/freshness/unmet-cadence";
import { cadenceFinding } from "@/lib/server/start/database-findings";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

const NOW = new Date("2026-03-10T12:00:00Z");
const OUTSIDE = parseEnv({ SCHEDULER: "off", CRON_SECRET: "x".repeat(32), PUBLIC_BASE_URL: "https://news.example.org" });

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());

const installed = (at: string) => database.db.execute(sql`update installations set created_at = ${at}`);

async function runOf(name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name);
  if (!job) throw new Error(`no job ${name}`);
  const run = { job: name, slot: slotOf(job.cadence, NOW), owner: "test", startedAt: NOW };
  await claimRun(database.db, { ...run, timeoutSeconds: job.timeoutSeconds, isForced: false });
  await finishRun(database.db, { ...run, finishedAt: NOW, outcome: { status: "done", counts: {} } });
}

test("a service that was installed just now is given time", async () => {
  await installed("2026-03-10T11:59:00Z");
  expect((await cadenceFinding(database.db, OUTSIDE, NOW)).isGood).toBe(true);
});

test("with daily runs alone the frequent jobs are named, and what can run them", async () => {
  await installed("2026-02-01T00:00:00Z");
  for (const { name } of jobs.filter(({ cadence }) => isDailyOrRarer(cadence))) await runOf(name);
  const { isGood, says } = await cadenceFinding(database.db, OUTSIDE, NOW);
  expect(isGood).toBe(false);
  expect(says).toContain(`check-ledger (${toCron(checkLedger.cadence)}) never ran`);
  expect(says).toContain("fix: let a scheduler call `GET https://news.example.org/api/cron/<job>`");
  const own = await cadenceFinding(database.db, parseEnv({}), NOW);
  expect(own.says).toContain("fix: start the service, which runs them itself");
});

test("it passes once every job has run", async () => {
  for (const { name } of jobs) await runOf(name);
  const finding = await cadenceFinding(database.db, OUTSIDE, NOW);
  expect(finding).toMatchObject({ isGood: true, says: expect.stringContaining("run as often as they say") });
});

test("it fails again when one of them stops", async () => {
  const later = new Date(NOW.getTime() + 15 * MINUTE_MS);
  const { isGood, says } = await cadenceFinding(database.db, OUTSIDE, later);
  expect([isGood, says.includes("last ran at 2026-03-10T12:00:00.000Z")]).toEqual([false, true]);
});
