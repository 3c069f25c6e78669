import { listingKey } from "../models/model-listing";
import type { DayPrice, PriceComparison } from "../history/compare-prices";
import { utcDay, addDays } from "../basics/date-range";
import type { RetirementLine } from "../history/changes/retirement-line";
import type { DigestCadence } from "./watch-spec";
import { DAY_MS, HOUR_MS } from "../basics/time";

/** UTC hour of the day's snapshot. */
const DIGEST_HOUR = 7;
/** A digest waits this long for a late snapshot, then uses the previous one. */
const MAX_SNAPSHOT_WAIT_MS = 3 * HOUR_MS;
const MAX_LISTED = 20;

export const DIGEST_DAYS: Readonly<Record<DigestCadence, number>> = { daily: 1, weekly: 7 };

/** The first digest goes out with the next snapshot after registration, for every cadence. */
export function firstDigestAt(registeredAt: Date): Date {
  const today = Math.floor(registeredAt.getTime() / DAY_MS) * DAY_MS + DIGEST_HOUR * HOUR_MS;
  return new Date(today > registeredAt.getTime() ? today : today + DAY_MS);
}

/** The digest time after `due`. Digests missed during an outage are skipped. */
export function nextDigestAt(due: Date, cadence: DigestCadence, now: Date): Date {
  const step = DIGEST_DAYS[cadence] * DAY_MS;
  const missed = Math.max(0, Math.floor((now.getTime() - due.getTime()) / step));
  return new Date(due.getTime() + (missed + 1) * step);
}

export const isDigestReady = (due: Date, lastCapturedDate: string | null, now: Date): boolean =>
  (lastCapturedDate !== null && lastCapturedDate >= utcDay(due)) || now.getTime() - due.getTime() >= MAX_SNAPSHOT_WAIT_MS;

export interface DigestDays {
  from: string | null;
  to: string | null;
}

/** The newest captured day and the newest one a full period older. A shorter history starts at its first day. */
export function digestDays(captured: readonly string[], cadence: DigestCadence): DigestDays {
  const days = captured.toSorted();
  const to = days.at(-1) ?? null;
  if (to === null) return { from: null, to };
  const periodStart = addDays(to, -DIGEST_DAYS[cadence]);
  const from = days.findLast((day) => day <= periodStart) ?? days.find((day) => day < to) ?? null;
  return { from, to };
}

interface DigestEntry {
  model: string;
  provider: string;
  inputPrice: number;
  outputPrice: number;
}

export interface DigestMatch {
  type: "digest";
  cadence: DigestCadence;
  period: { from: string; to: string };
  /** False when no earlier day was captured, so that nothing could be compared. */
  has_baseline: boolean;
  pricing: {
    changed: { model: string; provider: string; field: string; from: number; to: number; delta_pct: number | null }[];
    added: DigestEntry[];
    removed: DigestEntry[];
    total_changes: number;
    omitted: number;
  };
  /** Ends of models that were announced or moved, the newest first. */
  retirements: RetirementLine[];
}

const entryOf = ({ name, providerId, inputPrice, outputPrice }: DayPrice): DigestEntry => ({
  model: name,
  provider: providerId,
  inputPrice,
  outputPrice,
});

const NOTHING: PriceComparison<DayPrice> = { added: [], removed: [], changed: [], changedModels: 0, unchangedModels: 0 };

/** A model of which both prices changed is listed twice and counted once. */
const countModels = (changes: readonly { entry: DayPrice }[]): number => new Set(changes.map(({ entry }) => listingKey(entry))).size;

/** Without a baseline a digest reports no changes. Each list is cut to keep the body small. */
export function digestMatch(
  cadence: DigestCadence,
  period: { from: Date; to: Date },
  comparison: PriceComparison<DayPrice> | null,
  retirements: readonly RetirementLine[] = [],
): DigestMatch {
  const { added, removed, changed } = comparison ?? NOTHING;
  const shown = changed.slice(0, MAX_LISTED);
  const listed = {
    changed: shown.map(({ entry, field, from, to, deltaPct }) => ({
      model: entry.name,
      provider: entry.providerId,
      field,
      from,
      to,
      delta_pct: deltaPct,
    })),
    added: added.slice(0, MAX_LISTED).map(entryOf),
    removed: removed.slice(0, MAX_LISTED).map(entryOf),
  };
  const total = countModels(shown) + listed.added.length + listed.removed.length;
  return {
    type: "digest",
    cadence,
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    has_baseline: comparison !== null,
    pricing: { ...listed, total_changes: total, omitted: added.length + removed.length + countModels(changed) - total },
    retirements: retirements.slice(0, MAX_LISTED),
  };
}
