import { loseDeliveries } from "@/db/queries/watch-deliveries";
import { publishedKey } from "@/lib/receipts/published-key";
import { openWatchSecret } from "@/lib/watches/watch-secret";
import { webhookOptions } from "@/lib/webhooks/webhook-options";
import { defineJob } from "./define";
import { deliverDue } from "./deliver-webhooks/deliver-due";

const TIMEOUT_SECONDS = 55;
/** What begins by then is over before the run's limit. */
const BEGINS_WITHIN_MS = 40_000;

export const deliverWebhooks = defineJob({
  name: "deliver-webhooks",
  summary: "Sends what watches have fired, each once and at most four at a time to one host; what is left goes in the next run",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: TIMEOUT_SECONDS,
  async run({ db, now, signal }) {
    const began = performance.now();
    const elapsedMs = () => performance.now() - began;
    const clock = () => new Date(now.getTime() + elapsedMs());
    const lost = await loseDeliveries(db, now);
    const options = webhookOptions(await publishedKey(db, now));
    const counts = await deliverDue(db, {
      options,
      openSecret: openWatchSecret,
      clock,
      mayBegin: () => !signal.aborted && elapsedMs() < BEGINS_WITHIN_MS,
    });
    return { ...counts, lost };
  },
});
