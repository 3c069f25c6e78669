import type { z } from "zod";
import type { Delivery } from "@/db/queries/watches/watch-deliveries";
import type { Watch } from "@/db/queries/watches/watches";
import { fireBody, pingBody } from "@/lib/domain/watches/watch-body";
import { watchState } from "@/lib/domain/watches/watch-state";
import type { Watch as WatchSchema, WatchDelivery } from "@/lib/schemas/watches";

/** The owner's view; it must not contain the secret or the token. */
export function showWatch(watch: Watch, now: Date): z.input<typeof WatchSchema> {
  return {
    id: watch.id,
    spec: watch.spec,
    follows: watch.subjects,
    format: watch.format,
    callback_url: watch.callbackUrl,
    created: watch.createdAt.toISOString(),
    expires_at: watch.expiresAt.toISOString(),
    fire_count: watch.fireCount,
    fire_cap: watch.fireCap,
    last_fired_at: watch.lastFiredAt?.toISOString() ?? null,
    last_delivery_status: watch.lastDeliveryStatus,
    status: watchState(watch, now),
    has_secret: watch.sealedSecret !== null,
    verified: watch.isVerified,
  };
}

/** A JSON body is not stored: it follows from the delivery and its watch, to the byte. */
function requestOf(delivery: Delivery, { spec, fireCap }: Watch): z.input<typeof WatchDelivery>["request"] {
  const { sentHeaders, sentBody, watchId, firedAt, match, fireCount } = delivery;
  if (sentHeaders !== null && sentBody !== null) return { headers: sentHeaders, body: sentBody };
  if (sentHeaders === null || fireCount === null) return null;
  const message = { watchId, deliveryId: delivery.redeliveryOf ?? delivery.id, firedAt, fireCount, fireCap, spec };
  return { headers: sentHeaders, body: match === null ? pingBody(message) : fireBody({ ...message, match }) };
}

export function showDelivery(delivery: Delivery, watch: Watch): z.input<typeof WatchDelivery> {
  const { claimedAt, finishedAt } = delivery;
  return {
    id: delivery.id,
    kind: delivery.kind,
    redelivery_of: delivery.redeliveryOf,
    state: delivery.state,
    fired_at: delivery.firedAt.toISOString(),
    sent_at: claimedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    not_before: delivery.state === "pending" ? (delivery.notBefore?.toISOString() ?? null) : null,
    duration_ms: claimedAt === null || finishedAt === null ? null : Math.max(0, finishedAt.getTime() - claimedAt.getTime()),
    outcome: delivery.outcome,
    http_status: delivery.httpStatus,
    detail: delivery.detail,
    match: delivery.match === null ? null : { ...delivery.match },
    request: requestOf(delivery, watch),
  };
}
