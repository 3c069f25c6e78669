import { z } from "zod";
import { billOf } from "@/lib/domain/models/bill/bill";
import type { ReadUsage } from "@/lib/domain/models/usage/read-usage";
import { MOST_BILL_BYTES, MOST_LINES } from "@/lib/domain/models/usage/usage-line";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { billAnswer } from "@/lib/loaders/models/bill-answer";
import { billedModels } from "@/lib/loaders/models/billed-models";
import { MOST_MODELS, readUsageText, USAGE_FAULTS } from "@/lib/loaders/models/usage-text";
import { BillAnswer, BillLines } from "@/lib/schemas/models/bill";

const UsageText = z
  .unknown()
  .transform((body, context): ReadUsage => {
    const read = readUsageText(typeof body === "string" ? body : JSON.stringify(body ?? ""));
    if ("usage" in read) return read.usage;
    context.addIssue({ code: "custom", message: USAGE_FAULTS[read.fault], params: { reason: read.fault } });
    return z.NEVER;
  })
  .meta({ documentedAs: BillLines });

export const costBill = defineEndpoint({
  method: "POST",
  path: "/api/premium/cost/bill",
  tag: "Models",
  summary: "A bill recomputed: the cost of lines of usage, each at the price of its own time, with reading, rule and sums",
  description:
    `Takes up to ${MOST_LINES} lines of up to ${MOST_MODELS} models as JSON, JSON Lines or CSV: our own, or an export as it comes, of OpenAI (usage as CSV or from its API), Anthropic (Console as CSV, usage report of the Admin API), OpenRouter (activity) and ccusage (\`--json\`). Columns are known by their names; \`read\` says which were not. ` +
    "Each line is priced by the price book (GET /api/history/prices/book) at its own time. Conditions count where the line says enough: hours for an instant or a span with one price, the length of prompts where `requests` is 1 or the export says it (the whole request is charged at the step), tiers, speeds, lifetimes of caches; a tier never discounts searches. `not_counted` names what is left open. Arithmetic is exact, and every price is rounded only when it is shown, at 12 decimals. " +
    "A line without a price has `usd: null` and a `reason`, and is in no sum. If no line has a price, nothing is charged. What is sent is not stored; under an Idempotency-Key an encrypted copy of the answer is, for its repeat.",
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  maxBodyBytes: MOST_BILL_BYTES,
  bodyTypes: ["text/csv", "application/x-ndjson", "text/plain"],
  query: z.object({
    format: z.enum(["json", "csv"]).default("json").describe("csv: the lines as a table in the member `csv`, a row for each charge"),
  }),
  body: UsageText,
  response: z.strictObject(BillAnswer),
  errors: { invalid_request_body: z.object({ reason: z.string().optional() }) },
  isEmpty: ({ total }) => total.priced === 0,
  // It tells whose use it was, so that its copy for a repeat is encrypted.
  isSecret: () => true,
  example: {
    bodyName: "lines of our own",
    body: {
      lines: [
        { model: "gpt-5.6-sol", at: "2026-08-20T12:00:00Z", input: 100_000, output: 10_000, cache_read: 50_000, requests: 1 },
        { model: "gpt-5.6-sol", at: "2026-08-21", input: 200_000, output: 10_000, requests: 4 },
      ],
    },
  },
}).handle(async ({ query, body, db, now }) => {
  const modelOf = await billedModels(db, body.lines);
  return billAnswer(billOf(body.lines, { modelOf, now }), body, { format: query.format, now });
});
