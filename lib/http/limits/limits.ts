import { ApiError } from "@/lib/errors";

export interface Allowance {
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

export interface Limiter {
  take(address: string): Promise<Allowance>;
  giveBack(address: string): Promise<void>;
}

export interface Limit {
  policy: string;
  calls: number;
  windowSeconds: number;
}

/** What is counted for each address, by what a request asks for and how it pays. Each has a window of its own. */
export const LIMITS = {
  free: { policy: "free-ip", calls: 120, windowSeconds: 60, counted: "requests" },
  /** Catalogs and manifests are read by many agents behind one address. */
  documents: { policy: "documents-ip", calls: 600, windowSeconds: 60, counted: "requests for documents" },
  /** An attempt counts before this service reads the chain for it. It is given back once its payment holds. */
  payments: { policy: "payments-ip", calls: 30, windowSeconds: 60, counted: "attempts to pay for single calls" },
  /** Health checks and metrics. Counted in this process alone: they have to be answered while every store is away. */
  probes: { policy: "probes-ip", calls: 600, windowSeconds: 60, counted: "health checks" },
} as const;
export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES: readonly LimitName[] = ["free", "documents", "payments", "probes"];

/** Pages that are rendered for one address, those sent from memory not counted. Our node server counts them; Vercel does not. */
export const RENDER_LIMIT: Limit = { policy: "renderings-ip", calls: 60, windowSeconds: 60 };

/** A limit per UTC day and address, besides the general one. */
export interface DailyLimit {
  name: string;
  perDay: number;
  /** Path of the same answer without this limit, for the 429. */
  premiumEndpoint?: string;
}

export interface DailyUse {
  limit: number;
  remaining: number;
}

export function limitHeaders(name: LimitName, { remaining, resetSeconds }: Allowance): Record<string, string> {
  const { policy, calls, windowSeconds } = LIMITS[name];
  return {
    "RateLimit-Policy": `"${policy}";q=${calls};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    "RateLimit-Limit": String(calls),
    "RateLimit-Remaining": String(remaining),
    "RateLimit-Reset": String(resetSeconds),
  };
}

export function rateRefusal(name: LimitName, allowance: Allowance): ApiError {
  const { calls, windowSeconds, counted } = LIMITS[name];
  const reset = allowance.resetSeconds;
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${calls} ${counted} in ${windowSeconds} seconds from one address. Try again in ${reset} seconds.`,
    { limit: calls, remaining: 0, reset_seconds: reset, scope: "per IP per minute", retry_after: reset },
    { ...limitHeaders(name, allowance), "Retry-After": String(reset) },
  );
}
