import type { Db } from "@/db/client";
import { configuredHttp } from "@/lib/sources/configured-http";
import type { RunOptions } from "./run";
import { sourceMemory } from "./source-memory";

/** What every run of this process gets, by configuration: scheduler, cron route and command line alike. */
export function runSetup(db: Db): Pick<RunOptions, "db" | "http"> {
  return { db, http: (signal) => configuredHttp({ memory: sourceMemory(db), signal }) };
}
