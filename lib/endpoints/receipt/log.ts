import { z } from "zod";
import { listReceiptLogs } from "@/db/queries/receipt-log";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { logHead } from "@/lib/receipts/log-head";
import { dateParam, integerParam } from "@/lib/schemas/params";
import { ReceiptLogHead } from "@/lib/schemas/receipt";

export const receiptLog = defineEndpoint({
  method: "GET",
  path: "/api/receipt/log",
  tag: "Receipts",
  summary: "The signed root of each day's receipts, newest first",
  description:
    "At 00:10 UTC the receipts of the day before are hashed into a tree (RFC 6962) and its root is signed: what was charged can be neither denied nor rewritten. Each day names the hash of the day before. Signed are `v`, `date`, `size`, `root`, `previous` and `published_at` as canonical JSON.",
  access: free(),
  reads: [],
  maxAgeSeconds: 300,
  isPrepared: false,
  query: z.object({
    limit: integerParam(1, 366).default(30).describe("How many days"),
    before: dateParam().optional().describe("Only days before this one: the oldest `date` of the last page"),
  }),
  response: z.strictObject({ count: z.int(), days: z.array(ReceiptLogHead) }),
}).handle(async ({ db, query }) => {
  const days = (await listReceiptLogs(db, query)).map(logHead);
  return { count: days.length, days: days };
});
