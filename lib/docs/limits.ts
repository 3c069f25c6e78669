import { z } from "zod";
import { FAULTS, REPEATS, UNCHARGED } from "@/lib/domain/money/call-breakers";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { formatUsd } from "@/lib/domain/money/credits";
import { GASLESS_PATH, GASLESS_PER_WALLET, MIN_GASLESS_UNITS } from "@/lib/domain/money/gasless";
import { GRACE_SECONDS, MAX_RESERVED_AMOUNTS, QUOTE_SECONDS } from "@/lib/domain/money/quote";
import {
  FIRE_CAP,
  MOST_ACTIVE_WATCHES,
  PINGS_PER_DAY,
  QUEUED_HOURS,
  REDELIVERIES_PER_DAY,
  SENDING_RATE,
  WATCH_DAYS,
} from "@/lib/domain/watches/watch-limits";
import { LIMITS } from "@/lib/http/limiter";
import { templatedPath } from "./parameters";

const GRACE_HOURS = GRACE_SECONDS / 3600;

const bound = z.number().nullable();

export const Limit = z
  .strictObject({
    limit: z.string(),
    applies_to: z.string(),
    min: bound,
    max: bound,
    default: bound,
    unit: z.string(),
    note: z.string().nullable(),
    in_service: z.boolean().describe("False while the endpoint that it applies to is announced but not served."),
  })
  .meta({ id: "Limit" });

interface Row {
  limit: string;
  /** One of the paths that it applies to; null applies to all. */
  path: string | null;
  /** What it applies to, where that is not the path alone. */
  applies_to?: string;
  min?: number;
  max?: number;
  default?: number;
  unit: string;
  note?: string;
}

