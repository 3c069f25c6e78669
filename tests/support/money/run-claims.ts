import { openConnection, dbOf } from "@/db/connection";
import { runJob } from "@/jobs/run";

/** A process for job-claim tests. It runs the same slot of the same job as its siblings and prints the outcome. */
const [url = "", startAt = "0"] = process.argv.slice(2);
const connection = await openConnection({ driver: "pg", url }, "");
const job = {
  name: "shared-job",
  summary: "run by several processes",
  cadence: { everyMinutes: 10 },
  writes: [],
  timeoutSeconds: 60,
  run: async () => ({ ran: 1 }),
};
const http = () => {
  throw new Error("this job asks nobody");
};
if (connection.driver !== "pg") throw new Error("this script is for Postgres");
await connection.client.query("select 1");
while (Date.now() < Number(startAt)) await new Promise((resolve) => setTimeout(resolve, 1));
const outcome = await runJob(job, {
  db: dbOf(connection),
  http: () => ({ get: http, measure: http }),
  now: new Date("2026-01-05T09:03:00Z"),
});
process.stdout.write(`${outcome.status}\n`);
await connection.close();
