import type { Db } from "@/db/client";
import type { BreakerState } from "@/lib/domain/freshness/host-breaker";
import { changeBreaker, findBreaker, findValidators } from "./operations";

/** Validators and breakers kept in the database: they survive a restart and are shared by all processes. */
export function storedMemory(db: Db) {
  return {
    validators: (source: string, url: string) => findValidators(db, source, url),
    breaker: (host: string) => findBreaker(db, host),
    changeBreaker: (host: string, change: (state: BreakerState) => BreakerState) => changeBreaker(db, host, change),
  };
}
