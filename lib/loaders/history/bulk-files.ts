import { LRUCache } from "lru-cache";
import type { SnapshotType } from "@/lib/domain/history/history-spans";

export const BULK_FORMATS = ["csv", "parquet"] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

export interface FileFacts {
  bytes: number;
  sha256: string;
  rows: number;
}

/** A captured day never changes, so what is known of its files once holds for as long as this process runs. */
const known = new LRUCache<string, FileFacts>({ max: 20_000 });

interface BulkFile {
  date: string;
  type: SnapshotType;
  format: BulkFormat;
  /** A day that is captured anew after its data was removed has another time. */
  capturedAt: Date;
}

export async function factsOf({ date, type, format, capturedAt }: BulkFile, find: () => Promise<FileFacts>): Promise<FileFacts> {
  const key = [date, type, format, capturedAt.getTime()].join(" ");
  const facts = known.get(key) ?? (await find());
  known.set(key, facts);
  return facts;
}
