import type { Db } from "@/db/client";
import { recordSourceOutcomes, saveValidators, type SourceOutcome } from "@/db/queries/freshness/operations";
import type { DatasetName } from "@/lib/datasets";
import { hasShrunk } from "@/lib/domain/freshness/source-reading";
import { requireOneRead } from "./require-one-read";
import { sourceErrorOf, type FreshReading, type SourceHttp, type SourceRequest, type Validators } from "@/lib/sources/http/source";

interface Reading<Content> {
  content: Content;
  saved?: { url: string; validators: Validators };
}

export interface WholeRead<Content> extends Partial<Reading<Content>> {
  outcome: SourceOutcome;
}

interface Expectation<Content> {
  source: string;
  dataset: DatasetName;
  at: Date;
  previousCount: number | null;
  countOf(content: Content): number;
  /** Null for a source that has not changed. */
  read(): Promise<Reading<Content> | null>;
}

/** Without content, what was read before stays: the source is unchanged, failed, or shrank. */
export async function readWhole<Content>(expected: Expectation<Content>): Promise<WholeRead<Content>> {
  const { source, dataset, at, previousCount, countOf, read } = expected;
  const keep = (fault: string | null, error: string | null) => ({ outcome: { source, dataset, at, fault, error } });
  try {
    const reading = await read();
    if (reading === null) return keep(null, null);
    const itemCount = countOf(reading.content);
    if (itemCount === 0 || hasShrunk(previousCount, itemCount)) {
      return keep("shrunk", `${itemCount} entries after ${previousCount ?? "none"}; the previous reading is kept`);
    }
    return { ...reading, outcome: { source, dataset, at, fault: null, itemCount } };
  } catch (error) {
    const { fault, message } = sourceErrorOf(error);
    return keep(fault, message);
  }
}

/** Reads one document; its validators are saved with what was read from it. */
export async function readDocument<Content>(
  http: SourceHttp,
  request: SourceRequest,
  parse: (document: FreshReading) => Promise<Content>,
): Promise<Reading<Content> | null> {
  const reading = await http.get(request);
  if (reading.kind === "unchanged") return null;
  return { content: await parse(reading), saved: { url: request.url, validators: reading.validators } };
}

export async function recordReads(tx: Db, reads: readonly WholeRead<unknown>[]): Promise<void> {
  for (const { outcome, saved } of reads) if (saved) await saveValidators(tx, outcome.source, saved.url, saved.validators);
  await recordSourceOutcomes(
    tx,
    reads.map(({ outcome }) => outcome),
  );
}

type Log = (message: string, details?: Record<string, unknown>) => void;

/** Logs each failure, and fails the run where there is nothing else. Called last, when all is recorded. */
export function countReads(reads: readonly WholeRead<unknown>[], log: Log): { read: number; failed: number } {
  const failed = reads.flatMap(({ outcome: { source, fault, error } }) => (fault === null ? [] : [{ source, fault, error }]));
  for (const outcome of failed) log("source not read", outcome);
  requireOneRead(reads.length, failed);
  return { read: reads.length - failed.length, failed: failed.length };
}
