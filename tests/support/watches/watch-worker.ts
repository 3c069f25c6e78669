import { sql } from "drizzle-orm";
import { inTransaction } from "@/db/client";
import { rowsOf } from "../stores/rows-of";
import { dbOf, openConnection } from "@/db/connection";
import { deliverWebhooks } from "@/jobs/deliver-webhooks/deliver-webhooks";
import { evaluateWatches } from "@/jobs/evaluate-watches";
import { playStep, SCRIPT, SCRIPT_START } from "./watch-script";

/** Stores the script's next step unless another process does, evaluates and delivers, until killed. */
const [url = "", epoch = "0", speed = "1"] = process.argv.slice(2);
const connection = await openConnection({ driver: "pg", url }, "");
const db = dbOf(connection);
const { signal } = new AbortController();
const unused = () => {
  throw new Error("these jobs send no requests");
};
const now = () => new Date(SCRIPT_START.getTime() + (Date.now() - Number(epoch)) * Number(speed));
const context = () => ({ db, http: { get: unused, measure: unused }, now: now(), signal, log: () => undefined });

/** A transaction-level lock, released when the process dies; another process then repeats the step. */
function playNext(): Promise<void> {
  return inTransaction(db, async (tx) => {
    const [script] = await rowsOf<{ step: number }>(tx, sql`select step from script for update skip locked`);
    const step = script && SCRIPT[script.step];
    if (!step) return;
    await playStep(db, step, script.step);
    await tx.execute(sql`update script set step = step + 1`);
  });
}

process.stdout.write("ready\n");
for (;;) {
  try {
    await playNext();
    await evaluateWatches.run(context());
    await deliverWebhooks.run(context());
  } catch (error) {
    process.stdout.write(
      `failed: ${error instanceof Error ? error.message : String(error)} ${error instanceof Error && error.cause instanceof Error ? error.cause.message : ""}\n`,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
