import { compareText } from "../basics/text";
import { roundTo } from "../basics/arithmetic";

export const PROJECTION_HORIZONS = ["daily", "weekly", "monthly", "yearly"] as const;
export type ProjectionHorizon = (typeof PROJECTION_HORIZONS)[number];

export const HORIZON_DAYS: Readonly<Record<ProjectionHorizon, number>> = { daily: 1, weekly: 7, monthly: 30, yearly: 365 };

export interface Workload {
  inputTokensPerDay: number;
  outputTokensPerDay: number;
}

export interface ProjectedCost {
  /** USD. */
  daily: { input_cost: number; output_cost: number; request_cost?: number; total: number };
  weekly_total: number;
  monthly_total: number;
  yearly_total: number;
}

const TOKENS_PER_PRICE = 1_000_000;
const DECIMALS = 4;

const round = (usd: number): number => roundTo(usd, DECIMALS);

/** The cost of a steady daily workload; `requests` is USD a day. Longer spans are computed from the unrounded day. */
export function projectCost(
  { inputTokensPerDay, outputTokensPerDay }: Workload,
  inputPrice: number,
  outputPrice: number,
  requests: number | null = null,
): ProjectedCost {
  const input = (inputTokensPerDay * inputPrice) / TOKENS_PER_PRICE;
  const output = (outputTokensPerDay * outputPrice) / TOKENS_PER_PRICE;
  const totalOver = (horizon: ProjectionHorizon): number => round((input + output + (requests ?? 0)) * HORIZON_DAYS[horizon]);
  return {
    daily: {
      input_cost: round(input),
      output_cost: round(output),
      ...(requests === null ? {} : { request_cost: round(requests) }),
      total: totalOver("daily"),
    },
    weekly_total: totalOver("weekly"),
    monthly_total: totalOver("monthly"),
    yearly_total: totalOver("yearly"),
  };
}

export const costOver = (cost: ProjectedCost, horizon: ProjectionHorizon): number =>
  horizon === "daily" ? cost.daily.total : cost[`${horizon}_total`];

/**
 * Price of input of which a share, in per cent, comes from the provider's cache. Without a price for
 * that, all of it costs the same.
 */
export const inputPriceWithCache = (inputPrice: number, cachedPrice: number | null, cachedPercent: number): number =>
  cachedPrice === null ? inputPrice : (inputPrice * (100 - cachedPercent) + cachedPrice * cachedPercent) / 100;

export interface RankedCost {
  /** `provider/id`. */
  key: string;
  name: string;
  providerId: string;
  monthlyTotal: number | null;
}

/** The cheapest month first, ties by name; a model requested twice occurs once. */
export function rankByMonth<Cost extends RankedCost>(costs: readonly Cost[]): (Cost & { monthlyTotal: number })[] {
  return [...new Map(costs.map((cost) => [cost.key, cost])).values()]
    .filter((cost): cost is Cost & { monthlyTotal: number } => cost.monthlyTotal !== null)
    .toSorted((a, b) => a.monthlyTotal - b.monthlyTotal || compareText(a.name, b.name) || compareText(a.key, b.key));
}
