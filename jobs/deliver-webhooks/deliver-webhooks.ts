import { markLostDeliveries, claimDeliveries, recordOutcome, type ClaimedDelivery } from "@/db/queries/watches/watch-deliveries";
import { publishedKey } from "@/lib/receipts/published-key";
import { openWatchSecret } from "@/lib/watches/watch-secret";
import { webhookOptions } from "@/lib/watches/delivery/webhook-options";
import { defineJob } from "@/jobs/define";
import type { Db } from "@/db/client";
import type { DeliveryOutcome } from "@/lib/watches/delivery/delivery-outcome";
import { dispatchDeliveries, type DispatchCounts } from "@/lib/watches/delivery/dispatch-deliveries";
import { sendWebhook, type WebhookOptions } from "@/lib/watches/delivery/send-webhook";

export interface Delivering {
  options: WebhookOptions;
  openSecret(sealed: string): string;
  /** Moves on while the run does. */
  clock(): Date;
  mayBegin(): boolean;
}

/** Sockets of one process; of one host far fewer, which the claim sees to. */
const AT_ONCE = 64;

/** Null for a watch without one; undefined when it was sealed with a key that is not ours any more. */
function secretOf({ sealedSecret }: ClaimedDelivery, openSecret: Delivering["openSecret"]): string | null | undefined {
  try {
    return sealedSecret === null ? null : openSecret(sealedSecret);
  } catch {
    return undefined;
  }
}

async function send(delivery: ClaimedDelivery, { options, openSecret, clock }: Delivering): Promise<DeliveryOutcome> {
  const { url, body, watchId, deliveryId } = delivery;
  const secret = secretOf(delivery, openSecret);
  if (secret === undefined) return { kind: "unsigned", detail: "the secret cannot be read with the present key" };
  return sendWebhook({ url, body, event: "watch.fire", watchId, deliveryId, secret, timestamp: clock() }, options);
}

/** Sends what waits, oldest first: what is taken is counted before, sent once, and recorded after. */
export function deliverDue(db: Db, delivering: Delivering): Promise<DispatchCounts> {
  const { clock, mayBegin } = delivering;
  return dispatchDeliveries(
    {
      claim: (limit) => claimDeliveries(db, limit, clock()),
      send: (delivery) => send(delivery, delivering),
      record: ({ id }, outcome) => recordOutcome(db, id, outcome, clock()),
    },
    { atOnce: AT_ONCE, mayBegin },
  );
}

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
    const lost = await markLostDeliveries(db, now);
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
