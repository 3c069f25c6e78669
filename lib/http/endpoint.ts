import type { z } from "zod";
import type { Db } from "@/db/client";
import type { TokenHolder } from "@/db/queries/money/tokens/tokens";
import type { CallPayer } from "@/lib/money/call/paid-call";
import type { NoChargeReason } from "@/lib/domain/money/no-charge";
import type { DatasetName } from "@/lib/datasets";
import type { ErrorCode } from "@/lib/errors";
import type { CsvTable } from "@/lib/schemas/csv";
import type { DailyLimit, DailyUse, LimitName } from "./limits/limits";

export const TAGS = {
  Service: "This service itself: what it offers, how fresh its data is and how it is doing.",
  Agents: "AI agents and the crawlers that visit this service.",
  Catalogs: "Editorial catalogs of products and models.",
  News: "AI news of many publications, and what several of them reported.",
  Models: "Models with prices, scores and costs, and which one to take.",
  Attention: "How much providers are talked about.",
  "GPU prices": "What GPUs cost per hour.",
  History: "Daily snapshots and what follows from them.",
  Status: "State, incidents and measured latency of providers.",
  Payment: "Buying credits, and the tokens that spend them.",
  Security: "Vulnerabilities of AI software.",
  Watches: "Webhooks that tell when something changes.",
  Badges: "Pictures and parts of pages for other sites.",
  Receipts: "Signed receipts of paid calls, and their proofs.",
  Documents: "Descriptions of this service for programs.",
} as const;

export type Tag = keyof typeof TAGS;

type Method = "GET" | "POST" | "DELETE";

export type Access =
  | { kind: "free"; daily: DailyLimit | null; limit: Exclude<LimitName, "payments"> }
  | { kind: "token"; acceptsSuspended: boolean }
  | { kind: "premium"; credits: number };

export const free = (daily: DailyLimit | null = null): Access => ({ kind: "free", daily, limit: "free" });
/** For documents about this service, which have a limit of their own. */
export const freeDocument = (): Access => ({ kind: "free", daily: null, limit: "documents" });
/** For supervisors and monitors, whose questions must be answered whatever else fails. */
export const freeProbe = (): Access => ({ kind: "free", daily: null, limit: "probes" });
export const token = ({ acceptsSuspended = false } = {}): Access => ({ kind: "token", acceptsSuspended });
export const premium = (credits: number): Access => ({ kind: "premium", credits });
export const perDay = (name: string, calls: number, premiumEndpoint?: string): DailyLimit => ({
  name,
  perDay: calls,
  ...(premiumEndpoint ? { premiumEndpoint } : {}),
});

interface Context<Query, Params, Body> {
  query: Query;
  params: Params;
  body: Body;
  db: Db;
  now: Date;
  /** Public base of this service, without a trailing slash. */
  baseUrl: string;
  siteName: string;
  dailyUse: DailyUse | null;
  /** The account of the call's token; set for access `token`, null elsewhere. */
  holder: TokenHolder | null;
  /** The payer of the call; set for access `premium`, null elsewhere. */
  payer: CallPayer | null;
  headers: Headers;
  /** The hash of a free call's token, valid or not; null without one. */
  tokenHash: string | null;
  address: string;
  /**
   * Reports when the rows of this answer were captured at their sources. The oldest counts; null means
   * unknown. A handler that never calls it gets the capture time of the datasets in `reads`.
   */
  capturedAt(times: Date | null | readonly (Date | null)[]): void;
  /** Premium only: has the answer sent and not charged, because part of it could not be had. */
  waive(reason: NoChargeReason, retryAfterSeconds: number): void;
}

type Shape = z.ZodObject;

