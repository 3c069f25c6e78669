import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { isPublicAddress, requireSafeUrl, type AddressRule } from "./address-guard";
import { createDeadline, toSourceError, type Deadline } from "./deadline";
import { breakerOfRequest, type HostBreaker } from "./host-breaker";
import { responseDate } from "./response-date";
import { createHostGate, type HostGate } from "./host-gate";
import { createMeter } from "./measure";
import { readBody } from "./read-body";
import { replayTransport } from "./replay";
import {
  SourceError,
  type FreshReading,
  type Reading,
  type SourceFault,
  type SourceHttp,
  type SourceMemory,
  type SourceRequest,
} from "./source";
import { discard, networkTransport, type Transport, type WireResponse } from "./transport";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const KEEP_METHOD = new Set([307, 308]);
/** Headers that follow a redirect to another origin. Any other header may be a secret of the first origin. */
const CROSS_ORIGIN_HEADERS = new Set(["accept", "accept-encoding", "accept-language", "user-agent"]);

interface Hop {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

const isRedirect = (status: number): boolean => REDIRECTS.has(status);

function carriedHeaders(hop: Hop, target: URL): Record<string, string> {
  if (target.origin === hop.url.origin) return hop.headers;
  return Object.fromEntries(Object.entries(hop.headers).filter(([name]) => CROSS_ORIGIN_HEADERS.has(name)));
}

function nextHop(hop: Hop, status: number, location: string | undefined, isAllowed: AddressRule): Hop {
  if (!location) throw new SourceError("redirect", `${hop.url.host}: redirect without a target`, { status });
  const url = requireSafeUrl(location, isAllowed, hop.url);
  const keepsBody = KEEP_METHOD.has(status) || hop.method === "GET";
  if (keepsBody && hop.body !== null && url.origin !== hop.url.origin) {
    throw new SourceError("redirect", `${hop.url.host}: redirects a request body to another host`, { status });
  }
  return keepsBody
    ? { ...hop, url, headers: carriedHeaders(hop, url) }
    : { url, method: "GET", headers: carriedHeaders(hop, url), body: null };
}

/** Retry-After as RFC 9110 10.2.3 defines it: seconds or an HTTP date. Null for anything else. */
function retryAfterDate(value: string | undefined, now: Date): Date | null {
  if (!value) return null;
  if (/^\s*\d{1,9}\s*$/.test(value)) return new Date(now.getTime() + Number(value) * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at);
}

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const BACKOFF_MS = 300;
/** Used for a 429 without Retry-After. */
const DEFAULT_HOLD_MS = 60_000;

/** Shared by all runs of this process, so that parallel runs do not multiply the load on one host. */
const processGate = createHostGate({ maxPerHost: 2, spacingMs: 100 });

export interface SourceHttpOptions {
  memory: SourceMemory;
  userAgent: string;
  /** Folder with replay.json. Answers come from these files instead of the network. */
  replayDir?: string;
  signal?: AbortSignal;
  now?: () => Date;
  gate?: HostGate;
  isAllowedAddress?: AddressRule;
  backoffMs?: number;
  /** Receives the `Date` header of every answer from the network. */
  onDate?: (host: string, date: Date) => void;
}

interface Setup extends Required<Omit<SourceHttpOptions, "replayDir" | "signal">> {
  transport: Transport;
  signal: AbortSignal | undefined;
}

interface Exchange {
  request: SourceRequest;
  deadline: Deadline;
  breaker: HostBreaker;
  /** Host of the current hop; a failure counts against this host. */
  host: string;
}

interface HopResponse {
  answer: WireResponse;
  url: URL;
  bytes: Uint8Array | null;
}

const isAccepted = (status: number, request: SourceRequest): boolean =>
  (status >= 200 && status < 300) || (request.acceptStatuses?.includes(status) ?? false);

async function firstHop(request: SourceRequest, setup: Setup): Promise<Hop> {
  const method = request.method ?? "GET";
  const url = requireSafeUrl(request.url, setup.isAllowedAddress);
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": "gzip, br, deflate", "user-agent": setup.userAgent };
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
  if (request.isConditional ?? method === "GET") {
    const known = await setup.memory.validators(request.source, request.url);
    if (known?.etag) headers["if-none-match"] = known.etag;
    if (known?.lastModified) headers["if-modified-since"] = known.lastModified;
  }
  return { url, method, headers, body: request.body ?? null };
}

async function applyRetryAfter(answer: WireResponse, exchange: Exchange, setup: Setup): Promise<void> {
  if (answer.status !== 429 && answer.status !== 503) return;
  const until = retryAfterDate(answer.headers.get("retry-after"), setup.now());
  if (until) await exchange.breaker.hold(exchange.host, until);
  else if (answer.status === 429) await exchange.breaker.hold(exchange.host, new Date(setup.now().getTime() + DEFAULT_HOLD_MS));
}

async function requestHop(hop: Hop, exchange: Exchange, setup: Setup): Promise<HopResponse> {
  exchange.host = hop.url.host;
  const { signal } = exchange.deadline;
  await exchange.breaker.admit(hop.url.host);
  return setup.gate(hop.url.host, signal, async () => {
    exchange.deadline.start();
    const answer = await setup.transport({ ...hop, signal });
    const sentAt = responseDate(answer.headers);
    if (sentAt) setup.onDate(hop.url.host, sentAt);
    await applyRetryAfter(answer, exchange, setup);
    if (isAccepted(answer.status, exchange.request)) {
      return { answer, url: hop.url, bytes: await readBody(answer, exchange.request.maxBytes ?? DEFAULT_MAX_BYTES, signal) };
    }
    discard(answer.body);
    return { answer, url: hop.url, bytes: null };
  });
}

async function followRedirects(first: Hop, exchange: Exchange, setup: Setup): Promise<HopResponse> {
  let hop = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const hopAnswer = await requestHop(hop, exchange, setup);
    if (hopAnswer.bytes !== null || !isRedirect(hopAnswer.answer.status)) return hopAnswer;
    hop = nextHop(hop, hopAnswer.answer.status, hopAnswer.answer.headers.get("location"), setup.isAllowedAddress);
  }
  throw new SourceError("redirect", `${first.url.host}: more than ${MAX_REDIRECTS} redirects`);
}

