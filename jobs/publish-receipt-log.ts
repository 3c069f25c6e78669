import { LOG_PUBLISHED_AT } from "@/lib/domain/receipts/receipt-log";
import type { Db } from "@/db/client";
import { consultClock } from "@/db/queries/clock";
import {
  closeReceiptDay,
  findFirstReceiptDay,
  findLastPublishedLog,
  findLogEdition,
  findReceiptLog,
  insertReceiptLog,
  LEAVES_PER_CHUNK,
  listReceiptLeaves,
  listReceiptLogs,
  type LogEditionDay,
  type ReceiptLogChunk,
  type ReceiptLogRow,
} from "@/db/queries/receipts/receipt-log";
import { earliestClock } from "@/lib/config/clock";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import { addDays } from "@/lib/domain/basics/date-range";
import { hashOfHead, logHead, signLog } from "@/lib/receipts/log-head";
import { chunkRoot, logRoot } from "@/lib/receipts/log-tree";
import { publishedKey } from "@/lib/receipts/published-key";
import { defineJob } from "./define";

async function chunksOf(db: Db, day: string, signal: AbortSignal): Promise<{ size: number; chunks: ReceiptLogChunk[] }> {
  const chunks: ReceiptLogChunk[] = [];
  let size = 0;
  let after: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const leaves = await listReceiptLeaves(db, day, after === undefined ? {} : { after });
    const [first] = leaves;
    if (first) chunks.push({ number: chunks.length, firstId: first.id, root: chunkRoot(leaves) });
    size += leaves.length;
    after = leaves.at(-1)?.id;
    if (leaves.length < LEAVES_PER_CHUNK) return { size, chunks };
  }
}

interface RunTime {
  now: Date;
  signal: AbortSignal;
}

async function publishDay(
  db: Db,
  place: LogEditionDay,
  previous: ReceiptLogRow | null,
  { now, signal }: RunTime,
): Promise<ReceiptLogRow | null> {
  await closeReceiptDay(db, place, now);
  const { size, chunks } = await chunksOf(db, place.day, signal);
  const unsigned = {
    ...place,
    size,
    root: logRoot(chunks.map(({ root }) => root)),
    previous: previous && hashOfHead(logHead(previous)),
    publishedAt: now,
  };
  await insertReceiptLog(db, signLog(unsigned, await publishedKey(db, now)), chunks);
  return findReceiptLog(db, place.day);
}

/** The day after the last published one; without any, the first day that was reopened or has a receipt. */
async function firstDayToPublish(db: Db, fromDay: string | null, yesterday: string): Promise<string> {
  const [last] = await listReceiptLogs(db, { limit: 1 });
  if (last) return addDays(last.day, 1);
  return fromDay ?? (await findFirstReceiptDay(db)) ?? yesterday;
}

/** The last day that is over on every clock. Closing a running day would leave its later calls without receipts. */
const lastEndedDay = (now: Date): string =>
  addDays(new Date(Math.min(now.getTime(), earliestClock().getTime())).toISOString().slice(0, 10), -1);

export const publishReceiptLog = defineJob({
  name: "publish-receipt-log",
  summary: "Closes yesterday's receipts, and those of any day that was missed, into a signed hash tree that nobody can rewrite",
  cadence: { dailyAt: LOG_PUBLISHED_AT },
  writes: [],
  timeoutSeconds: 240,
  runsAtStart: true,
  async run({ db, now, signal }) {
    const yesterday = lastEndedDay(now);
    const { edition, fromDay } = await findLogEdition(db);
    let last = await findLastPublishedLog(db);
    const counts = { days: 0, receipts: 0 };
    for (let day = await firstDayToPublish(db, fromDay, yesterday); day <= yesterday; day = addDays(day, 1)) {
      signal.throwIfAborted();
      const doubt = await consultClock(db);
      if (doubt !== null) return { skipped: describeDoubt(doubt) };
      last = await publishDay(db, { day, edition }, last, { now, signal });
      counts.days += 1;
      counts.receipts += last?.size ?? 0;
    }
    return counts;
  },
});
