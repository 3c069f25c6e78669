import type { Db } from "@/db/client";
import { consultClock } from "@/db/queries/clock";
import type { TokenHolder } from "@/db/queries/money/tokens/tokens";
import type { CallPayer } from "@/lib/money/call/paid-call";
import { serviceTime } from "@/lib/config/clock";
import { database } from "@/db/database";
import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import { datasets, type DatasetName } from "@/lib/datasets";
import { PRIVATE } from "@/lib/domain/freshness/cache-control";
import { answerCapture, oldestCapture, turnsStaleAt, type AnswerCapture, type DatedCapture } from "@/lib/domain/freshness/dataset-capture";
import { env } from "@/lib/config/env";
import { ApiError } from "@/lib/errors";
import { log } from "@/lib/config/log";
import type { z } from "zod";
import type { AnyEndpoint } from "../endpoint";
import type { DailyUse } from "../limits/limits";
import { CSV_TYPE, enveloped, EVENT_STREAM, hasEnvelope, JSON_TYPE } from "../envelope";
import { csvText } from "@/lib/sources/workers/files/csv-text";
import { bodyOfBytes, bodyOfJson, type CachedBody } from "./cached-body";
import { baseUrl, isAddressKnown } from "../own-address";
import { sampleHeader } from "../sample-mark";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import { LONGEST_PREPARED_MS, preparedStore, type PreparedResponse } from "@/lib/loaders/freshness/prepared-answers";
import { CORS_HEADERS, encodeText } from "./respond";
import type { Input } from "./parse";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";

/** Type of a file whose endpoint declares none. */
const BYTES = "application/octet-stream";

const DEADLINE_SECONDS = 20;
/** A stale answer is rebuilt this often, since its source may have recovered. */
const STALE_RECHECK_MS = 10_000;

function withDeadline<Result>(work: Promise<Result> | Result, seconds: number): Promise<Result> | Result {
  if (!(work instanceof Promise)) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError("deadline_exceeded")), seconds * 1000);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Extra or missing fields in an answer are our failure, so nothing is charged for it. */
function conform(endpoint: AnyEndpoint, payload: unknown): unknown {
  const result = (endpoint.response as z.ZodType).safeParse(payload);
  if (result.success) return result.data;
  log.error("answer does not fit its schema", { path: endpoint.path, issues: result.error.issues.slice(0, 5) });
  throw new ApiError("schema_validation_failure");
}

async function datasetsCapture(db: Db, names: readonly DatasetName[], now: Date): Promise<AnswerCapture> {
  const captures = names.map(async (name) => ({ capturedAt: await recentCapture(db, name, now), slaSeconds: datasets[name].slaSeconds }));
  return answerCapture(await Promise.all(captures), now);
}

function reportedCapture(times: readonly (Date | null)[], names: readonly DatasetName[], now: Date): AnswerCapture {
  const capture: DatedCapture = { capturedAt: oldestCapture(times, now), slaSeconds: slaOf(names) };
  return { ...capture, promiseSeconds: capture.slaSeconds, staleAt: turnsStaleAt(capture) };
}

export interface ComputedPayload extends AnswerCapture {
  payload: unknown;
  waived: { reason: NoChargeReason; retryAfterSeconds: number } | null;
  /** Whether the endpoint asked for the address of this service. */
  namesAddress: boolean;
}

export interface Caller {
  dailyUse: DailyUse | null;
  holder: TokenHolder | null;
  payer: CallPayer | null;
  headers: Headers;
  tokenHash: string | null;
  address: string;
}

export const NOBODY: Caller = { dailyUse: null, holder: null, payer: null, headers: new Headers(), tokenHash: null, address: "unknown" };

export async function compute(endpoint: AnyEndpoint, input: Input, db: Db, now: Date, caller: Caller): Promise<ComputedPayload> {
  const captureTimes: (Date | null)[] = [];
  const found: Pick<ComputedPayload, "waived" | "namesAddress"> = { waived: null, namesAddress: false };
  const context = {
    query: input.query,
    params: input.params,
    body: input.body,
    db,
    now,
    get baseUrl() {
      found.namesAddress = true;
      return baseUrl();
    },
    siteName: env().SITE_NAME,
    ...caller,
    capturedAt: (times: Date | null | readonly (Date | null)[]) =>
      void captureTimes.push(...(Array.isArray(times) ? (times as (Date | null)[]) : [times as Date | null])),
    waive: (reason: NoChargeReason, retryAfterSeconds: number) => void (found.waived = { reason, retryAfterSeconds }),
  };
  const payload = conform(endpoint, await withDeadline(endpoint.run(context), endpoint.deadlineSeconds ?? DEADLINE_SECONDS));
  const capture =
    captureTimes.length > 0 ? reportedCapture(captureTimes, endpoint.reads, now) : await datasetsCapture(db, endpoint.reads, now);
  return {
    payload,
    ...found,
    ...capture,
    ...(endpoint.isPast?.(payload, now) ? { slaSeconds: null, promiseSeconds: null, staleAt: Infinity } : {}),
  };
}

