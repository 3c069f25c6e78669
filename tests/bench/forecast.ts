import { listSnapshotDates } from "@/db/queries/history/history";
import { listListingsOn } from "@/db/queries/history/listing-history";
import { listScoresOn } from "@/db/queries/models/scores/score-history";
import type { Db } from "@/db/client";
import { closeSharedConnection } from "@/db/connection";
import { database } from "@/db/database";
import type { DatedValue } from "@/lib/domain/history/forecast";
import { blendedOrNull } from "@/lib/domain/models/model-listing";
import { familyCoverage, isWithinBounds, type Pool } from "./forecast-coverage";
import { FAMILY_NAMES } from "./forecast-families";
import { HORIZONS, NOISES, simulateCoverage, walkHistories, type NoiseName, type WalkTally } from "./forecast-backtest";

/**
 * Prints how often the forecast's interval held, as JSON. Histories are simulated, or captured in the
 * configured database.
 */

const RUNS = 4000;
const COUNTS = [7, 8, 10, 14, 21, 30, 45, 60, 90];
/** A year suffices, and a thousand models over more days would fill the memory. */
const MAX_DAYS = 365;

type Histories = Map<string, DatedValue[]>;

function add(histories: Histories, key: string, entry: DatedValue): void {
  const history = histories.get(key);
  if (history) history.push(entry);
  else histories.set(key, [entry]);
}

async function priceHistories(db: Db): Promise<Histories> {
  const histories: Histories = new Map();
  for (const date of (await listSnapshotDates(db, "pricing")).slice(0, MAX_DAYS).toReversed()) {
    for (const { providerId, modelKey, inputPrice, outputPrice } of await listListingsOn(db, { date, scope: "makers" })) {
      const value = blendedOrNull(inputPrice, outputPrice);
      if (value !== null) add(histories, `${providerId}/${modelKey}`, { date, value });
    }
  }
  return histories;
}

async function scoreHistories(db: Db): Promise<Histories> {
  const histories: Histories = new Map();
  for (const date of (await listSnapshotDates(db, "benchmarks")).slice(0, MAX_DAYS).toReversed()) {
    for (const { benchmarkKey, benchmark, score } of await listScoresOn(db, date)) {
      add(histories, `${benchmarkKey} ${benchmark}`, { date, value: score });
    }
  }
  return histories;
}

/**
 * So many histories and origins keep a walk of a year within minutes. Every day pools the errors of
 * all histories anew.
 */
const MOST_HISTORIES = 150;
const MOST_ORIGINS = 24;

function walk(all: Histories, most: number): { histories: number; days: number; walked: WalkTally[] } {
  const stride = Math.ceil(all.size / MOST_HISTORIES);
  const histories = [...all.values()].filter((_, index) => index % stride === 0);
  const days = Math.max(0, ...histories.map(({ length }) => length));
  const rules = { lookbackDays: 30, bounds: { least: 0, most }, strideDays: Math.max(1, Math.ceil(days / MOST_ORIGINS)) };
  return { histories: histories.length, days, walked: walkHistories(histories, rules).filter(({ forecasts }) => forecasts > 0) };
}

async function captured(): Promise<unknown> {
  try {
    const db = await database();
    return { prices: walk(await priceHistories(db), Infinity), scores: walk(await scoreHistories(db), 100) };
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message.split("\n")[0] : String(error) };
  } finally {
    await closeSharedConnection();
  }
}

const simulated = (Object.keys(NOISES) as NoiseName[]).flatMap((noise) =>
  COUNTS.flatMap((points) =>
    [...new Set([points, Math.min(90, points * 2)])].map((windowDays, index) => {
      const shares = [...simulateCoverage({ noise, points, windowDays, runs: RUNS, seed: points * 10 + index }).values()];
      return {
        noise,
        points,
        windowDays,
        least: Math.min(...shares),
        most: Math.max(...shares),
        mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
      };
    }),
  ),
);

const FAMILY_RUNS = { families: FAMILY_NAMES, worlds: 4, histories: 150, seed: 5 };
const RUNS_OF_FAMILIES: readonly { method: "ols" | "auto"; pool: Pool; lookbackDays: number }[] = [
  { method: "ols", pool: "family", lookbackDays: 30 },
  { method: "auto", pool: "family", lookbackDays: 30 },
  { method: "ols", pool: "family", lookbackDays: 10 },
  { method: "ols", pool: "family", lookbackDays: 90 },
  { method: "ols", pool: "all", lookbackDays: 30 },
  { method: "ols", pool: "none", lookbackDays: 30 },
  { method: "ols", pool: "textbook", lookbackDays: 30 },
];
const families = RUNS_OF_FAMILIES.map((run) => ({
  ...run,
  // The bounds hold for the default lookback, and for an interval set by histories of its own family.
  isBounded: run.pool === "family" && run.lookbackDays === 30,
  coverages: familyCoverage({ ...run, ...FAMILY_RUNS }).map((coverage) => ({ ...coverage, isMet: isWithinBounds(coverage) })),
}));

const hasDatabase = process.argv.includes("--walk");
process.stdout.write(
  JSON.stringify({ runs: RUNS, horizons: HORIZONS.length, simulated, families, captured: hasDatabase ? await captured() : null }),
);
