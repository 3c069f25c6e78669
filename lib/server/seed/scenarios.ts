import type { KnownState } from "@/lib/domain/status/service-state";

/** An invented week, identical in every database; its present moment is noon of the last day. */
export interface Scenario {
  name: string;
  summary: string;
  seed: number;
  stateOf(service: string, at: Date): KnownState;
  /** A maker's price on a day, as a share of its catalog price. */
  priceFactor(makerId: string | null, day: string): number;
}

export const DAYS = ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09", "2026-01-10", "2026-01-11"] as const;
export const LAST_MOMENT = new Date("2026-01-11T12:00:00Z");

const operational = (): KnownState => "operational";
const unchanged = (): number => 1;

const isBetween = (at: Date, from: string, to: string): boolean => at >= new Date(from) && at < new Date(to);

/** A cut lasts until the same maker's next one; no maker raises its price again. */
const CUTS: readonly { makerId: string; from: string; factor: number }[] = [
  { makerId: "openai", from: "2026-01-07", factor: 0.8 },
  { makerId: "google", from: "2026-01-08", factor: 0.75 },
  { makerId: "anthropic", from: "2026-01-09", factor: 0.85 },
  { makerId: "openai", from: "2026-01-10", factor: 0.6 },
];

function outageState(service: string, at: Date): KnownState {
  if (service !== "openai") return "operational";
  if (isBetween(at, "2026-01-11T06:00:00Z", "2026-01-11T07:30:00Z")) return "degraded";
  if (isBetween(at, "2026-01-11T07:30:00Z", "2026-01-11T10:00:00Z")) return "down";
  return isBetween(at, "2026-01-11T10:00:00Z", "2026-01-11T11:00:00Z") ? "degraded" : "operational";
}

export const scenarios: readonly Scenario[] = [
  {
    name: "quiet-week",
    summary: "Seven days on which every service works and no price moves",
    seed: 1,
    stateOf: operational,
    priceFactor: unchanged,
  },
  {
    name: "price-war",
    summary: "Three makers cut their prices in turn, one of them twice",
    seed: 2,
    stateOf: operational,
    priceFactor: (makerId, day) => CUTS.findLast((cut) => cut.makerId === makerId && day >= cut.from)?.factor ?? 1,
  },
  {
    name: "outage-day",
    summary: "A quiet week whose last morning one large provider spends degraded, down, and recovering",
    seed: 3,
    stateOf: outageState,
    priceFactor: unchanged,
  },
];
