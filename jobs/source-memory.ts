import type { Db } from "@/db/client";
import { storedMemory } from "@/db/queries/source-memory";
import type { SourceMemory } from "@/lib/sources/source";

/** What a run's fetches remember from run to run. */
export const sourceMemory = (db: Db): SourceMemory => storedMemory(db);
