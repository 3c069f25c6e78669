import type { Db } from "@/db/client";
import type { BreakerState } from "@/lib/domain/freshness/host-breaker";
import { changeBreaker, findBreaker, findValidators } from "./operations";

/** Validators and breakers in the database, where they survive a restart and serve all processes. */
export function storedMemory(db: Db) {
  return {
    validators: (source: string, url: string) => findValidators(db, source, url),
    breaker: (host: string) => findBreaker(db, host),
    changeBreaker: (host: string, change: (state: BreakerState) => BreakerState) => changeBreaker(db, host, change),
  };
}
