import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { Db } from "@/db/client";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { jobs } from "@/jobs";
import type { Job } from "@/jobs/define";
import { runJob } from "@/jobs/run";
import { clockDoubt, hearSource } from "@/lib/config/clock";
import { utcDay } from "@/lib/domain/basics/date-range";
import { slotOf } from "@/lib/domain/freshness/cadence";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { configuredHttp } from "@/lib/sources/http/configured-http";
import { SourceError, type SourceHttp } from "@/lib/sources/http/source";
import { backdateHistory } from "../history/backdate-history";
import { writeReplayWorld } from "../sources/replay-world";

/** Which sources fail in a run of the jobs. */
export type IsFailing = (source: string) => boolean;

export interface ReplayedDay {
  /** The UTC day on which it began, which is captured. */
  firstDay: string;
  /** Moves the clock, then runs each job that has become due. */
  pass(milliseconds: number, isFailing: IsFailing): Promise<void>;
  end(): void;
}

const MINUTE_MS = 60_000;

/** Embedding the articles of a day takes minutes. */
const isQuick = ({ name }: Job): boolean => name !== "cluster-news";
/** It stores what the other jobs have read. */
const isLast = ({ name }: Job): number => Number(name === "capture-snapshots");

const readers = jobs.filter((job) => job.writes.length > 0 && isQuick(job)).toSorted((one, other) => isLast(one) - isLast(other));

/** Three sources that agree outweigh the clocks that the test did not set. */
function setClock(time: number): void {
  vi.setSystemTime(time);
  clockDoubt();
  for (const host of ["one.example", "two.example", "three.example"]) hearSource(host, new Date(time));
  if (clockDoubt() !== null) throw new Error("the service does not believe the clock of the test");
}

function failingHttp(http: SourceHttp, isFailing: IsFailing): SourceHttp {
  const refuse = (source: string): Promise<never> => Promise.reject(new SourceError("timeout", `${source} did not answer`));
  return {
    get: (request) => (isFailing(request.source) ? refuse(request.source) : http.get(request)),
    measure: (request) => http.measure(request),
  };
}

/** A service that reads the replay world's documents at its jobs' cadence, on a clock of the test. */
export async function beginReplayedDay(db: Db): Promise<ReplayedDay> {
  const folder = mkdtempSync(join(tmpdir(), "replayed-day-"));
  const begin = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  writeReplayWorld(folder, { now: new Date(begin - MINUTE_MS), troubled: { groq: "degraded" } });
  process.env.SOURCES_REPLAY_DIR = folder;
  vi.useFakeTimers({ toFake: ["Date"] });
  setClock(begin);
  await recordShippedCatalogs(db);
  async function run(due: readonly Job[], isFailing: IsFailing): Promise<void> {
    const http = (signal: AbortSignal) => failingHttp(configuredHttp({ memory: storedMemory(db), signal }), isFailing);
    for (const job of due) {
      setClock(Date.now());
      await runJob(job, { db, http, now: new Date(), isForced: true });
    }
  }
  await run(readers, () => false);
  await backdateHistory(db);
  return {
    firstDay: utcDay(new Date(begin)),
    async pass(milliseconds, isFailing) {
      const last = new Date();
      setClock(last.getTime() + milliseconds);
      await run(
        readers.filter(({ cadence }) => slotOf(cadence, new Date()) > last),
        isFailing,
      );
    },
    end() {
      vi.useRealTimers();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
