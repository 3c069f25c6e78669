import { z } from "zod";
import { findDelivery, queueRedelivery } from "@/db/queries/watches/watch-deliveries";
import { uncharged } from "@/lib/money/call/paid-call";
import { REDELIVERIES_PER_DAY } from "@/lib/domain/watches/watch-limits";
import { DELIVERY_ID } from "@/lib/domain/watches/watch-state";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { ownActiveWatch } from "@/lib/loaders/watches/own-watch";
import { BillingSchema } from "@/lib/http/premium-body";
import { takeWatchUse } from "@/lib/loaders/watches/take-watch-use";
import { textParam } from "@/lib/schemas/params";
import { WatchDelivery, WatchIdParam } from "@/lib/schemas/watches";
import { showDelivery } from "@/lib/watches/show-watch";
import { newDeliveryId } from "@/lib/watches/watch-secret";

export const redeliver = defineEndpoint({
  method: "POST",
  path: "/api/premium/watches/[id]/redeliver/[delivery]",
  tag: "Watches",
  summary: "Redelivery: sends a fire of a watch once more, the same message under the same delivery id",
  description: `Free for the token holder, at most ${REDELIVERIES_PER_DAY} a UTC day for one watch, and one at a time of the same fire. It is queued, sent within about a minute, and is no fire: \`fire_count\` stays as it is.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  params: z.object({
    id: WatchIdParam,
    delivery: textParam(80).describe("Id of a fire, as GET /api/premium/watches/{id}/deliveries lists it"),
  }),
  response: z.strictObject({ delivery: WatchDelivery, billing: BillingSchema }),
  errors: {
    watch_not_found: z.object({}),
    delivery_not_found: z.object({}),
    watch_not_active: z.object({ watch_status: z.string() }),
    delivery_not_redeliverable: z.object({ delivery_state: z.string() }),
    watch_daily_limit_reached: z.object({ limit: z.int(), retry_after: z.int() }),
  },
  example: { params: { id: "wat_a1b2c3d4e5f60718a9b0c1d2", delivery: "dlv_a1b2c3d4e5f60718a9b0c1d2" } },
}).handle(async (context) => {
  const { db, now, params } = context;
  const watch = await ownActiveWatch(context, params.id);
  const fire = DELIVERY_ID.test(params.delivery) ? await findDelivery(db, watch.id, params.delivery) : null;
  if (!fire) throw new ApiError("delivery_not_found");
  const isOver = fire.state === "sent" || fire.state === "lost";
  if (fire.kind !== "fire" || !isOver) {
    throw new ApiError("delivery_not_redeliverable", `This ${fire.kind} is ${fire.state}.`, { delivery_state: fire.state });
  }
  await takeWatchUse(db, { policy: "watch-redeliver", watchId: watch.id, perDay: REDELIVERIES_PER_DAY, now });
  const id = newDeliveryId();
  if (!(await queueRedelivery(db, fire, id))) {
    throw new ApiError("delivery_not_redeliverable", "This fire is already being sent again.", { delivery_state: "pending" });
  }
  const queued = await findDelivery(db, watch.id, id);
  if (!queued) throw new Error("a redelivery vanished while it was queued");
  return { delivery: showDelivery(queued, watch), billing: uncharged(spendableOf(holderOf(context))) };
});