function toReading({ answer, url, bytes }: HopResponse, hop: Hop): Reading {
  const { status, headers } = answer;
  const wasConditional = "if-none-match" in hop.headers || "if-modified-since" in hop.headers;
  if (status === 304 && wasConditional) return { kind: "unchanged" };
  if (status === 429) throw new SourceError("rate_limited", `${url.host}: HTTP 429`, { status });
  if (bytes === null) throw new SourceError("http", `${url.host}: HTTP ${status}`, { status });
  const validators = { etag: headers.get("etag") ?? null, lastModified: headers.get("last-modified") ?? null };
  return {
    kind: "fresh",
    status,
    headers,
    finalUrl: url.href,
    bytes,
    contentType: headers.get("content-type") ?? null,
    validators,
  } satisfies FreshReading;
}

/** Faults that prove the host has answered. */
const FAULTS_OF_ANSWERS = new Set<SourceFault>(["http", "too_large", "encoding", "redirect"]);
const isServerFault = (error: SourceError): boolean => error.fault === "http" && (error.status ?? 0) >= 500;
const countsAgainstHost = (error: SourceError): boolean => error.fault === "network" || error.fault === "timeout" || isServerFault(error);

/** Any answer below 500 closes the breaker. Silence and 5xx count as failures; other faults say nothing about the host. */
async function reportToBreaker(error: SourceError, { breaker, host }: Exchange): Promise<void> {
  if (countsAgainstHost(error)) {
    await breaker.recordAnswer(host);
    await breaker.recordFailure(host);
  } else if (FAULTS_OF_ANSWERS.has(error.fault)) await breaker.recordAnswer();
}

async function attempt(hop: Hop, exchange: Exchange, setup: Setup): Promise<Reading> {
  try {
    return toReading(await followRedirects(hop, exchange, setup), hop);
  } catch (error) {
    throw toSourceError(error, exchange.deadline.signal, exchange.host);
  }
}

/** Retries a GET once after a network error or 5xx, unless Retry-After put the host on hold. */
async function attemptWithRetry(hop: Hop, exchange: Exchange, setup: Setup): Promise<Reading> {
  try {
    return await attempt(hop, exchange, setup);
  } catch (error) {
    const isTransient = error instanceof SourceError && (error.fault === "network" || isServerFault(error));
    const isHeld = ((await setup.memory.breaker(exchange.host)).openUntil ?? new Date(0)) > setup.now();
    if (!isTransient || hop.method !== "GET" || isHeld) throw error;
    const { signal } = exchange.deadline;
    await delay(setup.backoffMs * (1 + Math.random()), undefined, { signal }).catch(() => {
      throw toSourceError(error, signal, exchange.host);
    });
    return attempt(hop, exchange, setup);
  }
}

async function get(request: SourceRequest, setup: Setup): Promise<Reading> {
  const hop = await firstHop(request, setup);
  const deadline = createDeadline(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, setup.signal);
  const breaker = breakerOfRequest(setup.memory, setup.now);
  const exchange: Exchange = { request, deadline, breaker, host: hop.url.host };
  try {
    const reading = await attemptWithRetry(hop, exchange, setup);
    await breaker.recordAnswer();
    return reading;
  } catch (error) {
    if (error instanceof SourceError) await reportToBreaker(error, exchange);
    throw error;
  } finally {
    deadline.clear();
  }
}

export function createSourceHttp(options: SourceHttpOptions): SourceHttp {
  // A run has dozens of exchanges at once, each with its own listener; Node warns above ten.
  if (options.signal) setMaxListeners(0, options.signal);
  const isAllowedAddress = options.replayDir ? () => true : (options.isAllowedAddress ?? isPublicAddress);
  const transport = options.replayDir ? replayTransport(options.replayDir) : networkTransport(isAllowedAddress);
  const setup: Setup = {
    memory: options.memory,
    userAgent: options.userAgent,
    now: options.now ?? (() => new Date()),
    gate: options.gate ?? processGate,
    backoffMs: options.backoffMs ?? BACKOFF_MS,
    // A replayed `Date` header lies in the past and must not set the clock.
    onDate: (options.replayDir ? undefined : options.onDate) ?? (() => undefined),
    signal: options.signal,
    isAllowedAddress,
    transport,
  };
  const measure = createMeter({
    userAgent: options.userAgent,
    signal: options.signal,
    isAllowedAddress,
    replay: options.replayDir ? transport : null,
  });
  return { get: (request) => get(request, setup), measure };
}
