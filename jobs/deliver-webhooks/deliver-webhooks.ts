import {
  markLostDeliveries,
  claimDeliveries,
  recordOutcome,
  type ClaimedDelivery,
  type SentRequest,
} from "@/db/queries/watches/watch-deliveries";
import { publishedKey } from "@/lib/receipts/published-key";
import { openWatchSecret } from "@/lib/watches/watch-secret";
import { fireBodyFor } from "@/lib/watches/delivery/delivery-body";
import { webhookOptions } from "@/lib/watches/delivery/webhook-options";
import { defineJob } from "@/jobs/define";
import type { Db } from "@/db/client";
import type { DeliveryOutcome } from "@/lib/watches/delivery/delivery-outcome";
import { dispatchDeliveries, type DispatchCounts } from "@/lib/watches/delivery/dispatch-deliveries";
import { sendWebhook, type WebhookOptions } from "@/lib/watches/delivery/send-webhook";

export interface DeliveryRun {
  options: WebhookOptions;
  openSecret(sealed: string): string;
  /** The current time, which advances during the run. */
  clock(): Date;
  mayBegin(): boolean;
}

/** Concurrent sockets of this process; the claim limits those to one host. */
const AT_ONCE = 64;

/** Null for a watch without secret; undefined when the secret was sealed with another key. */
function secretOf({ sealedSecret }: ClaimedDelivery, openSecret: DeliveryRun["openSecret"]): string | null | undefined {
  try {
    return sealedSecret === null ? null : openSecret(sealedSecret);
  } catch {
    return undefined;
  }
}

async function send(
  delivery: ClaimedDelivery,
  { options, openSecret, clock }: DeliveryRun,
  onSend: (request: SentRequest) => void,
): Promise<DeliveryOutcome> {
  const { url, format, watchId, deliveryId, isSecretEncoded } = delivery;
  const secret = secretOf(delivery, openSecret);
  if (secret === undefined) return { kind: "unsigned", detail: "the secret cannot be read with the present key" };
  const body = fireBodyFor(delivery, delivery.fire);
  return sendWebhook(
    { url, body, event: "watch.fire", watchId, deliveryId, secret, isSecretEncoded, timestamp: clock(), format },
    options,
    onSend,
  );
}

/** Sends due deliveries, oldest first. Each is claimed before it is sent once, and recorded after. */
export function deliverDue(db: Db, run: DeliveryRun): Promise<DispatchCounts> {
  const { clock, mayBegin } = run;
  const sent = new Map<string, SentRequest>();
  return dispatchDeliveries(
    {
      claim: (limit) => claimDeliveries(db, limit, clock()),
      send: (delivery) => send(delivery, run, (request) => void sent.set(delivery.id, request)),
      record: ({ id }, outcome) => {
        const request = sent.get(id) ?? null;
        sent.delete(id);
        return recordOutcome(db, id, outcome, clock(), request);
      },
    },
    { atOnce: AT_ONCE, mayBegin },
  );
}

const TIMEOUT_SECONDS = 55;
/** A delivery that begins within this time ends before the run's timeout. */
const BEGIN_WITHIN_MS = 40_000;

export const deliverWebhooks = defineJob({
  name: "deliver-webhooks",
  summary:
    "Sends what watches have fired, each once unless a chat product asks to wait, at most four at a time and a few of one account a minute to one host; what is left goes in the next run",
  cadence: { everyMinutes: 1 },
  writes: [],
  timeoutSeconds: TIMEOUT_SECONDS,
  async run({ db, now, signal }) {
    const startMs = performance.now();
    const elapsedMs = () => performance.now() - startMs;
    const clock = () => new Date(now.getTime() + elapsedMs());
    const lost = await markLostDeliveries(db, now);
    const options = webhookOptions(await publishedKey(db, now));
    const counts = await deliverDue(db, {
      options,
      openSecret: openWatchSecret,
      clock,
      mayBegin: () => !signal.aborted && elapsedMs() < BEGIN_WITHIN_MS,
    });
    return { ...counts, lost };
  },
});
