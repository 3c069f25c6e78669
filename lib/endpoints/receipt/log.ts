import { z } from "zod";
import { listReceiptLogs, listSupersededLogs } from "@/db/queries/receipts/receipt-log";
import { LOG_PUBLISHED_AT } from "@/lib/domain/receipts/receipt-log";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { logHead } from "@/lib/receipts/log-head";
import { dateParam, integerParam } from "@/lib/schemas/params";
import { ReceiptLogHead } from "@/lib/schemas/receipts";

export const receiptLog = defineEndpoint({
  method: "GET",
  path: "/api/receipt/log",
  tag: "Receipts",
  summary: "Receipt log: the signed root of each day's receipts, newest first",
  description: `At ${LOG_PUBLISHED_AT} UTC the receipts of the day before are hashed into a tree (RFC 6962) and its root is signed: what was charged can be neither denied nor rewritten. Each head names the hash of the one published before it. Signed are \`v\`, \`date\`, \`size\`, \`root\`, \`previous\` and \`published_at\` as canonical JSON. Where a clock that was wrong had a day closed before its end, the day is opened again and the head published after its end replaces the first: the replaced one stays in \`superseded\` and in the chain, each receipt that it proved is in the new tree too, and a proof from the new head is there for the asking.`,
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  query: z.object({
    limit: integerParam(1, 366).default(30).describe("How many days"),
    before: dateParam().optional().describe("Only days before this one: the oldest `date` of the last page"),
  }),
  response: z.strictObject({
    count: z.int(),
    days: z.array(ReceiptLogHead),
    superseded: z
      .array(ReceiptLogHead)
      .describe(
        "Heads of these days that were published before the day was over, the last published first; their days follow in `days` once they have ended",
      ),
  }),
}).handle(async ({ db, query }) => {
  const days = await listReceiptLogs(db, query);
  const isLastPage = days.length < query.limit;
  const superseded = await listSupersededLogs(db, { before: query.before, from: isLastPage ? undefined : days.at(-1)?.day });
  return { count: days.length, days: days.map(logHead), superseded: superseded.map(logHead) };
});
