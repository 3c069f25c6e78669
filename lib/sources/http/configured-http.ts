import { hearSource } from "@/lib/config/clock";
import { env } from "@/lib/config/env";
import { createSourceHttp, type SourceHttpOptions } from "./http";
import type { SourceHttp } from "./source";
import { sourceUserAgent } from "./user-agent";

export function configuredHttp(options: Omit<SourceHttpOptions, "userAgent" | "replayDir">): SourceHttp {
  const { SITE_NAME, OPERATOR_CONTACT, PUBLIC_BASE_URL, SOURCES_REPLAY_DIR } = env();
  const userAgent = sourceUserAgent({ siteName: SITE_NAME, contact: OPERATOR_CONTACT ?? PUBLIC_BASE_URL ?? null });
  return createSourceHttp({
    onDate: hearSource,
    ...options,
    userAgent,
    ...(SOURCES_REPLAY_DIR ? { replayDir: SOURCES_REPLAY_DIR } : {}),
  });
}