interface Body extends CachedBody {
  contentType: string;
  /** Headers of this format only. */
  headers: Record<string, string>;
}

/** The extension is that of the last part of the path. */
function typeOf(endpoint: AnyEndpoint, { params }: Input): string {
  const extension = String(Object.values(params).at(-1)).split(".").at(-1) ?? "";
  return endpoint.typesByExtension?.[extension] ?? endpoint.produces ?? JSON_TYPE;
}

function bodyOf(endpoint: AnyEndpoint, input: Input, { payload, ...capture }: ComputedPayload): Body {
  const headers = sampleHeader(endpoint);
  if (payload instanceof Uint8Array) {
    const contentType = endpoint.typesByFormat?.[String(input.query["format"])] ?? endpoint.produces ?? BYTES;
    return { ...bodyOfBytes(payload), contentType, headers };
  }
  const contentType = `${typeOf(endpoint, input)}; charset=utf-8`;
  if (typeof payload === "string") return { ...bodyOfBytes(encodeText(payload)), contentType, headers };
  if (input.format === "csv" && endpoint.csv) {
    const text = encodeText(csvText(endpoint.csv(payload)));
    return { ...bodyOfBytes(text), contentType: `${CSV_TYPE}; charset=utf-8`, headers };
  }
  if (input.format === "events" && endpoint.eventStream) {
    const text = encodeText(endpoint.eventStream(payload));
    return { ...bodyOfBytes(text), contentType: `${EVENT_STREAM}; charset=utf-8`, headers };
  }
  const json = bodyOfJson(enveloped(endpoint, payload, capture));
  return { ...json, contentType, headers: hasEnvelope(endpoint) ? {} : headers };
}

const expiryOf = ({ staleAt }: AnswerCapture, now: Date): number =>
  staleAt <= now.getTime() ? now.getTime() + STALE_RECHECK_MS : Math.min(staleAt, now.getTime() + LONGEST_PREPARED_MS);

function maxAgeOf({ maxAgeSeconds }: AnyEndpoint, { payload, namesAddress }: ComputedPayload): number {
  if (namesAddress && !isAddressKnown()) return 0;
  return typeof maxAgeSeconds === "function" ? maxAgeSeconds(payload) : maxAgeSeconds;
}

export async function buildAnswer(
  endpoint: AnyEndpoint,
  input: Input,
  caller: Caller = NOBODY,
): Promise<PreparedResponse & { payload: unknown }> {
  const db = await database();
  // An endpoint that reads no dataset (health) must work while the database does not answer.
  if (endpoint.reads.length > 0) await Promise.all([ensureFreshVersions(db), consultClock(db)]);
  const now = serviceTime();
  const { versions: currentVersions } = preparedStore();
  const versions = Object.fromEntries(endpoint.reads.map((name) => [name, currentVersions.get(name)]));
  const computed = await compute(endpoint, input, db, now, caller);
  const { contentType, headers: formatHeaders, ...body } = bodyOf(endpoint, input, computed);
  const maxAgeSeconds = maxAgeOf(endpoint, computed);
  const headers: Record<string, string> = {
    "Content-Type": contentType,
    ...(maxAgeSeconds > 0 ? {} : { "Cache-Control": PRIVATE }),
    ETag: body.etag,
    Vary: endpoint.eventStream ? "Accept, Accept-Encoding" : "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...CORS_HEADERS,
    ...formatHeaders,
    ...endpoint.headers,
  };
  if (computed.capturedAt) headers["Last-Modified"] = computed.capturedAt.toUTCString();
  const caching = maxAgeSeconds > 0 ? { caching: { maxAgeSeconds, staleAt: computed.staleAt } } : {};
  const { payload } = computed;
  return { ...body, br: null, headers, ...caching, expiresAt: expiryOf(computed, now), versions, payload };
}
