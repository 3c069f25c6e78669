import { z } from "zod";
import { findCallPlace, listCalls } from "@/db/queries/money/call/usage";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { MAX_USAGE_DAYS, UNCHARGED_KEPT_DAYS } from "@/lib/domain/money/no-charge";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, token } from "@/lib/http/endpoint";
import { holderOf } from "@/lib/loaders/money/holder-of";
import { toAccountCall } from "@/lib/loaders/money/to-account-call";
import { AccountCall, callIdParam } from "@/lib/schemas/account-call";
import { csvOf } from "@/lib/schemas/csv";
import { booleanParam, integerParam } from "@/lib/schemas/params";

const DEFAULT_DAYS = 30;
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 5000;
const toCsv = csvOf(AccountCall);

export const usageCalls = defineEndpoint({
  method: "GET",
  path: "/api/payment/usage/calls",
  tag: "Payment",
  summary: "Usage by calls: an account's calls, charged and not, newest first",
  description: `Every call that credits were held for, with its receipt and, where it was not charged, the reason. What was refused before that (400, 401, 402, 409, 422, 429) is not in it. Calls that were not charged are stored for ${UNCHARGED_KEPT_DAYS} days. For the next page send \`next_cursor\` as \`cursor\` with the same other parameters; it is null on the last one.`,
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  query: z.object({
    days: integerParam(1, MAX_USAGE_DAYS).default(DEFAULT_DAYS).describe("Number of UTC days, today included"),
    charged: booleanParam().optional().describe("True: only charged calls; false: only uncharged and refunded ones"),
    limit: integerParam(1, MAX_LIMIT).default(DEFAULT_LIMIT).describe("Number of calls"),
    cursor: callIdParam().optional().describe("`next_cursor` of the page before"),
  }),
  response: z.strictObject({ count: z.int(), calls: z.array(AccountCall), next_cursor: z.string().nullable() }),
  csv: ({ calls }) => toCsv(calls),
}).handle(async (context) => {
  const { db, now, query } = context;
  const { accountId } = holderOf(context);
  const after = query.cursor === undefined ? null : await findCallPlace(db, accountId, query.cursor);
  if (query.cursor !== undefined && after === null) {
    throw new ApiError(
      "invalid_parameter",
      "`cursor` is of no page of this account, or its call is no longer stored. Begin again without it.",
      {
        parameter: "cursor",
        given: query.cursor.slice(0, 80),
        accepted: "`next_cursor` of an earlier answer",
      },
    );
  }
  const since = new Date(`${addDays(utcDay(now), 1 - query.days)}T00:00:00Z`);
  // A row more than asked for shows whether another page follows.
  const rows = await listCalls(db, accountId, { since, isCharged: query.charged ?? null, after, limit: query.limit + 1 });
  const listed = rows.slice(0, query.limit);
  return {
    count: listed.length,
    calls: listed.map(toAccountCall),
    next_cursor: rows.length > listed.length ? (listed.at(-1)?.id ?? null) : null,
  };
});
