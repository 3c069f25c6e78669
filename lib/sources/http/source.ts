import type { BreakerState } from "@/lib/domain/freshness/host-breaker";
import type { Validators } from "@/lib/domain/freshness/source-reading";

/** What went wrong at a source, in the words that /api/health and the source's record use. */
export type SourceFault =
  | "network"
  | "timeout"
  | "http"
  | "too_large"
  | "redirect"
  | "forbidden_address"
  | "encoding"
  | "parse"
  | "not_expected"
  /** Read whole, and there is nothing in it: no failure. */
  | "empty"
  | "shrunk"
  | "breaker_open"
  | "rate_limited"
  | "cancelled";

export class SourceError extends Error {
  readonly fault: SourceFault;
  readonly status: number | null;
  constructor(fault: SourceFault, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "SourceError";
    this.fault = fault;
    this.status = options.status ?? null;
  }
}

export interface SourceRequest {
  /** `dataset/source`, as in the sources table: `news/techcrunch-ai`. */
  source: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** Whole exchange, headers and body. Default 10,000. */
  timeoutMs?: number;
  /** Decoded bytes. Default 5 MB. */
  maxBytes?: number;
  /** Send the kept ETag and Last-Modified; `unchanged` is then possible. Default true for GET. */
  isConditional?: boolean;
  /** Statuses that are answers rather than faults, besides 2xx and 304: a probe takes 401. */
  acceptStatuses?: readonly number[];
}

export interface FreshReading {
  kind: "fresh";
  status: number;
  headers: ReadonlyMap<string, string>;
  finalUrl: string;
  /** Content decoding done (gzip, br); charset not. */
  bytes: Uint8Array;
  contentType: string | null;
  /**
   * For the next conditional request. Store them with `saveValidators` in the transaction that stores the rows:
   * a validator without its rows would turn every later answer into "unchanged" and lose them.
   */
  validators: Validators;
}

/** The source says nothing changed since the last whole reading: that counts as a reading. */
interface UnchangedReading {
  kind: "unchanged";
}

export type Reading = FreshReading | UnchangedReading;

/** One timed call, for probes: no redirects, retries, breaker or validators, and a failure is a value. */
export interface MeasureRequest {
  url: string;
  method: "GET" | "POST" | "HEAD";
  headers?: Record<string, string>;
  body?: string;
  /** Whole exchange. Default 15,000. */
  timeoutMs?: number;
}

/** Durations in milliseconds; null where the step did not happen or was not timed. */
export interface Measurement {
  status: number | null;
  /** Null when an HTTP answer came, whatever its status. */
  fault: SourceFault | null;
  dnsMs: number | null;
  tcpMs: number | null;
  tlsMs: number | null;
  ttfbMs: number | null;
  totalMs: number | null;
  /** The first 64 KB of the body, as they came. */
  bytes: Uint8Array;
}

/** The one way to the outside. Every failure of `get` is a SourceError; `measure` fails only when cancelled. */
export interface SourceHttp {
  get(request: SourceRequest): Promise<Reading>;
  measure(request: MeasureRequest): Promise<Measurement>;
}

export type { Validators };

/** What `SourceHttp` remembers between runs; jobs supply one that keeps it in the database. */
export interface SourceMemory {
  validators(source: string, url: string): Promise<Validators | null>;
  breaker(host: string): Promise<BreakerState>;
  /** Atomic: two processes that fail at once both count. */
  changeBreaker(host: string, change: (state: BreakerState) => BreakerState): Promise<void>;
}
