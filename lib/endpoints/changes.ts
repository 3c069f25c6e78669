import { z } from "zod";
import { providerParam } from "@/lib/catalogs/name-params";
import { NEWS_DAYS } from "@/lib/domain/history/changes/change-event";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { changesSince } from "@/lib/loaders/history/changes-since";
import { eventStreamOf } from "@/lib/schemas/history/event-stream";
import { ChangesAnswer, changesQuery, cursorParam } from "@/lib/schemas/history/changes-answer";
import { UNKNOWN_NAME } from "@/lib/schemas/params";

export const changes = defineEndpoint({
  method: "GET",
  path: "/api/changes",
  tag: "History",
  summary: "What changed in the last 24 hours: prices, new and removed models, incidents, benchmark scores and additions to KEV",
  description:
    "A list of changes that a client follows by cursor: give `next` of one answer as `since` of the next, and after any break nothing is missed and nothing comes twice. Without `since` it begins with what was listed in the last 24 hours: `listed_at` counts, and `at` is at most " +
    `${NEWS_DAYS} days older. ` +
    "Incidents are listed within minutes, prices and scores once a day, when the day is captured. " +
    "With `Accept: text/event-stream` the same changes come as server-sent events whose `id` is the cursor. The stream ends after what is there, and says by `retry` when to come back; an EventSource does so by itself, with `Last-Event-ID`.",
  access: free(),
  reads: ["changes", "provider_status"],
  maxAgeSeconds: 0,
  isPrepared: false,
  query: z.object({
    since: cursorParam().optional().describe("The cursor after which the changes follow; what follows it may be at most 24 hours old"),
    provider: providerParam().optional().describe("Only changes of this provider, by id or name"),
    ...changesQuery,
  }),
  response: ChangesAnswer,
  errors: UNKNOWN_NAME,
  eventStream: eventStreamOf,
  example: { query: { limit: "10" } },
}).handle(({ query, db, now, baseUrl, headers }) =>
  changesSince({ ...query, lastEventId: headers.get("last-event-id") }, { db, now, baseUrl, isFree: true }),
);
