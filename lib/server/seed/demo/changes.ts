import type { Db } from "@/db/client";
import { listChanges } from "@/jobs/list-changes/list-changes";

const noNetwork = () => Promise.reject(new Error("a seed asks nobody"));

/** Lists what changed in the planted data. One run lists no more than a part, so that a service is never held up. */
export async function plantChanges(db: Db, now: Date): Promise<void> {
  const { signal } = new AbortController();
  const http = { get: noNetwork, measure: noNetwork };
  for (let isMore = true; isMore;) {
    const counts = await listChanges.run({ db, now, signal, http, log: () => undefined });
    isMore = Object.values(counts).some((count) => typeof count === "number" && count > 0);
  }
}
