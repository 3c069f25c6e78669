import type { z } from "zod";
import type { Db } from "@/db/client";
import type { TokenHolder } from "@/db/queries/money/tokens/tokens";
import type { CallPayer } from "@/lib/money/call/paid-call";
import type { DatasetName } from "@/lib/datasets";
import type { ErrorCode } from "@/lib/errors";

type Method = "GET" | "POST" | "DELETE";

/** A limit besides the general one: so many calls per UTC day and address. */
export interface DailyLimit {
  name: string;
  perDay: number;
  /** Path of the same answer without this limit, for the 429. */
  premiumEndpoint?: string;
}

export type Access = { kind: "free"; daily: DailyLimit | null } | { kind: "token" } | { kind: "premium"; credits: number };

export const free = (daily: DailyLimit | null = null): Access => ({ kind: "free", daily });
export const token = (): Access => ({ kind: "token" });
export const premium = (credits: number): Access => ({ kind: "premium", credits });
export const perDay = (name: string, calls: number, premiumEndpoint?: string): DailyLimit => ({
  name,
  perDay: calls,
  ...(premiumEndpoint ? { premiumEndpoint } : {}),
});

export interface CsvTable {
  columns: readonly string[];
  rows: readonly (readonly unknown[])[];
}

/** What a call left of a daily limit, for the answers that show it. */
export interface DailyUse {
  limit: number;
  remaining: number;
}

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
  /** Whose token the call came with; set for access `token`, null elsewhere. */
  holder: TokenHolder | null;
  /** Who pays for the call; set for access `premium`, null elsewhere. */
  payer: CallPayer | null;
  /** The request itself, for the few endpoints that depend on its headers. */
  headers: Headers;
  /** Address of the caller, as the limits count it. */
  address: string;
  /**
   * Says when the rows of this answer were captured at their sources; the oldest counts, null is unknown.
   * Without a call the engine takes the capture time of the datasets in `reads`.
   */
  capturedAt(times: Date | null | readonly (Date | null)[]): void;
}

type Shape = z.ZodObject;

export interface Declaration<Query extends Shape, Params extends Shape, Body extends z.ZodType, Payload extends z.ZodType> {
  method: Method;
  /** Next's bracket form for parameters: `/api/history/[date]/[type]`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** Freshness promise: the answer is stale when any of these is. */
  reads: readonly DatasetName[];
  /** Seconds for Cache-Control; 0 means no-store. A function sees the payload. */
  maxAgeSeconds: number | ((payload: z.output<Payload>) => number);
  /** Unknown parameters are ignored. A field's meta may name its error codes: `.meta({ missing, invalid })`. */
  query?: Query;
  /** Raises what the parameters are together or beside the clock, before anything is paid. */
  checkQuery?: (query: z.output<Query>, now: Date) => unknown;
  params?: Params;
  body?: Body;
  /** Default 16 KB. */
  maxBodyBytes?: number;
  /** The payload without envelope; strict objects. */
  response: Payload;
  /** Default `application/json`; anything else is a string payload sent as it is. */
  produces?: string;
  /** False where a format of its own leaves no room for `ok`: the API description. Only JSON has an envelope. */
  isEnveloped?: boolean;
  /** How long the handler may take. Default 20. */
  deadlineSeconds?: number;
  /** Extra members of an error body, by code. */
  errors?: Partial<Record<ErrorCode, z.ZodObject>>;
  /** Premium only: true when nothing was ever captured for this, so that nothing is charged. */
  isEmpty?: (payload: z.output<Payload>) => boolean;
  /** True for an answer about days that are over: it does not grow stale. */
  isPast?: (payload: z.output<Payload>, now: Date) => boolean;
  /** Premium only: false exempts it from the breaker for identical requests. */
  hasRepeatBreaker?: boolean;
  /** Premium only: the handler leaves a draft under the payer's reference, which the charge makes real. */
  hasDraft?: true;
  /** Premium only: true for an answer that holds a secret; the copy kept for a repeat is sealed then. */
  isSecret?: (payload: z.output<Payload>) => boolean;
  /** Adds `?format=csv`. */
  csv?: (payload: z.output<Payload>) => CsvTable;
  /** False where the answer depends on the moment or the caller. Default: free GETs without a daily limit. */
  isPrepared?: boolean;
  /** A call that answers 200 on a database with data, for documents and generated tests. */
  example?: { query?: Record<string, string>; params?: Record<string, string>; body?: unknown };
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

/** The registry's erased form: an endpoint of any shape. This is the one place where types are given up. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEndpoint = Endpoint<any, any, any, any>;

/** Two steps, so that the handler is checked against what was promised without widening literals. */
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

/** The standard error an endpoint may raise is in lib/errors; this only says whether answers are kept prepared. */
export function isPrepared(endpoint: AnyEndpoint): boolean {
  const isPlainFreeGet = endpoint.method === "GET" && endpoint.access.kind === "free" && endpoint.access.daily === null;
  return isPlainFreeGet && (endpoint.isPrepared ?? true);
}