export interface Declaration<Query extends Shape, Params extends Shape, Body extends z.ZodType, Payload extends z.ZodType> {
  method: Method;
  /** Next's bracket form for parameters: `/api/history/[date]/[type]`. */
  path: string;
  /** The section of the documents that it stands in. */
  tag: Tag;
  summary: string;
  description?: string;
  access: Access;
  /** Freshness promise: the answer is stale when any of these is. */
  reads: readonly DatasetName[];
  /**
   * Seconds for Cache-Control. 0 means that nobody may cache it, and that each call is counted here. A
   * function sees the payload.
   */
  maxAgeSeconds: number | ((payload: z.output<Payload>) => number);
  /**
   * Names that it does not declare are refused in paid calls, and named in a header elsewhere. A field's
   * meta may name its error codes: `.meta({ missing, invalid })`.
   */
  query?: Query;
  /** Checks parameters against each other and the clock; throws before anything is paid. */
  checkQuery?: (query: z.output<Query>, now: Date) => unknown;
  params?: Params;
  body?: Body;
  /**
   * Content types of a body besides JSON, whose text `body` reads whatever its type; that of JSON is described by its
   * meta `documentedAs`.
   */
  bodyTypes?: readonly string[];
  /** Default 16 KB. */
  maxBodyBytes?: number;
  /** The payload without envelope; strict objects. */
  response: Payload;
  /** Default `application/json`; anything else is a payload of text or bytes, sent as it is. */
  produces?: string;
  /** Further headers of its answer. */
  headers?: Readonly<Record<string, string>>;
  /** Content types by the extension of the address, in place of `produces`. Only for a payload that is a string. */
  typesByExtension?: Readonly<Record<string, string>>;
  /** Content types by the query parameter `format`, in place of `produces`. Only for a payload of bytes. */
  typesByFormat?: Readonly<Record<string, string>>;
  /** False for a format that leaves no room for `ok`, such as OpenAPI. Only JSON has an envelope. */
  isEnveloped?: boolean;
  /** Time limit of the handler. Default 20. */
  deadlineSeconds?: number;
  /** Extra members of an error body, by code. */
  errors?: Partial<Record<ErrorCode, z.ZodObject>>;
  /** Premium only: true when nothing was ever captured for this, so that nothing is charged. */
  isEmpty?: (payload: z.output<Payload>) => boolean;
  /** True for an answer about days that are over, which never becomes stale. */
  isPast?: (payload: z.output<Payload>, now: Date) => boolean;
  /** Premium only: false exempts it from the breaker for identical requests. */
  hasRepeatBreaker?: boolean;
  /**
   * Premium only: runs in the transaction that charges the call. What the handler stored under the
   * payer's reference counts then, or never.
   */
  onCharge?: (tx: Db, reference: string) => Promise<void>;
  /** Premium only: true for a body that asks what the call would do. It needs a token, costs nothing and gets no payer. */
  isDryRun?: (body: z.output<Body>) => boolean;
  /** Premium only: true for an answer with a secret, whose copy for an idempotent repeat is then sealed. */
  isSecret?: (payload: z.output<Payload>) => boolean;
  /** Adds `?format=csv`. */
  csv?: (payload: z.output<Payload>) => CsvTable;
  /** The answer as server-sent events, for a caller who prefers `text/event-stream`. Not for prepared answers, which are found by address alone. */
  eventStream?: (payload: z.output<Payload>) => string;
  /** False where the answer depends on the moment or the caller. Default: free GETs without a daily limit. */
  isPrepared?: boolean;
  /** A call that answers 200 on a database with data, for documents and generated tests. */
  example?: Example;
}

interface Example {
  query?: Record<string, string>;
  params?: Record<string, string>;
  body?: unknown;
  /** What the body asks for, where others ask for something else. */
  bodyName?: string;
  /** Bodies that ask for something else, by what they ask for. */
  otherBodies?: Readonly<Record<string, unknown>>;
}

export type Handler<Query extends Shape, Params extends Shape, Body extends z.ZodType, Payload extends z.ZodType> = (
  context: Context<z.output<Query>, z.output<Params>, z.output<Body>>,
) => Promise<z.input<Payload>> | z.input<Payload>;

export interface Endpoint<Query extends Shape, Params extends Shape, Body extends z.ZodType, Payload extends z.ZodType> extends Declaration<
  Query,
  Params,
  Body,
  Payload
> {
  run: Handler<Query, Params, Body, Payload>;
}

/** An endpoint of any shape, for the registry: the only place where types are erased. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any>;

/**
 * Declares in two steps. TypeScript infers the declaration first, then checks the handler against it
 * without widening literals.
 */
export function defineEndpoint<
  Payload extends z.ZodType,
  Query extends Shape = z.ZodObject<Record<never, never>>,
  Params extends Shape = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<Query, Params, Body, Payload>) {
  return {
    handle(run: Handler<Query, Params, Body, Payload>): Endpoint<Query, Params, Body, Payload> {
      return { ...declaration, run };
    },
  };
}

/** Whether finished answers are cached as prepared answers. */
export function isPrepared(endpoint: AnyEndpoint): boolean {
  const isPlainFreeGet = endpoint.method === "GET" && endpoint.access.kind === "free" && endpoint.access.daily === null;
  return isPlainFreeGet && (endpoint.isPrepared ?? true);
}
