import { areVersionsFresh } from "@/lib/loaders/freshness/prepared-answers";
import type { Versions } from "./answer-first";

/** Versions that another thread reads. Concurrent reads are coalesced into one request. */
export function askForVersions(request: () => Promise<void>): Versions {
  let reading: Promise<void> | null = null;
  const read = (): Promise<void> => (reading ??= request().finally(() => (reading = null)));
  return {
    read,
    refreshSoon() {
      if (!reading && !areVersionsFresh()) read().catch(() => undefined);
    },
  };
}
