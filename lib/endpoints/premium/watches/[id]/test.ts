import { z } from "zod";
import { beginPing, findDelivery, recordOutcome, type SentRequest } from "@/db/queries/watches/watch-deliveries";
import { findWatch, type Watch } from "@/db/queries/watches/watches";
import type { Db } from "@/db/client";
import { uncharged } from "@/lib/money/call/paid-call";
import { PINGS_PER_DAY } from "@/lib/domain/watches/watch-limits";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { ownActiveWatch } from "@/lib/loaders/watches/own-watch";
import { BillingSchema } from "@/lib/http/premium-body";
import { takeWatchUse } from "@/lib/loaders/watches/take-watch-use";
import { publishedKey } from "@/lib/receipts/published-key";
import { WatchDelivery, WatchIdParam } from "@/lib/schemas/watches";
import { showDelivery } from "@/lib/watches/show-watch";
import { newDeliveryId, openWatchSecret } from "@/lib/watches/watch-secret";
import type { DeliveryOutcome } from "@/lib/watches/delivery/delivery-outcome";
import { pingBodyFor } from "@/lib/watches/delivery/delivery-body";
import { sendWebhook } from "@/lib/watches/delivery/send-webhook";
import { webhookOptions } from "@/lib/watches/delivery/webhook-options";

type OnSend = (request: SentRequest) => void;

async function ping(
  { db, now }: { db: Db; now: Date },
  { watch, deliveryId, onSend }: { watch: Watch; deliveryId: string; onSend: OnSend },
): Promise<DeliveryOutcome> {
  const { id: watchId, callbackUrl: url, sealedSecret, isSecretEncoded, fireCount, fireCap, spec, format } = watch;
  const body = pingBodyFor(watch, { watchId, deliveryId, firedAt: now, fireCount, fireCap, spec });
  const secret = sealedSecret === null ? null : openWatchSecret(sealedSecret);
  return sendWebhook(
    { url, body, event: "watch.ping", watchId, deliveryId, secret, isSecretEncoded, timestamp: now, format },
    webhookOptions(await publishedKey(db, now)),
    onSend,
  );
}

export const testWatch = defineEndpoint({
  method: "POST",
  path: "/api/premium/watches/[id]/test",
  tag: "Watches",
  summary: "Tests a watch: sends a signed ping to its receiver, and says what came of it",
  description: `Free for the token holder, at most ${PINGS_PER_DAY} a UTC day for one watch. A ping is no fire: it changes neither \`fire_count\` nor \`last_delivery_status\`. An answer with 2xx verifies the receiver.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  params: z.object({ id: WatchIdParam }),
  response: z.strictObject({ delivery: WatchDelivery, verified: z.boolean(), billing: BillingSchema }),
  errors: {
    watch_not_found: z.object({}),
    watch_not_active: z.object({ watch_status: z.string() }),
    watch_daily_limit_reached: z.object({ limit: z.int(), retry_after: z.int() }),
  },
  example: { params: { id: "wat_a1b2c3d4e5f60718a9b0c1d2" } },
}).handle(async (context) => {
  const { db, now } = context;
  const watch = await ownActiveWatch(context, context.params.id);
  await takeWatchUse(db, { policy: "watch-test", watchId: watch.id, perDay: PINGS_PER_DAY, now });
  const deliveryId = newDeliveryId();
  await beginPing(db, { id: deliveryId, watchId: watch.id, fireCount: watch.fireCount, now });
  const began = performance.now();
  const sent: SentRequest[] = [];
  const onSend: OnSend = (request) => void sent.push(request);
  const outcome = await ping(context, { watch, deliveryId, onSend }).catch((): DeliveryOutcome => ({
    kind: "network_error",
    detail: "not sent",
  }));
  await recordOutcome(db, deliveryId, outcome, new Date(now.getTime() + performance.now() - began), sent[0] ?? null);
  const [delivery, after] = [await findDelivery(db, watch.id, deliveryId), await findWatch(db, watch.accountId, watch.id)];
  if (!delivery || !after) throw new Error("a ping vanished while it was sent");
  return { delivery: showDelivery(delivery, watch), verified: after.isVerified, billing: uncharged(spendableOf(holderOf(context))) };
});
