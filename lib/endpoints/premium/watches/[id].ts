import { z } from "zod";
import { deleteWatch as deleteRow } from "@/db/queries/watches/watches";
import { uncharged } from "@/lib/money/call/paid-call";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { ownWatch } from "@/lib/loaders/watches/own-watch";
import { BillingSchema } from "@/lib/http/premium-body";
import { Watch, WatchIdParam } from "@/lib/schemas/watches";
import { showWatch } from "@/lib/watches/show-watch";

const EXAMPLE = { params: { id: "wat_a1b2c3d4e5f60718a9b0c1d2" } };

export const watch = defineEndpoint({
  method: "GET",
  path: "/api/premium/watches/[id]",
  tag: "Watches",
  summary: "One watch of the account, also after it has ended",
  description: "Free for the token holder.",
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  params: z.object({ id: WatchIdParam }),
  response: z.strictObject({ watch: Watch, billing: BillingSchema }),
  errors: { watch_not_found: z.object({}) },
  example: EXAMPLE,
}).handle(async (context) => {
  const row = await ownWatch(context, context.params.id);
  return { watch: showWatch(row, context.now), billing: uncharged(spendableOf(holderOf(context))) };
});

export const deleteWatch = defineEndpoint({
  method: "DELETE",
  path: "/api/premium/watches/[id]",
  tag: "Watches",
  summary: "Ends a watch: nothing more is delivered",
  description: "Free for the token holder. What the watch had still to send is dropped. Deleting it again changes nothing.",
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  params: z.object({ id: WatchIdParam }),
  response: z.strictObject({ id: z.string(), deleted: z.literal(true), billing: BillingSchema }),
  errors: { watch_not_found: z.object({}) },
  example: EXAMPLE,
}).handle(async (context) => {
  const { id, accountId } = await ownWatch(context, context.params.id);
  await deleteRow(context.db, accountId, id, context.now);
  return { id, deleted: true as const, billing: uncharged(spendableOf(holderOf(context))) };
});
