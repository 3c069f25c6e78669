import type { z } from "zod";
import type { Delivery } from "@/db/queries/watches/watch-deliveries";
import type { Watch } from "@/db/queries/watches/watches";
import { watchState } from "@/lib/domain/watches/watch-state";
import type { Watch as WatchSchema, WatchDelivery } from "@/lib/schemas/watches";

/** The owner's view; it must not contain the secret or the token. */
export function showWatch(watch: Watch, now: Date): z.input<typeof WatchSchema> {
  return {
    id: watch.id,
    spec: watch.spec,
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

export function showDelivery(delivery: Delivery): z.input<typeof WatchDelivery> {
  return {
    id: delivery.id,
    kind: delivery.kind,
    redelivery_of: delivery.redeliveryOf,
    state: delivery.state,
    fired_at: delivery.firedAt.toISOString(),
    sent_at: delivery.claimedAt?.toISOString() ?? null,
    finished_at: delivery.finishedAt?.toISOString() ?? null,
    outcome: delivery.outcome,
    http_status: delivery.httpStatus,
    detail: delivery.detail,
    match: delivery.match === null ? null : { ...delivery.match },
  };
}
