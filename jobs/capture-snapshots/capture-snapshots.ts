import { inTransaction, type Db } from "@/db/client";
import { findLastSnapshotDate, findSnapshot, recordSnapshot } from "@/db/queries/history/history";
import { listSources, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { datasets, type DatasetName } from "@/lib/datasets";
import { ageSecondsOf, isStaleAge } from "@/lib/domain/freshness/clock";
import { datasetCapture, liveSources } from "@/lib/domain/freshness/dataset-capture";
import { utcDay } from "@/lib/domain/basics/date-range";
import { SNAPSHOT_TYPES, type SnapshotType } from "@/lib/domain/history/history-spans";
import { captures } from "./captures";
import { defineJob, type JobCounts } from "@/jobs/define";

const CAPTURE_TIME_UTC = "07:00";

interface Outcome {
  type: SnapshotType;
  kind: "captured" | "already" | "waiting" | "empty" | "failed";
  detail: number | string;
}

/** When the dataset was read, or the reason why it cannot be captured yet. */
async function readingOf(db: Db, dataset: DatasetName | null, now: Date): Promise<Date | string> {
  if (dataset === null) return now;
  const capturedAt = datasetCapture(liveSources(await listSources(db, dataset)), now);
  if (capturedAt === null) return `${dataset} never read`;
  return isStaleAge(ageSecondsOf(capturedAt, now), datasets[dataset].slaSeconds)
    ? `${dataset} stale since ${capturedAt.toISOString()}`
    : capturedAt;
}

async function captureType(db: Db, type: SnapshotType, { now, signal }: { now: Date; signal: AbortSignal }): Promise<Outcome> {
  const date = utcDay(now);
  if (await findSnapshot(db, date, type)) return { type, kind: "already", detail: "already captured" };
  const previousDate = await findLastSnapshotDate(db, type);
  if (previousDate !== null && previousDate > date) {
    return { type, kind: "empty", detail: `later days are captured, up to ${previousDate}` };
  }
  // A retry of yesterday's slot can run after midnight. Only the very first day is captured at any hour.
  if (previousDate !== null && now.toISOString().slice(11, 16) < CAPTURE_TIME_UTC) {
    return { type, kind: "empty", detail: `due at ${CAPTURE_TIME_UTC}` };
  }
  const { dataset, mayBeEmpty = dataset === null, capture } = captures[type];
  const capturedAt = await readingOf(db, dataset, now);
  if (typeof capturedAt === "string") return { type, kind: "waiting", detail: capturedAt };
  const rowCount = await capture({ db, date, now, capturedAt, previousDate, signal });
  if (rowCount === 0) return { type, kind: mayBeEmpty ? "empty" : "waiting", detail: "empty" };
  await inTransaction(db, async (tx) => {
    if (await recordSnapshot(tx, { date, type, capturedAt, takenAt: now, rowCount })) {
      await recordSourceOutcomes(tx, [{ source: `history/${type}`, dataset: "history", at: now, fault: null, itemCount: rowCount }]);
    }
  });
  return { type, kind: "captured", detail: rowCount };
}

const describeOutcomes = (outcomes: readonly Outcome[]): string => outcomes.map(({ type, detail }) => `${type}: ${detail}`).join("; ");

/** `skipped` gives the slot back, so that a run that still waits for a source is retried. */
function resultOf(outcomes: readonly Outcome[]): JobCounts | { skipped: string } {
  const failed = outcomes.filter(({ kind }) => kind === "failed");
  if (failed.length > 0) throw new Error(describeOutcomes(failed));
  if (outcomes.some(({ kind }) => kind === "waiting")) return { skipped: describeOutcomes(outcomes) };
  return Object.fromEntries(outcomes.map(({ type, detail }) => [type, detail]));
}

export const captureSnapshots = defineJob({
  name: "capture-snapshots",
  summary: "Keeps the day's prices, scores, abilities, status, attention and GPU prices: once a day, and only from sources that were read",
  cadence: { dailyAt: CAPTURE_TIME_UTC },
  writes: ["history", "attention"],
  timeoutSeconds: 120,
  runsAtStart: true,
  async run({ db, now, signal, log }) {
    const outcomes: Outcome[] = [];
    for (const type of SNAPSHOT_TYPES) {
      signal.throwIfAborted();
      try {
        outcomes.push(await captureType(db, type, { now, signal }));
      } catch (error) {
        signal.throwIfAborted();
        outcomes.push({ type, kind: "failed", detail: error instanceof Error ? error.message : String(error) });
        log("snapshot failed", { type, error: outcomes.at(-1)?.detail });
      }
    }
    return resultOf(outcomes);
  },
});
