import { z } from "zod";
import { findReceiptChunk, findReceiptLog, LEAVES_PER_CHUNK } from "@/db/queries/receipts/receipt-log";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { logHead } from "@/lib/receipts/log-head";
import { inclusionOf } from "@/lib/receipts/log-tree";
import { dateParam } from "@/lib/schemas/params";
import { ReceiptIdPattern, ReceiptProof } from "@/lib/schemas/receipts";

export const receiptProof = defineEndpoint({
  method: "GET",
  path: "/api/receipt/log/[date]/proof",
  tag: "Receipts",
  summary: "Proof that a receipt stands in the log of its day",
  description: "With the receipt at hand, its leaf hash and `path` lead to the signed root; `/verify-receipt.mjs` computes it offline.",
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  params: z.object({ date: dateParam().meta({ invalid: "invalid_date", description: "UTC day of the receipt's `server_time`" }) }),
  query: z.object({
    id: z.string().regex(ReceiptIdPattern).meta({ accepts: "a receipt's id, `rcpt_` and 16 hex digits", description: "Id of the receipt" }),
  }),
  response: ReceiptProof,
  errors: { receipt_log_not_found: z.object({ date: z.string() }), receipt_not_found: z.object({ date: z.string(), id: z.string() }) },
  example: { params: { date: "2026-11-20" }, query: { id: "rcpt_3f0c9a71b2d84e65" } },
}).handle(async ({ db, params: { date }, query: { id } }) => {
  const log = await findReceiptLog(db, date);
  if (!log) throw new ApiError("receipt_log_not_found", `There is no log of ${date}.`, { date });
  const chunk = await findReceiptChunk(db, log, id);
  const inclusion = chunk && inclusionOf(id, chunk, LEAVES_PER_CHUNK);
  if (!inclusion) throw new ApiError("receipt_not_found", `The log of ${date} holds no ${id}.`, { date, id });
  const { leafHash, index, path } = inclusion;
  return { id, leaf_hash: leafHash, index, path, log: logHead(log) };
});
