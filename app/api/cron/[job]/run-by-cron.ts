import { createHash, timingSafeEqual } from "node:crypto";
import type { Db } from "@/db/client";
import { ApiError } from "@/lib/errors";
import { jobs } from "@/jobs/index";
import { runJob, type RunOutcome, runSetup } from "@/jobs/run";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares digests in constant time, so that timing reveals neither content nor length. */
function isAllowed(authorization: string | null, secret: string | undefined): boolean {
  const isEqual = timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${secret ?? ""}`));
  return secret !== undefined && isEqual;
}

/** Runs a job for an external scheduler. Throws ApiError without the secret or for an unknown job. */
export async function runByCron(call: {
  name: string;
  authorization: string | null;
  secret: string | undefined;
  database(): Promise<Db>;
}): Promise<RunOutcome> {
  if (!isAllowed(call.authorization, call.secret)) {
    throw new ApiError("invalid_token", "Send `Authorization: Bearer <CRON_SECRET>`.", {}, { "WWW-Authenticate": 'Bearer realm="cron"' });
  }
  const job = jobs.find(({ name }) => name === call.name);
  if (!job) {
    throw new ApiError("not_found", `There is no job ${JSON.stringify(call.name.slice(0, 80))}.`, { known: jobs.map(({ name }) => name) });
  }
  return runJob(job, { ...runSetup(await call.database()), now: new Date() });
}
