import { describeFailure } from "@/db/store/store-state";
import type { Db } from "@/db/client";
import { noteAlertChange } from "@/db/queries/alerts/alerts";
import { pingStore } from "@/db/database";
import { alertReceiver } from "@/lib/alerts/alert-receiver";
import { machineTroubles } from "@/lib/alerts/machine-troubles";
import { noteChanges } from "@/lib/alerts/note-changes";
import { sendAlert, sendDueAlerts, wasTold, type AlertReceiver } from "@/lib/alerts/send-alerts";
import { watchOutages, type WatchedStore } from "@/lib/alerts/outage-watch";
import { serviceTime } from "@/lib/config/clock";
import { env } from "@/lib/config/env";
import { log } from "@/lib/config/log";
import { redisChoice } from "@/lib/config/redis-choice";
import { sharedRedis } from "@/lib/http/limits/redis";
import { MINUTE_MS } from "@/lib/domain/basics/time";
import { publishedKey } from "@/lib/receipts/published-key";
import { receiptKey } from "@/lib/receipts/receipt-key";

const STORES_EVERY_MS = 10_000;
const MACHINE_EVERY_MS = MINUTE_MS;

async function redisStore(): Promise<WatchedStore[]> {
  const choice = redisChoice(env());
  if (!choice) return [];
  const { ping } = await sharedRedis(choice);
  return [{ name: "redis", ping }];
}

function storeWatches(db: Db, stores: readonly WatchedStore[], receiver: AlertReceiver): (() => Promise<void>)[] {
  return stores.map((store) =>
    watchOutages({
      store,
      dataDir: env().DATA_DIR,
      tell: async (change) => wasTold(await sendAlert(change, receiver, serviceTime())),
      note: async (changes) => {
        for (const change of changes) await noteAlertChange(db, change);
        await sendDueAlerts(db, receiver, serviceTime);
      },
      clock: serviceTime,
    }),
  );
}

async function checkMachine(db: Db, receiver: AlertReceiver): Promise<void> {
  await publishedKey(db, serviceTime());
  await noteChanges(db, await machineTroubles(db, env().DATA_DIR), serviceTime());
  // No job runs while the clock is in doubt, so that this process itself tells what it noted.
  await sendDueAlerts(db, receiver, serviceTime);
}

/** Every `everyMs`, but never beside itself: a store that hangs keeps a check waiting. */
function repeat(work: () => Promise<unknown>, everyMs: number): () => void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await work().catch((error: unknown) => log.warn("alerts could not be checked", { error: describeFailure(error) }));
    isRunning = false;
  };
  void run();
  const timer = setInterval(() => void run(), everyMs).unref();
  return () => clearInterval(timer);
}

/** Watches what a job cannot: stores that are away, this machine's disk, and its clock. Does nothing where nobody is told. */
export async function watchAlerts(db: Db): Promise<() => void> {
  const receiver = alertReceiver(receiptKey);
  if (!receiver) return () => undefined;
  const stores: WatchedStore[] = [{ name: "database", ping: pingStore }, ...(await redisStore())];
  const stops = [
    ...storeWatches(db, stores, receiver).map((check) => repeat(check, STORES_EVERY_MS)),
    repeat(() => checkMachine(db, receiver), MACHINE_EVERY_MS),
  ];
  return () => stops.forEach((stop) => stop());
}
