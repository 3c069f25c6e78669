import type { Db } from "@/db/client";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { env } from "@/lib/config/env";
import { configuredHttp } from "@/lib/sources/http/configured-http";
import { createHostGate } from "@/lib/sources/http/host-gate";
import type { SourceHttp } from "@/lib/sources/http/source";

interface CachedHttp {
  http: SourceHttp;
  replayDir: string | undefined;
}

const cache = new WeakMap<Db, CachedHttp>();

/** Callers are waiting: more connections per host than jobs use, and no spacing between requests. */
const gate = createHostGate({ maxPerHost: 6, spacingMs: 0 });

/** Its fetches may outlive their request, so a process has only one. They fill the cache for the next request. */
export function cardHttp(db: Db): SourceHttp {
  const replayDir = env().SOURCES_REPLAY_DIR;
  const cached = cache.get(db);
  if (cached && cached.replayDir === replayDir) return cached.http;
  const http = configuredHttp({ memory: storedMemory(db), gate });
  cache.set(db, { http, replayDir });
  return http;
}
