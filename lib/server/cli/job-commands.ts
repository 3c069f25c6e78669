import type { Db } from "@/db/client";
import { listLatestRuns } from "@/db/queries/freshness/operations";
import { CommandError } from "@/lib/config/command-error";
import { toCron } from "@/lib/domain/freshness/cadence";
import { jobs } from "@/jobs/index";
import { runJob, type RunOutcome, runSetup } from "@/jobs/run";

export interface ListedJob {
  name: string;
  summary: string;
  /** Five cron fields, UTC. */
  schedule: string;
  lastStatus: string | null;
  lastStartedAt: string | null;
  lastError: string | null;
}

export async function listJobs(db: Db): Promise<ListedJob[]> {
  const runs = new Map((await listLatestRuns(db)).map((run) => [run.job, run]));
  return jobs.map(({ name, summary, cadence }) => {
    const run = runs.get(name);
    return {
      name,
      summary,
      schedule: toCron(cadence),
      lastStatus: run?.status ?? null,
      lastStartedAt: run?.startedAt.toISOString() ?? null,
      lastError: run?.error ?? null,
    };
  });
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

function instantOf(text: unknown): Date {
  const time = typeof text === "string" && INSTANT.test(text) ? new Date(text) : null;
  if (!time || Number.isNaN(time.getTime())) {
    throw new CommandError(`--now: ${JSON.stringify(text)} is not a time with a zone. Example: --now 2026-01-01T07:00Z`);
  }
  return time;
}

/** Runs a job on request, even when the slot's run is done, but never beside a running one. */
export async function runNamedJob(db: Db, { name, now }: Readonly<Record<string, unknown>>): Promise<RunOutcome> {
  const job = jobs.find((candidate) => candidate.name === name);
  if (!job) {
    throw new CommandError(`There is no job ${JSON.stringify(name)}. The jobs are: ${jobs.map((each) => each.name).join(", ") || "none"}.`);
  }
  return runJob(job, { ...runSetup(db), now: now === undefined ? new Date() : instantOf(now), isForced: true });
}
