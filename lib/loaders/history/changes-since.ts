import type { Db } from "@/db/client";
import { findCursorBefore, findLastCursor, hasNewsBetween, listChangesAfter } from "@/db/queries/history/change-events";
import { FREE_CHANGES_MS, type ChangeDataset } from "@/lib/domain/history/changes/change-event";
import { ApiError } from "@/lib/errors";
import { ACCEPTED_CURSOR, CURSOR, type ChangesAnswer } from "@/lib/schemas/history/changes-answer";
import { toChangeEvent } from "./to-change-event";

interface ChangesAsked {
  since?: number | undefined;
  /** The id that EventSource sends when it comes back. It overrides `since`, which stays in the address. */
  lastEventId: string | null;
  limit: number;
  dataset?: ChangeDataset | undefined;
  provider?: string | undefined;
}

interface Reach {
  db: Db;
  now: Date;
  baseUrl: string;
  /** Free calls follow the news of 24 hours; paid ones read everything. */
  isFree: boolean;
}

function refuse(parameter: string, given: string, why: string): never {
  throw new ApiError("invalid_parameter", `\`${parameter}\` is not valid: ${why}.`, { parameter, given, accepted: ACCEPTED_CURSOR });
}

/** The cursor that is asked for, or null for none. */
function askedCursor({ since, lastEventId }: ChangesAsked): { name: string; cursor: number } | null {
  if (!lastEventId) return since === undefined ? null : { name: "since", cursor: since };
  if (!CURSOR.test(lastEventId)) refuse("Last-Event-ID", [...lastEventId].slice(0, 80).join(""), `accepted is ${ACCEPTED_CURSOR}`);
  return { name: "Last-Event-ID", cursor: Number(lastEventId) };
}

async function startOf(asked: ChangesAsked, last: number, { db, now, isFree }: Reach): Promise<number> {
  const dayAgo = new Date(now.getTime() - FREE_CHANGES_MS);
  const given = askedCursor(asked);
  if (!given) return (await findCursorBefore(db, dayAgo)) ?? last;
  const { name, cursor } = given;
  if (cursor > last) refuse(name, String(cursor), `no event has this cursor yet; the newest is ${last}`);
  if (isFree && (await hasNewsBetween(db, cursor, dayAgo))) {
    const newest = (await findCursorBefore(db, dayAgo)) ?? last;
    refuse(
      name,
      String(cursor),
      `what follows it is older than 24 hours; free calls begin at ${newest}, /api/premium/changes takes any cursor`,
    );
  }
  return cursor;
}

/** The events after a cursor, or of the last 24 hours. `next` also passes what the filters leave out. */
export async function changesSince(asked: ChangesAsked, reach: Reach): Promise<ChangesAnswer> {
  const { db, baseUrl, isFree } = reach;
  // Read first: what is listed meanwhile has larger cursors, and is left to the next call.
  const last = await findLastCursor(db);
  const start = await startOf(asked, last, reach);
  const { dataset, provider, limit } = asked;
  const rows = await listChangesAfter(db, { after: start, upTo: last, isNewsOnly: isFree, dataset, provider, limit: limit + 1 });
  const events = rows.slice(0, limit).map((row) => toChangeEvent(row, baseUrl));
  const hasMore = rows.length > limit;
  return {
    since: String(start),
    next: hasMore ? (events.at(-1)?.cursor ?? String(start)) : String(last),
    has_more: hasMore,
    count: events.length,
    events,
  };
}
