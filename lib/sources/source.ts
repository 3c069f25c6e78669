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
}

/** The source says nothing changed since the last whole reading: that counts as a reading. */
export interface UnchangedReading {
  kind: "unchanged";
}

export type Reading = FreshReading | UnchangedReading;

/** The one way to the outside. Every failure is a SourceError. */
export interface SourceHttp {
  get(request: SourceRequest): Promise<Reading>;
}

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface BreakerState {
  failures: number;
  openUntil: Date | null;
}

/** What `SourceHttp` remembers between runs; jobs supply one that keeps it in the database. */
export interface SourceMemory {
  validators(source: string): Promise<Validators | null>;
  keepValidators(source: string, url: string, validators: Validators): Promise<void>;
  breaker(host: string): Promise<BreakerState>;
  keepBreaker(host: string, state: BreakerState): Promise<void>;
}
