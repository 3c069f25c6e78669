import { processState } from "@/lib/config/process-state.mjs";

/** Requests answered since the process started, by outcome. */
export interface RequestCounts {
  startedAt: string;
  answered: number;
  prepared: number;
  notModified: number;
  clientErrors: number;
  limited: number;
  serverErrors: number;
}

const counts = processState<RequestCounts>("requests", () => ({
  startedAt: new Date().toISOString(),
  answered: 0,
  prepared: 0,
  notModified: 0,
  clientErrors: 0,
  limited: 0,
  serverErrors: 0,
}));

export const requestCounts = (): RequestCounts => counts;

export function countAnswer(status: number): void {
  counts.answered++;
  if (status === 304) counts.notModified++;
  else if (status === 429) counts.limited++;
  else if (status >= 500) counts.serverErrors++;
  else if (status >= 400) counts.clientErrors++;
}

/** Counts a prepared answer that was sent without a handler. */
export const countPrepared = (): void => void counts.prepared++;
