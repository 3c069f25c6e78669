import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { csvInSession } from "@/lib/http/session/csv-in-session";
import { usagePage } from "@/lib/pages/account/usage";
import { hrefOf } from "@/lib/pages/address";
import { readSearch } from "@/lib/pages/search";
import { requireAccount } from "../../visit";
import { callsQuery } from "../calls-query";

const ROWS_PER_READING = "2000";

/** The calls that the page lists, all of them. */
export async function GET(request: Request): Promise<Response> {
  const { values } = readSearch(usagePage, Object.fromEntries(new URL(request.url).searchParams));
  const session = await requireAccount(hrefOf(usagePage, values));
  const query = { ...callsQuery({ ...values, cursor: null }), limit: ROWS_PER_READING };
  return csvInSession(session, { endpoint: usageCalls, query, next: ({ next_cursor: next }) => next }, "calls.csv");
}
