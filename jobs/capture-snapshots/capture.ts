import type { Db } from "@/db/client";
import type { DatasetName } from "@/lib/datasets";

export interface CaptureContext {
  db: Db;
  date: string;
  now: Date;
  /** When the dataset was read at its sources. */
  capturedAt: Date;
  /** Last captured day of this type before `date`. */
  previousDate: string | null;
  signal: AbortSignal;
}

export interface Capture {
  /** Null: our own counts, which are never stale. */
  dataset: DatasetName | null;
  /** Writes the day's rows, in any number of attempts, and says how many there are; 0 when there is nothing to capture. */
  capture(context: CaptureContext): Promise<number>;
}
