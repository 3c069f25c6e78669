import jstat from "jstat";
import { roundTo } from "../basics/arithmetic";
import type { AttentionCounts, AttentionScore } from "./attention-index";

export type AttentionDay = Omit<AttentionCounts & AttentionScore, "id" | "rawScore"> & { date: string };

export interface AttentionSummary {
  first: number | null;
  last: number | null;
  delta: number | null;
  min: number | null;
  max: number | null;
  avg: number | null;
  captured_days: number;
}

/** `days` holds captured days only, oldest first. */
export function summariseAttention(days: readonly AttentionDay[]): AttentionSummary {
  const scores = days.flatMap((day) => day.attentionScore ?? []);
  const first = scores[0];
  const last = scores.at(-1);
  if (first === undefined || last === undefined) {
    return { first: null, last: null, delta: null, min: null, max: null, avg: null, captured_days: days.length };
  }
  return {
    first,
    last,
    delta: roundTo(last - first, 1),
    min: Math.min(...scores),
    max: Math.max(...scores),
    avg: roundTo(jstat.mean(scores), 1),
    captured_days: scores.length,
  };
}