/** Includes limits of endpoints that are announced but not served yet. */
const ROWS: readonly Row[] = [
  { limit: "request rate", applies_to: "free endpoints", path: null, max: LIMITS.free.calls, unit: "requests per minute per IP" },
  {
    limit: "document rate",
    applies_to: "documents and manifests",
    path: "/llms.txt",
    max: LIMITS.documents.calls,
    unit: "requests per minute per IP",
  },
  {
    limit: "health check rate",
    applies_to: "health checks and metrics",
    path: "/api/health/live",
    max: LIMITS.probes.calls,
    unit: "requests per minute per IP",
  },
  {
    limit: "payment attempts",
    applies_to: "premium calls with X-Payment-Tx or an x402 payment",
    path: null,
    max: LIMITS.payments.calls,
    unit: "attempts per minute per IP",
    note: "One that pays does not count. A premium call that is paid by a token counts against no limit of its address; a 402, a bad credential and a repeat do.",
  },
  { limit: "preview routing", path: "/api/preview/routing", max: 5, unit: "calls per UTC day per IP" },
  { limit: "premium routing rate", path: "/api/premium/routing", unit: "requests", note: "No rate limit." },
  { limit: "news limit", path: "/api/news", min: 1, max: 200, default: 50, unit: "articles" },
  { limit: "watch lifetime", applies_to: "watches", path: "/api/premium/watches", max: WATCH_DAYS, unit: "days" },
  { limit: "fire_cap", applies_to: "watches", path: "/api/premium/watches", ...FIRE_CAP, unit: "deliveries" },
  { limit: "active watches", applies_to: "watches", path: "/api/premium/watches", max: MOST_ACTIVE_WATCHES, unit: "per account" },
  {
    limit: "deliveries to one callback host",
    applies_to: "watches",
    path: "/api/premium/watches",
    max: SENDING_RATE.perAccountAndHost,
    unit: "a minute and account",
    note: `Of all accounts ${SENDING_RATE.perHost} a minute, ${SENDING_RATE.perUnverifiedHost} until the host has answered with 2xx once. What waits for more than ${QUEUED_HOURS} hours is not sent.`,
  },
  {
    limit: "test pings",
    applies_to: "/api/premium/watches/{id}/test",
    path: "/api/premium/watches",
    max: PINGS_PER_DAY,
    unit: "per watch and UTC day",
  },
  {
    limit: "redeliveries",
    applies_to: "/api/premium/watches/{id}/redeliver/{delivery}",
    path: "/api/premium/watches",
    max: REDELIVERIES_PER_DAY,
    unit: "per watch and UTC day",
  },
  { limit: "purchases shown", path: "/api/payment/history", max: 100, unit: "newest purchases" },
  {
    limit: "purchase",
    path: "/api/payment/buy-credits",
    min: 0.5,
    max: 10_000,
    unit: "USD in USDC",
    note: "At most two decimals. 50, 55, 65 or 80 credits per USD from 0, 5, 30 and 200 USD.",
  },
  {
    limit: "quote lifetime",
    path: "/api/payment/buy-credits",
    max: QUOTE_SECONDS,
    unit: "seconds",
    note: `A payment mined up to ${GRACE_HOURS} hours later still counts.`,
  },
  {
    limit: "reserved amounts",
    path: "/api/payment/buy-credits",
    max: MAX_RESERVED_AMOUNTS,
    unit: "unpaid quotes per account, IPv4 address or IPv6 /48",
    note: `Each counts until ${GRACE_HOURS} hours after it expired.`,
  },
  {
    limit: "gasless purchases",
    path: GASLESS_PATH,
    max: GASLESS_PER_WALLET,
    unit: "transfers per wallet in 24 hours",
    note: `Of ${formatUsd(MIN_GASLESS_UNITS)} USD or more, one for a quote, where GET /api/payment/info says that it is offered.`,
  },
  {
    limit: "date range",
    applies_to: "attention series, pricing series",
    path: "/api/premium/history/pricing/series",
    max: 90,
    default: 30,
    unit: "days, both ends included",
  },
  {
    limit: "date range",
    applies_to: "uptime series, benchmark series, probe series, GPU series",
    path: "/api/premium/history/status/uptime",
    max: 366,
    default: 30,
    unit: "days, both ends included",
  },
  { limit: "date range", applies_to: "verified news", path: "/api/premium/history/news/verified", max: 30, unit: "days" },
  {
    limit: "min_sources",
    applies_to: "verified news",
    path: "/api/premium/history/news/verified",
    min: 2,
    max: 50,
    default: 4,
    unit: "sources",
  },
  { limit: "top_n", path: "/api/premium/routing", min: 1, max: 10, default: 5, unit: "models" },
  { limit: "ids", path: "/api/premium/compare/models", min: 2, max: 5, unit: "models" },
  { limit: "model", path: "/api/premium/cost/projection", min: 1, max: 10, unit: "models" },
  { limit: "lookback", path: "/api/premium/forecast", min: 7, max: 90, default: 30, unit: "days" },
  { limit: "horizon", path: "/api/premium/forecast", min: 1, max: 30, default: 7, unit: "days" },
  { limit: "days", path: "/api/premium/whats-new", min: 1, max: 7, default: 1, unit: "days" },
  { limit: "news_limit", path: "/api/premium/whats-new", min: 1, max: 25, default: 10, unit: "articles" },
  {
    limit: "price",
    applies_to: "premium calls",
    path: "/api/premium/routing",
    min: 1,
    max: 10,
    unit: "credits per call",
    note: "0.02 to 0.20 USD at the base rate.",
  },
  {
    limit: "identical requests",
    applies_to: "premium calls, per token",
    path: "/api/premium/routing",
    max: REPEATS.calls,
    unit: `requests in ${REPEATS.windowSeconds} seconds`,
    note: `More open a circuit breaker for ${REPEATS.cooldownSeconds} seconds; nothing is charged. /api/premium/routing is exempt.`,
  },
  {
    limit: "faulty requests",
    applies_to: "premium calls, per token",
    path: null,
    max: FAULTS.calls,
    unit: `4xx of the caller's fault in ${FAULTS.windowSeconds} seconds`,
    note: `One more is 429 no_charge_abuse, and so is every call of that token for ${FAULTS.cooldownSeconds} seconds.`,
  },
  {
    limit: "uncharged answers",
    applies_to: "premium calls, per token",
    path: null,
    max: UNCHARGED.calls,
    unit: `answers in ${UNCHARGED.windowSeconds} seconds`,
    note: `Stale, empty, failed and refused ones. One more is 429 too_many_uncharged, and so is every call of that token for ${UNCHARGED.cooldownSeconds} seconds.`,
  },
  { limit: "snippet length", applies_to: "news", path: "/api/news", max: 200, unit: "characters, about" },
];

export function limitsOf(catalog: readonly AnyEndpoint[]): z.output<typeof Limit>[] {
  const served = new Set(catalog.map(templatedPath));
  return ROWS.map(({ path, limit, applies_to = path ?? "", unit, note = null, ...bounds }) => ({
    limit,
    applies_to,
    min: null,
    max: null,
    default: null,
    ...bounds,
    unit,
    note,
    in_service: path === null || served.has(path),
  }));
}
