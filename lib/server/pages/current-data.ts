import { adoptClockReports } from "@/lib/config/clock";
import { areVersionsFresh, preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import type { CurrentData } from "./protocol";

/**
 * Reads the datasets' versions from the thread with the database, unless that was done a moment ago.
 * The result resolves to false when they cannot be read. Parallel callers share one reading.
 */
export function currentDataOf(ask: () => Promise<CurrentData | null>): () => Promise<boolean> {
  let reading: Promise<boolean> | null = null;
  async function read(): Promise<boolean> {
    const current = await ask();
    if (!current) return false;
    Object.assign(preparedStore(), { versions: current.versions, versionsReadAt: current.readAt });
    adoptClockReports(current.clock);
    return true;
  }
  return async () => areVersionsFresh() || (reading ??= read().finally(() => (reading = null)));
}
