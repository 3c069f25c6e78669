/** `calls` calls within the window open the breaker for the cooldown. */
export interface Breaker {
  calls: number;
  windowSeconds: number;
  cooldownSeconds: number;
}

/** Identical requests of one token. */
export const REPEATS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 120 };

/** Requests of one token that failed through the caller's fault. */
export const FAULTS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 60 };

/** Uncharged answers of one token, whoever was at fault. Limited because each one leaves database rows. */
export const UNCHARGED: Breaker = { calls: 60, windowSeconds: 60, cooldownSeconds: 60 };
