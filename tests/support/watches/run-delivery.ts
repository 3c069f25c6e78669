import { dbOf, openConnection } from "@/db/connection";
import { deliverWebhooks } from "@/jobs/deliver-webhooks/deliver-webhooks";
import { runJob } from "@/jobs/run";

const [url = ""] = process.argv.slice(2);
const connection = await openConnection({ driver: "pg", url }, "");
const unused = () => {
  throw new Error("this job asks nobody");
};
const began = performance.now();
const outcome = await runJob(deliverWebhooks, {
  db: dbOf(connection),
  http: () => ({ get: unused, measure: unused }),
  now: new Date(),
  isForced: true,
});
process.stdout.write(
  `${JSON.stringify({ outcome, seconds: (performance.now() - began) / 1000, limit: deliverWebhooks.timeoutSeconds })}\n`,
);
await connection.close();
