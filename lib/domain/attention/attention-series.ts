import { datesOf } from "../basics/date-range";
import { roundTo } from "../basics/arithmetic";

export interface AttentionDay {
  date: string;
  attentionScore: number;
  rank: number;
  news24h: number;
  news7d: number;
  trendingRepos: number;
  agentHits: number;
}

export interface AttentionSummary {
  first: number | null;
  last: number | null;
  delta: number | null;
  min: number | null;
  max: number | null;
  avg: number | null;
  captured_days: number;
}

export function fillAttentionDays(
  days: readonly AttentionDay[],
  range: { from: string; days: number },
): { date: string; day: AttentionDay | null }[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return datesOf(range).map((date) => ({ date, day: byDate.get(date) ?? null }));
}

/** `days` holds captured days only, oldest first. */
export function summariseAttention(days: readonly AttentionDay[]): AttentionSummary {
  const scores = days.map((day) => day.attentionScore);
  const first = scores[0];
  const last = scores.at(-1);
  if (first === undefined || last === undefined) {
    return { first: null, last: null, delta: null, min: null, max: null, avg: null, captured_days: 0 };
  }
  return {
    first,
    last,
    delta: roundTo(last - first, 1),
    min: Math.min(...scores),
    max: Math.max(...scores),
    avg: roundTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 1),
    captured_days: scores.length,
  };
}
