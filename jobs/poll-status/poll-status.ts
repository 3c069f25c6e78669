import { hasMachineAddress, statusPages, type StatusPage } from "@/lib/catalogs/status-pages";
import { defineJob, type JobContext } from "@/jobs/define";
import { listStatusServices } from "@/db/queries/status/status";
import { requireOneRead, type UnreadSource } from "@/lib/ingest/require-one-read";
import { HOUR_MS } from "@/lib/domain/basics/time";
import { slotOf, type Cadence } from "@/lib/domain/freshness/cadence";
import { isKnown } from "@/lib/domain/status/service-state";
import { readPages } from "./read-pages";
import { storePoll, type StoredPoll } from "./store-poll";

const POLL_CADENCE: Cadence = { everyMinutes: 2 };
/** Even an unchanged page is read in full this often, so that a new version of a reader takes effect. */
const WHOLE_EVERY_MS = HOUR_MS;

interface PollCounts extends StoredPoll, Record<string, number> {
  polled: number;
  unreachable: number;
  /** Pages for people alone. */
  not_machine_readable: number;
}

interface Poll {
  counts: PollCounts;
  unread: UnreadSource[];
}

export async function pollPages(pages: readonly StatusPage[], { db, http, now, log }: Omit<JobContext, "signal">): Promise<Poll> {
  const records = new Map((await listStatusServices(db)).map((record) => [record.service, record]));
  const isConditional = ({ id }: StatusPage): boolean => {
    const record = records.get(id);
    return (
      record !== undefined && isKnown(record.state) && record.bodyAt !== null && now.getTime() - record.bodyAt.getTime() < WHOLE_EVERY_MS
    );
  };
  const outcomes = await readPages(pages, http, isConditional);
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const polled = outcomes.flatMap((outcome) => {
    const page = pageOf.get(outcome.service);
    return page ? [{ ...outcome, name: page.name, isSource: hasMachineAddress(page) }] : [];
  });
  const result = await storePoll(db, polled, { slot: slotOf(POLL_CADENCE, now), now });
  if (result.changed > 0) log("service states changed", { ...result });
  const failed = polled.filter(({ kind }) => kind === "failed");
  const unread = failed.flatMap(({ service, fault, isSource }) =>
    isSource ? [{ source: `provider_status/${service}`, fault: fault ?? "http" }] : [],
  );
  const counts = { polled: polled.length, unreachable: unread.length, not_machine_readable: failed.length - unread.length, ...result };
  return { counts, unread };
}

export const pollStatus = defineJob({
  name: "poll-status",
  summary: "Reads every provider's status page and records states, transitions and incidents",
  cadence: POLL_CADENCE,
  writes: ["provider_status"],
  timeoutSeconds: 50,
  runsAtStart: true,
  async run(context) {
    const { counts, unread } = await pollPages(statusPages, context);
    requireOneRead(counts.polled - counts.not_machine_readable, unread);
    return counts;
  },
});
