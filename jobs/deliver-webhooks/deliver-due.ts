import type { Db } from "@/db/client";
import { claimDeliveries, recordOutcome, type ClaimedDelivery } from "@/db/queries/watch-deliveries";
import type { DeliveryOutcome } from "@/lib/webhooks/delivery-outcome";
import { dispatchDeliveries, type DispatchCounts } from "@/lib/webhooks/dispatch-deliveries";
import { sendWebhook, type WebhookOptions } from "@/lib/webhooks/send-webhook";

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
