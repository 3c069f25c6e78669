/** So many calls within a window open a breaker for the cooldown. */
export interface Breaker {
  calls: number;
  windowSeconds: number;
  cooldownSeconds: number;
}

/** The same request of one token. */
export const REPEATS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 120 };

/** Requests of one token that failed by the caller's fault. */
export const FAULTS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 60 };

/** Calls of one token that were answered and not charged, whoever was at fault: each leaves rows behind. */
export const UNCHARGED: Breaker = { calls: 60, windowSeconds: 60, cooldownSeconds: 60 };
