import type { Db } from "@/db/client";
import { changeBreaker, findBreaker, findValidators } from "@/db/queries/operations";
import type { SourceMemory } from "@/lib/sources/source";

/** Validators and breakers in the database: a restart forgets neither, and processes share them. */
export function sourceMemory(db: Db): SourceMemory {
  return {
    validators: (source, url) => findValidators(db, source, url),
    breaker: (host) => findBreaker(db, host),
    changeBreaker: (host, change) => changeBreaker(db, host, change),
  };
}
