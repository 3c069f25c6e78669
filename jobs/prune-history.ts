import type { Db } from "@/db/client";
import { utcDay } from "@/lib/domain/basics/date-range";
import { pruneAlertChanges } from "@/db/queries/alerts/alerts";
import { pruneCrawlerHits } from "@/db/queries/agents/crawlers";
import { pruneAuthorizations, pruneCveReadings, pruneLedgerChecks, pruneQuotes, pruneUncharged } from "@/db/queries/expired-rows";
import { pruneRuns } from "@/db/queries/freshness/jobs";
import { pruneDailyUses, tidyEmbedded } from "@/db/queries/freshness/operations";
import { listStatusServices, prunePolls } from "@/db/queries/status/status";
import { pruneSessions } from "@/db/queries/money/tokens/sessions";
import { pruneWatches } from "@/db/queries/watches/watches";
import { CRAWLER_HITS_KEPT_DAYS, DAILY_USES_KEPT_DAYS, OPEN_QUOTES_KEPT_DAYS } from "@/lib/domain/freshness/kept-days";
import { UNCHARGED_KEPT_DAYS } from "@/lib/domain/money/no-charge";
import { ENDED_KEPT_DAYS } from "@/lib/domain/watches/watch-limits";
import { databaseChoice } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";
import { defineJob } from "./define";
import { DAY_MS } from "@/lib/domain/basics/time";

const POLLS_KEPT_DAYS = 14;
const RUNS_KEPT_DAYS = 30;
/** Longer than a reading is ever served. */
const CVE_READINGS_KEPT_DAYS = 8;
const WATCH_DRAFTS_KEPT_DAYS = 2;
/** After its expiry, which USDC enforces. */
const AUTHORIZATIONS_KEPT_DAYS = 30;
const LEDGER_CHECKS_KEPT_DAYS = 90;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

async function pruneStatusPolls(db: Db, now: Date): Promise<number> {
  const before = daysBefore(now, POLLS_KEPT_DAYS);
  let pruned = 0;
  for (const { service } of await listStatusServices(db)) {
    for (let gone = await prunePolls(db, service, before); gone > 0; gone = await prunePolls(db, service, before)) pruned += gone;
  }
  return pruned;
}

/**
 * Each step deletes in small batches, so that requests never wait long. It returns the number of rows
 * if it counts them.
 */
const STEPS: Readonly<Record<string, (db: Db, now: Date) => Promise<number | void>>> = {
  status_polls: pruneStatusPolls,
  daily_uses: (db, now) => pruneDailyUses(db, utcDay(daysBefore(now, DAILY_USES_KEPT_DAYS))),
  job_runs: (db, now) => pruneRuns(db, daysBefore(now, RUNS_KEPT_DAYS)),
  crawler_hits: (db, now) => pruneCrawlerHits(db, daysBefore(now, CRAWLER_HITS_KEPT_DAYS)),
  watches: (db, now) =>
    pruneWatches(db, { endedBefore: daysBefore(now, ENDED_KEPT_DAYS), draftedBefore: daysBefore(now, WATCH_DRAFTS_KEPT_DAYS) }),
  open_quotes: (db, now) => pruneQuotes(db, daysBefore(now, OPEN_QUOTES_KEPT_DAYS)),
  uncharged_calls: (db, now) => pruneUncharged(db, daysBefore(now, UNCHARGED_KEPT_DAYS)),
  alert_changes: (db, now) => pruneAlertChanges(db, daysBefore(now, RUNS_KEPT_DAYS)),
  x402_authorizations: (db, now) => pruneAuthorizations(db, daysBefore(now, AUTHORIZATIONS_KEPT_DAYS)),
  ledger_checks: (db, now) => pruneLedgerChecks(db, daysBefore(now, LEDGER_CHECKS_KEPT_DAYS)),
  sessions: pruneSessions,
  cve_readings: (db, now) => pruneCveReadings(db, daysBefore(now, CVE_READINGS_KEPT_DAYS)),
};

export const pruneHistory = defineJob({
  name: "prune-history",
  summary:
    "Deletes what is kept for a limited time only: polls of status pages for 14 days, runs, ended watches, told alerts, expired x402 payments and calls that were not charged for 30, hits of crawlers, untaken quotes and checks of the ledger for 90, and sessions that are over",
  cadence: { dailyAt: "03:10" },
  writes: [],
  timeoutSeconds: 50,
  async run({ db, now, signal }) {
    const counts: Record<string, number> = {};
    for (const [name, prune] of Object.entries(STEPS)) {
      signal.throwIfAborted();
      counts[name] = (await prune(db, now)) ?? 0;
    }
    if (databaseChoice(env()).driver === "pglite") await tidyEmbedded(db);
    return counts;
  },
});
