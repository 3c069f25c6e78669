import type { BreakerState } from "@/lib/domain/freshness/host-breaker";
import type { Validators } from "@/lib/domain/freshness/source-reading";

/** Fault codes of a source; /api/health and the sources table use the same. */
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
  /** A page for people, or of something else, stands where a document for programs was. */
  | "source_moved"
  /** The document was read and says nothing of the service. */
  | "no_evidence"
  /** The document was read and has no entries. This is not a failure. */
  | "empty"
  | "shrunk"
  | "breaker_open"
  | "rate_limited"
  | "cancelled";

export class SourceError extends Error {
  readonly fault: SourceFault;
  readonly status: number | null;
  /** With `breaker_open`: when the host is asked again. */
  readonly retryAt: Date | null;
  constructor(fault: SourceFault, message: string, options: { status?: number; cause?: unknown; retryAt?: Date | null } = {}) {
    super(message, { cause: options.cause });
    this.name = "SourceError";
    this.fault = fault;
    this.status = options.status ?? null;
    this.retryAt = options.retryAt ?? null;
  }
}

/** What failed, as plain data: errors lose their class between threads. A parser's message may quote the document. */
export const faultOf = (error: unknown): { fault: SourceFault; message: string } => ({
  fault: error instanceof SourceError ? error.fault : "parse",
  message: (error instanceof Error ? error.message : String(error)).slice(0, 200),
});

/** An error of the reader itself means that it cannot parse the document. */
export const sourceErrorOf = (error: unknown): SourceError =>
  error instanceof SourceError ? error : new SourceError("parse", error instanceof Error ? error.message : String(error), { cause: error });

export interface SourceRequest {
  /** `dataset/source` as in the sources table, such as `news/techcrunch-ai`. */
  source: string;
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
  /** For headers and body together. Default 10,000. */
  timeoutMs?: number;
  /** Decoded bytes. Default 5 MB. */
  maxBytes?: number;
  /** Sends the stored ETag and Last-Modified, so that the reading can be `unchanged`. Default true for GET. */
  isConditional?: boolean;
  /** Statuses that count as answers besides 2xx and 304, such as a 401 for a probe. */
  acceptStatuses?: readonly number[];
}

export interface FreshReading {
  kind: "fresh";
  status: number;
  headers: ReadonlyMap<string, string>;
  finalUrl: string;
  /** After content decoding (gzip, br), before charset decoding. */
  bytes: Uint8Array;
  contentType: string | null;
  /**
   * Save these in the transaction that stores the rows. A validator without its rows makes every later
   * answer `unchanged`.
   */
  validators: Validators;
}

/** HTTP 304: nothing changed since the last whole reading. It counts as a successful reading. */
interface UnchangedReading {
  kind: "unchanged";
}

export type Reading = FreshReading | UnchangedReading;

/** A timed call for probes: no redirects, retries, breaker or validators. A failure is returned, not thrown. */
export interface MeasureRequest {
  url: string;
  method: "GET" | "POST" | "HEAD";
  headers?: Record<string, string>;
  body?: string;
  /** For the whole exchange. Default 15,000. */
  timeoutMs?: number;
}

/** Durations in milliseconds; null where the step did not happen or was not timed. */
export interface Measurement {
  status: number | null;
  /** Null when an HTTP answer arrived, whatever its status. */
  fault: SourceFault | null;
  dnsMs: number | null;
  tcpMs: number | null;
  tlsMs: number | null;
  ttfbMs: number | null;
  totalMs: number | null;
  /** The first 64 KB of the body, not decoded. */
  bytes: Uint8Array;
}

/** All outgoing HTTP of sources. `get` throws only SourceErrors; `measure` throws only when cancelled. */
export interface SourceHttp {
  get(request: SourceRequest): Promise<Reading>;
  measure(request: MeasureRequest): Promise<Measurement>;
}

export type { Validators };

/** Validators and breakers that `SourceHttp` keeps between runs; jobs store them in the database. */
export interface SourceMemory {
  validators(source: string, url: string): Promise<Validators | null>;
  breaker(host: string): Promise<BreakerState>;
  /** Atomic, so that failures of two processes at the same time both count. */
  changeBreaker(host: string, change: (state: BreakerState) => BreakerState): Promise<void>;
}
