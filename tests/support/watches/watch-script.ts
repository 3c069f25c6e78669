import type { Db } from "@/db/client";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import { withHash } from "@/lib/sources/workers/model-catalog";
import type { KnownState } from "@/lib/domain/status/service-state";
import { anObservation } from "../models/model-facts";
import { storeStates } from "../status/status-polls";

/** A step of a scripted history of prices and states. */
export interface ScriptStep {
  /** Input and output price per Anthropic model. */
  prices: Readonly<Record<string, readonly [number, number]>>;
  states: Readonly<Record<string, KnownState | "unknown">>;
}

export const SCRIPT_START = new Date("2026-05-15T12:00:00Z");
const STEP_MS = 120_000;

/** Stores one step as the jobs do. Idempotent. */
export async function playStep(db: Db, step: ScriptStep, number: number): Promise<void> {
  const now = new Date(SCRIPT_START.getTime() + number * STEP_MS);
  const facts = Object.entries(step.prices).map(([modelId, [inputPrice, outputPrice]]) =>
    anObservation("models.dev", { providerId: "anthropic", makerId: "anthropic", modelId, name: modelId, inputPrice, outputPrice }),
  );
  await storeCatalog(db, { now, replacing: new Map([["models.dev", facts.map(withHash)]]), readAt: { "models.dev": now } });
  await storeStates(db, now, step.states);
}

const PRICES = [6, 4, 7, 3, 5, 4.5, 8, 2, 6, 4, 9, 1, 5.5, 3.5];
const STATES = [
  "operational",
  "down",
  "unknown",
  "down",
  "operational",
  "degraded",
  "unknown",
  "operational",
  "down",
  "degraded",
  "operational",
  "operational",
  "unknown",
  "down",
] as const;

/** Every price changes at every step, states only at some. */
export const SCRIPT: readonly ScriptStep[] = PRICES.map((price, number) => ({
  prices: { "claude-a": [price, 20], "claude-b": [10 - price, 30 + number] },
  states: { anthropic: STATES[number] ?? "unknown" },
}));

/** Expected matches of a `changes` watch on this price. */
export const PRICE_CHANGES: readonly (readonly [number, number])[] = PRICES.slice(1).map((price, index) => [PRICES[index] ?? 0, price]);

export const crossings = (threshold: number): (readonly [number, number])[] =>
  PRICE_CHANGES.filter(([from, to]) => from >= threshold && to < threshold);

/** Expected transitions; unknown states are skipped. */
export const STATE_CHANGES: readonly (readonly [KnownState, KnownState])[] = STATES.filter((state) => state !== "unknown").flatMap(
  (state, index, states) => {
    const before = states[index - 1];
    return before === undefined || before === state ? [] : [[before, state] as const];
  },
);
