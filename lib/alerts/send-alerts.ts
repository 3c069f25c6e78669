import { claimAlertChange, endAlertChange, postponeAlertChange, type AlertChange, type ClaimedChange } from "@/db/queries/alerts/alerts";
import type { Db } from "@/db/client";
import { env } from "@/lib/config/env";
import { log } from "@/lib/config/log";
import { DAY_MS, MINUTE_MS } from "@/lib/domain/basics/time";
import type { DeliveryOutcome } from "@/lib/watches/delivery/delivery-outcome";
import { sendWebhook, type WebhookOptions } from "@/lib/watches/delivery/send-webhook";
import { alertBody } from "./alert-body";

export interface AlertReceiver {
  url: string;
  options: WebhookOptions;
}

const service = (): string => env().PUBLIC_BASE_URL ?? env().SITE_NAME;

/** Makes one attempt to tell the operator. Never rejects. */
export function sendAlert(change: AlertChange, { url, options }: AlertReceiver, timestamp: Date): Promise<DeliveryOutcome> {
  const { deliveryId } = change;
  return sendWebhook(
    {
      url,
      body: alertBody(change, service()),
      event: `alert.${change.change}`,
      watchId: null,
      deliveryId,
      // The operator looks the public key up in /.well-known/jwks.json, so that no secret has to be agreed.
      secret: null,
      isSecretEncoded: false,
      timestamp,
      format: "json",
    },
    options,
  );
}

export const wasTold = (outcome: DeliveryOutcome): boolean => outcome.kind === "answered" && outcome.status >= 200 && outcome.status < 300;

const describeOutcome = (outcome: DeliveryOutcome): string =>
  outcome.kind === "answered" ? `answered ${outcome.status}` : `${outcome.kind}: ${outcome.detail}`;

/** Longer than one attempt may take, so that no other process sends the same change meanwhile. */
const LEASE_MS = 30_000;
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** A receiver that is away for a day is told nothing of that day. */
const GIVE_UP_MS = DAY_MS;

async function record(db: Db, change: ClaimedChange, outcome: DeliveryOutcome, now: Date): Promise<void> {
  const says = describeOutcome(outcome);
  if (wasTold(outcome)) return endAlertChange(db, change.id, says, now);
  log.warn("the operator could not be told of an alert", {
    alert: change.kind,
    subject: change.subject,
    change: change.change,
    reason: says,
  });
  if (now.getTime() - change.at.getTime() > GIVE_UP_MS) return endAlertChange(db, change.id, `given up: ${says}`, now);
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (change.attempts - 1), LONGEST_WAIT_MS);
  return postponeAlertChange(db, change.id, says, new Date(now.getTime() + waitMs));
}

/**
 * Tells due alerts in turn. After a receiver gives no answer it is asked for nothing more, since each
 * alert would wait as long. Returns how many changes were told, and how many attempts failed.
 */
export async function sendDueAlerts(db: Db, receiver: AlertReceiver, clock: () => Date): Promise<{ told: number; failed: number }> {
  const counts = { told: 0, failed: 0 };
  for (;;) {
    const now = clock();
    const change = await claimAlertChange(db, now, new Date(now.getTime() + LEASE_MS));
    if (!change) return counts;
    const outcome = await sendAlert(change, receiver, clock());
    await record(db, change, outcome, clock());
    counts[wasTold(outcome) ? "told" : "failed"] += 1;
    if (outcome.kind !== "answered") return counts;
  }
}
