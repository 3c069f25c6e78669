import { z } from "zod";
import { providerParam } from "@/lib/catalogs/name-params";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { changesSince } from "@/lib/loaders/history/changes-since";
import { ChangesAnswer, changesQuery, cursorParam } from "@/lib/schemas/history/changes-answer";
import { UNKNOWN_NAME } from "@/lib/schemas/params";

export const premiumChanges = defineEndpoint({
  method: "GET",
  path: "/api/premium/changes",
  tag: "History",
  summary: "What changed since any time: prices, new and removed models, incidents, benchmark scores and additions to KEV",
  description:
    "The list of /api/changes without its limit of 24 hours: `since=0` begins with the first change that was ever listed. The list is in the order in which changes were listed, which for what was captured before the list began is not that of `at`. An answer without any change costs nothing.",
  access: premium(1),
  reads: ["changes", "provider_status"],
  maxAgeSeconds: 0,
  query: z.object({
    since: cursorParam().optional().describe("The cursor after which the changes follow, of any age; without it the last 24 hours"),
    provider: providerParam().optional().describe("Only changes of this provider, by id or name"),
    ...changesQuery,
  }),
  response: ChangesAnswer,
  errors: UNKNOWN_NAME,
  isEmpty: ({ count }) => count === 0,
  example: { query: { since: "0", limit: "10" } },
}).handle(({ query, db, now, baseUrl }) => changesSince({ ...query, lastEventId: null }, { db, now, baseUrl, isFree: false }));
