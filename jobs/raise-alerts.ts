import { publishedKey } from "@/lib/receipts/published-key";
import { noteChanges } from "@/lib/alerts/note-changes";
import { alertReceiver } from "@/lib/alerts/alert-receiver";
import { sendDueAlerts } from "@/lib/alerts/send-alerts";
import { sharedTroubles } from "@/lib/alerts/shared-troubles";
import { defineJob, type JobCounts } from "./define";

export const raiseAlerts = defineJob({
  name: "raise-alerts",
  summary:
    "Tells ALERT_WEBHOOK_URL what is wrong with the books, the datasets, payments and paid calls, once when it begins and once when it is over",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: 50,
  async run({ db, now }): Promise<JobCounts | { skipped: string }> {
    const key = await publishedKey(db, now);
    const receiver = alertReceiver(() => key);
    if (!receiver) return { skipped: "no ALERT_WEBHOOK_URL is configured" };
    const startMs = performance.now();
    const changes = await noteChanges(db, await sharedTroubles(db, now), now);
    return { ...changes, ...(await sendDueAlerts(db, receiver, () => new Date(now.getTime() + performance.now() - startMs))) };
  },
});
