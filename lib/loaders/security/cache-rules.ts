import type { PerCveSource } from "@/lib/sources/security/security-source";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/basics/time";

interface CacheRule {
  /** A record at most this old is served without asking its source. */
  currentMs: number;
  /** A record at most this old is served while its source fails. */
  fallbackMs: number;
  /** How long "absent" is cached: a record appears within an hour of its announcement. */
  absentMs: number;
}

export const CACHE_RULES: Readonly<Record<PerCveSource, CacheRule>> = {
  mitre: { currentMs: 24 * HOUR_MS, fallbackMs: 7 * DAY_MS, absentMs: 10 * MINUTE_MS },
  vulnrichment: { currentMs: 24 * HOUR_MS, fallbackMs: 7 * DAY_MS, absentMs: 30 * MINUTE_MS },
  osv: { currentMs: 12 * HOUR_MS, fallbackMs: 3 * DAY_MS, absentMs: 15 * MINUTE_MS },
  // Scored once a day.
  epss: { currentMs: 12 * HOUR_MS, fallbackMs: 36 * HOUR_MS, absentMs: HOUR_MS },
};

/** Only a catalog at most this old proves absence; equals the freshness promise of `kev` and `epss`. */
export const CATALOG_MS = 36 * HOUR_MS;

/** Raised when the shape of stored facts changes. */
export const FACTS_FORMAT = 3;

export const isYounger = (readAt: Date, now: Date, limitMs: number): boolean => now.getTime() - readAt.getTime() <= limitMs;
