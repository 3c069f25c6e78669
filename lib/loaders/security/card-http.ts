import type { Db } from "@/db/client";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { env } from "@/lib/config/env";
import { configuredHttp } from "@/lib/sources/http/configured-http";
import { createHostGate } from "@/lib/sources/http/host-gate";
import type { SourceHttp } from "@/lib/sources/http/source";

interface Made {
  http: SourceHttp;
  replayDir: string | undefined;
}

const made = new WeakMap<Db, Made>();

/** Callers wait for these: more connections to a host than jobs take, and no queue behind them. */
const gate = createHostGate({ maxPerHost: 6, spacingMs: 0 });

/** One for the process: a fetch may outlive the request that began it, and fills the cache for the next. */
export function cardHttp(db: Db): SourceHttp {
  const replayDir = env().SOURCES_REPLAY_DIR;
  const known = made.get(db);
  if (known && known.replayDir === replayDir) return known.http;
  const http = configuredHttp({ memory: storedMemory(db), gate });
  made.set(db, { http, replayDir });
  return http;
}
