import type { Db } from "@/db/client";
import { env } from "@/lib/env";
import { createSourceHttp } from "@/lib/sources/http";
import { sourceUserAgent } from "@/lib/sources/user-agent";
import type { RunOptions } from "./run";
import { sourceMemory } from "./source-memory";

/** What every run of this process gets, by configuration: scheduler, cron route and command line alike. */
export function runSetup(db: Db): Pick<RunOptions, "db" | "http"> {
  const { SITE_NAME, OPERATOR_CONTACT, PUBLIC_BASE_URL, SOURCES_REPLAY_DIR } = env();
  const userAgent = sourceUserAgent({ siteName: SITE_NAME, contact: OPERATOR_CONTACT ?? PUBLIC_BASE_URL ?? null });
  return {
    db,
    http: (signal) => createSourceHttp({ memory: sourceMemory(db), userAgent, signal, ...(SOURCES_REPLAY_DIR ? { replayDir: SOURCES_REPLAY_DIR } : {}) }),
  };
}
