export interface Breaker {
  calls: number;
  windowSeconds: number;
  cooldownSeconds: number;
}

/** A limit that an account has, whichever of its tokens it uses. */
export interface AccountLimit extends Breaker {
  /** What is counted, in the plural. */
  what: string;
}

export const REPEATS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 120 };

export const FAULTS: Breaker = { calls: 20, windowSeconds: 60, cooldownSeconds: 60 };

/** Uncharged answers of one token, whoever was at fault. Limited because each one leaves database rows. */
export const UNCHARGED: Breaker = { calls: 60, windowSeconds: 60, cooldownSeconds: 60 };

/** Dry runs of one account, which cost nothing and resolve names. */
export const DRY_RUNS: AccountLimit = { what: "dry runs", calls: 30, windowSeconds: 60, cooldownSeconds: 60 };

/** Limits look-ups per account, as each makes this service ask name servers of the caller's choice. */
export const LOOKUPS: AccountLimit = { what: "look-ups of callback hosts", calls: 10, windowSeconds: 60, cooldownSeconds: 60 };
