import { z } from "zod";
import type { Db } from "@/db/client";
import { summarizeUsage, usageByDay, type DayUsage } from "@/db/queries/money/call/usage";
import { addDays, datesOf, utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { MAX_USAGE_DAYS, UNCHARGED_KEPT_DAYS } from "@/lib/domain/money/no-charge";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { integerParam } from "@/lib/schemas/params";

const RECENT = 25;
const ENDPOINTS = 100;

const counts = { calls: z.int(), credits: z.int(), uncharged_calls: z.int().nullable() };

const UsageDay = z
  .strictObject({ date: z.iso.date(), ...counts, by_endpoint: z.record(z.string(), z.strictObject(counts)) })
  .meta({ id: "UsageDay" });

/** Uncharged calls of days that were already pruned are unknown, not zero. */
function dayOf(date: string, rows: readonly DayUsage[], firstKept: string): z.output<typeof UsageDay> {
  const sum = (value: (row: DayUsage) => number): number => rows.reduce((total, row) => total + value(row), 0);
  const uncharged = (count: number): number | null => (date >= firstKept ? count : null);
  return {
    date,
    calls: sum(({ calls }) => calls),
    credits: sum(({ credits }) => credits),
    uncharged_calls: uncharged(sum(({ unchargedCalls }) => unchargedCalls)),
    by_endpoint: Object.fromEntries(
      rows.map(({ endpoint, calls, credits, unchargedCalls }) => [
        endpoint,
        { calls, credits, uncharged_calls: uncharged(unchargedCalls) },
      ]),
    ),
  };
}

async function listDays(db: Db, accountId: number, days: number, now: Date): Promise<z.output<typeof UsageDay>[]> {
  const today = utcDay(now);
  const from = addDays(today, 1 - days);
  const byDate = groupBy(await usageByDay(db, accountId, new Date(`${from}T00:00:00Z`)), ({ date }) => date);
  const firstKept = addDays(today, 1 - UNCHARGED_KEPT_DAYS);
  return datesOf({ from, days }).map((date) => dayOf(date, byDate.get(date) ?? [], firstKept));
}

export const paymentUsage = defineEndpoint({
  method: "GET",
  path: "/api/payment/usage",
  tag: "Payment",
  summary: "Usage: what an account's credits were spent on",
  description: `Totals are over all charged calls of the account; calls that were not charged do not count. \`by_endpoint\` has the ${ENDPOINTS} most called paths as they are declared, \`recent\` the newest ${RECENT} calls with the ids of their receipts. With \`days\` the answer adds \`by_day\`: every UTC day up to today, oldest first, charged and not charged; \`uncharged_calls\` is null before the last ${UNCHARGED_KEPT_DAYS} days, for which such calls are stored. Call by call they are at /api/payment/usage/calls.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  query: z.object({ days: integerParam(1, MAX_USAGE_DAYS).optional().describe("Number of days in `by_day`, today included") }),
  response: z.strictObject({
    token_balance: z.int(),
    total_calls: z.int(),
    total_credits_spent: z.int(),
    by_endpoint: z.record(z.string(), z.strictObject({ calls: z.int(), credits: z.int(), last_seen: z.iso.datetime() })),
    recent: z.array(z.strictObject({ endpoint: z.string(), credits: z.int(), at: z.iso.datetime(), receipt_id: z.string().nullable() })),
    by_day: z.array(UsageDay).optional(),
  }),
}).handle(async (context) => {
  const holder = holderOf(context);
  const usage = await summarizeUsage(context.db, holder.accountId, { endpointLimit: ENDPOINTS, recentLimit: RECENT });
  return {
    token_balance: spendableOf(holder),
    total_calls: usage.calls,
    total_credits_spent: usage.credits,
    by_endpoint: Object.fromEntries(
      usage.endpoints.map(({ endpoint, calls, credits, lastAt }) => [endpoint, { calls, credits, last_seen: lastAt.toISOString() }]),
    ),
    recent: usage.recent.map(({ endpoint, credits, at, receiptId }) => ({
      endpoint,
      credits,
      at: at.toISOString(),
      receipt_id: receiptId,
    })),
    ...(context.query.days === undefined ? {} : { by_day: await listDays(context.db, holder.accountId, context.query.days, context.now) }),
  };
});
