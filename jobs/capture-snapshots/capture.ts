import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";

export interface CaptureContext {
  db: Db;
  date: string;
  now: Date;
  capturedAt: Date;
  previousDate: string | null;
  signal: AbortSignal;
}

export interface Capture {
  /** Null for our own counts, which are never stale. */
  dataset: DatasetName | null;
  /** Whether a day without rows is none to wait for: what is computed from a source may come to nothing. */
  mayBeEmpty?: true;
  /** Writes the day's rows and returns their number. Must be idempotent, because a failed run is retried. */
  capture(context: CaptureContext): Promise<number>;
}
