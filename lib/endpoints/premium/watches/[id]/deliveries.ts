import { z } from "zod";
import { listDeliveries } from "@/db/queries/watches/watch-deliveries";
import { uncharged } from "@/lib/money/call/paid-call";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { ownWatch } from "@/lib/loaders/watches/own-watch";
import { BillingSchema } from "@/lib/http/premium-body";
import { integerParam } from "@/lib/schemas/params";
import { WatchDelivery, WatchIdParam } from "@/lib/schemas/watches";
import { showDelivery } from "@/lib/watches/show-watch";

export const watchDeliveries = defineEndpoint({
  method: "GET",
  path: "/api/premium/watches/[id]/deliveries",
  tag: "Watches",
  summary: "Deliveries of a watch, newest first, with what became of each",
  description:
    "Free for the token holder. Fires, pings and redeliveries, each with the request as it was sent. What waits to be sent is pending and goes out within about a minute, or after `not_before`; what was sent is never sent again by itself.",
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  params: z.object({ id: WatchIdParam }),
  query: z.object({ limit: integerParam(1, 100).default(50).describe("How many at most") }),
  response: z.strictObject({ watch_id: z.string(), count: z.int(), deliveries: z.array(WatchDelivery), billing: BillingSchema }),
  errors: { watch_not_found: z.object({}) },
  example: { params: { id: "wat_a1b2c3d4e5f60718a9b0c1d2" } },
}).handle(async (context) => {
  const watch = await ownWatch(context, context.params.id);
  const deliveries = await listDeliveries(context.db, watch.id, context.query.limit);
  return {
    watch_id: watch.id,
    count: deliveries.length,
    deliveries: deliveries.map((delivery) => showDelivery(delivery, watch)),
    billing: uncharged(spendableOf(holderOf(context))),
  };
});
