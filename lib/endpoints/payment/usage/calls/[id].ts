import { z } from "zod";
import { findCall } from "@/db/queries/money/call/usage";
import { receiptOfLog } from "@/lib/domain/receipts/receipt";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf } from "@/lib/loaders/money/holder-of";
import { toAccountCall } from "@/lib/loaders/money/to-account-call";
import { AccountCall, callIdParam } from "@/lib/schemas/account-call";
import { Receipt } from "@/lib/schemas/receipts";

export const usageCall = defineEndpoint({
  method: "GET",
  path: "/api/payment/usage/calls/[id]",
  tag: "Payment",
  summary: "Usage of one call of an account, with its signed receipt",
  description:
    "The receipt that came with the answer; null where none was signed. The receipt of an uncharged call is deleted with the call.",
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  params: z.object({ id: callIdParam().describe("Of the call, as GET /api/payment/usage/calls lists it") }),
  response: z.strictObject({ call: AccountCall, receipt: Receipt.nullable() }),
  errors: { call_not_found: z.object({}) },
  example: { params: { id: "hold_a1b2c3d4e5f60718" } },
}).handle(async (context) => {
  const found = await findCall(context.db, holderOf(context).accountId, context.params.id);
  if (!found) throw new ApiError("call_not_found");
  return { call: toAccountCall(found.call), receipt: found.receipt === null ? null : receiptOfLog(found.receipt) };
});
