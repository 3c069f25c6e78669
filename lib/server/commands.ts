import type { Db } from "@/db/client";
import { listJobs, runNamedJob } from "@/jobs/commands";

export type Command = (db: Db, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** What the command line can ask of whoever owns the database. */
export const commands: Readonly<Record<string, Command>> = {
  "jobs.list": listJobs,
  "jobs.run": runNamedJob,
  seed: async (db, args) => (await import("@/db/seed/plant")).plantScenario(db, args),
};
