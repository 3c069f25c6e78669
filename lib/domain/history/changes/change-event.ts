import { DAY_MS } from "../../basics/time";
import type { RetirementPrecision } from "../../models/retirements/retirement";
import type { KnownState } from "../../status/service-state";

/** Datasets whose changes are listed. */
export const CHANGE_DATASETS = ["models", "provider_status", "benchmarks", "kev", "retirements"] as const;
export type ChangeDataset = (typeof CHANGE_DATASETS)[number];

/** USD per 1M tokens; null is not published. */
export interface PricePair {
  input: number | null;
  output: number | null;
}

interface NamedModel {
  modelId: string;
  name: string;
  priceSource: string | null;
}

/** A model at a host, whose provider the change names. */
interface RetirementFacts {
  modelId: string;
  retiresOn: string | null;
  precision: RetirementPrecision;
  replacement: string | null;
  options: string[];
  source: string;
  sourceUrl: string | null;
}

interface IncidentFacts {
  incidentId: string;
  service: string;
  /** The title in the status page's words. */
  title: string;
}

/** What an event says, as it was stored; texts from outside are sanitized when they are read. */
export type ChangeFacts =
  | ({ kind: "price_changed"; from: PricePair; to: PricePair } & NamedModel)
  | ({ kind: "model_added"; price: PricePair } & NamedModel)
  | ({ kind: "model_removed" } & NamedModel)
  | ({ kind: "incident_opened"; severity: "minor" | "major" } & IncidentFacts)
  | ({ kind: "incident_updated"; state: KnownState } & IncidentFacts)
  | ({ kind: "incident_resolved"; durationMinutes: number | null } & IncidentFacts)
  | {
      kind: "benchmark_entry";
      name: string;
      benchmark: string;
      from: number | null;
      score: number;
      source: string;
      sourceUrl: string | null;
    }
  | ({ kind: "retirement_announced" } & RetirementFacts)
  | ({ kind: "retirement_moved"; from: string | null } & RetirementFacts)
  | { kind: "kev_added"; cveId: string; vendor: string | null; product: string | null };

export const CHANGE_KINDS = [
  "price_changed",
  "model_added",
  "model_removed",
  "incident_opened",
  "incident_updated",
  "incident_resolved",
  "benchmark_entry",
  "kev_added",
  "retirement_announced",
  "retirement_moved",
] as const satisfies readonly ChangeFacts["kind"][];

export interface Change {
  id: string;
  dataset: ChangeDataset;
  provider: string | null;
  /** When it happened, as the data says. */
  at: Date;
  facts: ChangeFacts;
}

/** A change that was listed this much later than it happened is history. Those who follow need no news of it. */
export const NEWS_DAYS = 2;

/** How far back free calls reach. */
export const FREE_CHANGES_MS = DAY_MS;
