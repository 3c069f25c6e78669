import { z } from "zod";
import { listNoChargeDates } from "@/db/queries/money/call/no-charge";
import { defineEndpoint, free } from "@/lib/http/endpoint";

const LISTED = 1000;

export const noChargeDates = defineEndpoint({
  method: "GET",
  path: "/api/payment/no-charge-stats/dates",
  tag: "Payment",
  summary: "Dates of the no-charge stats: days on which a charge was waived, newest first",
  description: `UTC days, at most the newest ${LISTED}.`,
  access: free(),
  reads: [],
  maxAgeSeconds: 0,
  isPrepared: false,
  response: z.strictObject({ count: z.int(), dates: z.array(z.iso.date()) }),
}).handle(async ({ db }) => {
  const dates = await listNoChargeDates(db, LISTED);
  return { count: dates.length, dates };
});
