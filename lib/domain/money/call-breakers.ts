export interface Breaker {
  calls: number;
  windowSeconds: number;
  cooldownSeconds: number;
}

export const REPEATS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 120 };

export const FAULTS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 60 };

/** Uncharged answers of one token, whoever was at fault. Limited because each one leaves database rows. */
export const UNCHARGED: Breaker = { calls: 60, windowSeconds: 60, cooldownSeconds: 60 };

/** Dry runs of one account, which cost nothing and resolve names. */
export const DRY_RUNS: Breaker = { calls: 30, windowSeconds: 60, cooldownSeconds: 60 };
