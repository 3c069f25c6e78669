import { z } from "zod";
import { FAULTS, REPEATS, UNCHARGED, type Breaker } from "@/lib/domain/money/call-breakers";
import {
  CALL_PRICE,
  formatUsd,
  MAX_PURCHASE_UNITS,
  MIN_PURCHASE_UNITS,
  priceUnits,
  RATES,
  UNITS_PER_USD,
  usdOf,
} from "@/lib/domain/money/credits";
import { GASLESS_PATH, GASLESS_PER_WALLET, MIN_GASLESS_UNITS } from "@/lib/domain/money/gasless";
import { GRACE_SECONDS, MAX_RESERVED_AMOUNTS, QUOTE_SECONDS } from "@/lib/domain/money/quote";
import { MOST_LINES } from "@/lib/domain/models/usage/usage-line";
import { SNIPPET_LENGTH } from "@/lib/domain/news/snippet";
import {
  FIRE_CAP,
  MOST_ACTIVE_WATCHES,
  PINGS_PER_DAY,
  QUEUED_HOURS,
  REDELIVERIES_PER_DAY,
  SENDING_RATE,
  WATCH_DAYS,
} from "@/lib/domain/watches/watch-limits";
import { news } from "@/lib/endpoints/news";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { MOST_PURCHASES, paymentHistory } from "@/lib/endpoints/payment/history";
import { compareModels, LEAST_COMPARED, MOST_COMPARED } from "@/lib/endpoints/premium/compare/models";
import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { costProjection, LEAST_PROJECTED, MOST_PROJECTED } from "@/lib/endpoints/premium/cost/projection";
import { forecast } from "@/lib/endpoints/premium/forecast";
import { verifiedNews } from "@/lib/endpoints/premium/history/news/verified";
import { routing } from "@/lib/endpoints/premium/routing";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { whatsNew } from "@/lib/endpoints/premium/whats-new";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { LIMITS, RENDER_LIMIT } from "@/lib/http/limits/limits";
import { DEFAULT_RANGE_DAYS, MOST_DAYS } from "@/lib/http/require-date-range";
import { MOST_MODELS } from "@/lib/loaders/models/usage-text";
import { MAX_BODY_BYTES } from "@/lib/http/call/parse";
import { parametersOf, templatedPath } from "./parameters";

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
  })
  .meta({ id: "Limit" });

type Whole = z.output<typeof Limit>;
type Row = Pick<Whole, "limit" | "applies_to" | "unit"> & Partial<Whole>;

/** A parameter without both bounds has no place in the table. */
const Bounds = z.object({ minimum: z.number(), maximum: z.number(), default: z.number().optional() });

const GRACE_HOURS = GRACE_SECONDS / 3600;
const MINUTE = 60;

type Rate = Pick<typeof RENDER_LIMIT, "calls" | "windowSeconds">;

const perAddress = (limit: string, applies_to: string, { calls, windowSeconds }: Rate, what: string): Row => {
  return { limit, applies_to, max: calls, unit: `${what} per ${windowSeconds === MINUTE ? "minute" : `${windowSeconds} seconds`} per IP` };
};

function ofParameter(endpoint: AnyEndpoint, name: string, unit: string, { limit = name, applies_to = templatedPath(endpoint) } = {}): Row {
  const schema = parametersOf(endpoint).find((parameter) => parameter.name === name)?.schema;
  const { minimum: min, maximum: max, default: standard = null } = Bounds.parse(schema);
  return { limit, applies_to, min, max, default: standard, unit };
}

const ofWatches = (limit: string, max: number, unit: string, more: Partial<Row> = {}): Row => ({
  limit,
  applies_to: "watches",
  max,
  unit,
  ...more,
});

const ofDays = (applies_to: string, max: number, standard: number | null = DEFAULT_RANGE_DAYS): Row => ({
  limit: "date range",
  applies_to,
  max,
  default: standard,
  unit: "days, both ends included",
});

const ofToken = (limit: string, { calls, windowSeconds }: Breaker, what: string, note: string): Row => ({
  limit,
  applies_to: "premium calls, per token",
  max: calls,
  unit: `${what} in ${windowSeconds} seconds`,
  note,
});

const enumerated = (words: readonly bigint[], last: string): string => `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;

const rates = `${enumerated(
  RATES.map(({ creditsPerUsd }) => creditsPerUsd),
  "or",
)} credits per USD from ${enumerated(
  RATES.map(({ fromUnits }) => fromUnits / UNITS_PER_USD),
  "and",
)} USD.`;

const rateRows = (catalog: readonly AnyEndpoint[]): Row[] => [
  perAddress("request rate", "free endpoints", LIMITS.free, "requests"),
  perAddress("document rate", "documents and manifests", LIMITS.documents, "requests"),
  perAddress("health check rate", "health checks and metrics", LIMITS.probes, "requests"),
  perAddress("page rate", "pages that are not cached for an earlier reader; Vercel counts none", RENDER_LIMIT, "pages"),
  {
    ...perAddress("payment attempts", "premium calls with X-Payment-Tx or an x402 payment", LIMITS.payments, "attempts"),
    note: "One that pays does not count. A premium call that is paid by a token counts against no limit of its address; a 402, a bad credential and a repeat do.",
  },
  ...catalog.flatMap(({ path, access }) => {
    if (access.kind !== "free" || access.daily === null) return [];
    const limit = path.replace("/api/", "").replaceAll("/", " ");
    return [{ limit, applies_to: path, max: access.daily.perDay, unit: "calls per UTC day per IP" }];
  }),
  { limit: "premium routing rate", applies_to: routing.path, unit: "requests", note: "No rate limit." },
];

const watchRows: readonly Row[] = [
  ofWatches("watch lifetime", WATCH_DAYS, "days"),
  ofWatches("fire_cap", FIRE_CAP.max, "deliveries", FIRE_CAP),
  ofWatches("active watches", MOST_ACTIVE_WATCHES, "per account"),
  ofWatches("deliveries to one callback host", SENDING_RATE.perAccountAndHost, "a minute and account", {
    note: `Of all accounts ${SENDING_RATE.perHost} a minute, ${SENDING_RATE.perUnverifiedHost} until the host has answered with 2xx once. A delivery that waits for more than ${QUEUED_HOURS} hours is not sent.`,
  }),
  ofWatches("test pings", PINGS_PER_DAY, "per watch and UTC day", { applies_to: templatedPath(testWatch) }),
  ofWatches("redeliveries", REDELIVERIES_PER_DAY, "per watch and UTC day", { applies_to: templatedPath(redeliver) }),
];

const purchaseRows: readonly Row[] = [
  { limit: "purchases shown", applies_to: paymentHistory.path, max: MOST_PURCHASES, unit: "newest purchases" },
  {
    limit: "purchase",
    applies_to: buyCredits.path,
    min: usdOf(MIN_PURCHASE_UNITS),
    max: usdOf(MAX_PURCHASE_UNITS),
    unit: "USD in USDC",
    note: `At most two decimals. ${rates}`,
  },
  {
    limit: "quote lifetime",
    applies_to: buyCredits.path,
    max: QUOTE_SECONDS,
    unit: "seconds",
    note: `A payment mined up to ${GRACE_HOURS} hours later still counts.`,
  },
  {
    limit: "reserved amounts",
    applies_to: buyCredits.path,
    max: MAX_RESERVED_AMOUNTS,
    unit: "unpaid quotes per account, IPv4 address or IPv6 /48",
    note: `Each counts until ${GRACE_HOURS} hours after it expired.`,
  },
  {
    limit: "gasless purchases",
    applies_to: GASLESS_PATH,
    max: GASLESS_PER_WALLET,
    unit: "transfers per wallet in 24 hours",
    note: `Of ${formatUsd(MIN_GASLESS_UNITS)} USD or more, one for a quote, where GET /api/payment/info says that it is offered.`,
  },
];

const askedRows: readonly Row[] = [
  ofDays("attention series", MOST_DAYS.attention),
  ofDays("pricing series", MOST_DAYS.prices),
  ofDays("uptime series", MOST_DAYS.uptime),
  ofDays("benchmark series", MOST_DAYS.benchmarks),
  ofDays("probe series", MOST_DAYS.probes),
  ofDays("GPU series", MOST_DAYS.gpus),
  ofDays("verified news", MOST_DAYS.verifiedNews, null),
  ofParameter(verifiedNews, "min_sources", "sources", { applies_to: "verified news" }),
  ofParameter(routing, "top_n", "models"),
  { limit: "ids", applies_to: compareModels.path, min: LEAST_COMPARED, max: MOST_COMPARED, unit: "models" },
  { limit: "lines", applies_to: costBill.path, max: MOST_LINES, unit: "lines" },
  { limit: "models", applies_to: costBill.path, max: MOST_MODELS, unit: "models" },
  { limit: "model", applies_to: costProjection.path, min: LEAST_PROJECTED, max: MOST_PROJECTED, unit: "models" },
  ofParameter(forecast, "lookback", "days"),
  ofParameter(forecast, "horizon", "days"),
  ofParameter(whatsNew, "days", "days"),
  ofParameter(whatsNew, "news_limit", "articles"),
];

const priceRow: Row = {
  limit: "price",
  applies_to: "premium calls",
  ...CALL_PRICE,
  unit: "credits per call",
  note: `${formatUsd(priceUnits(CALL_PRICE.min))} to ${formatUsd(priceUnits(CALL_PRICE.max))} USD at the base rate.`,
};

function bodyRow(catalog: readonly AnyEndpoint[]): Row {
  const larger = catalog.flatMap((endpoint) =>
    endpoint.maxBodyBytes === undefined ? [] : [`${endpoint.maxBodyBytes} to ${templatedPath(endpoint)}`],
  );
  return { limit: "request body", applies_to: "calls with a body", max: MAX_BODY_BYTES, unit: "bytes", note: `${larger.join(", ")}.` };
}

function breakerRows(catalog: readonly AnyEndpoint[]): Row[] {
  const exempt = catalog.filter(({ hasRepeatBreaker = true }) => !hasRepeatBreaker).map(templatedPath);
  return [
    ofToken(
      "identical requests",
      REPEATS,
      "requests",
      `More open a circuit breaker for ${REPEATS.cooldownSeconds} seconds; nothing is charged. Exempt: ${exempt.join(", ")}.`,
    ),
    ofToken(
      "faulty requests",
      FAULTS,
      "4xx of the caller's fault",
      `One more is 429 no_charge_abuse, and so is every call of that token for ${FAULTS.cooldownSeconds} seconds.`,
    ),
    ofToken(
      "uncharged answers",
      UNCHARGED,
      "answers",
      `Stale, empty, failed and refused ones. One more is 429 too_many_uncharged, and so is every call of that token for ${UNCHARGED.cooldownSeconds} seconds.`,
    ),
  ];
}

export function limitsOf(catalog: readonly AnyEndpoint[]): z.output<typeof Limit>[] {
  const rows: readonly Row[] = [
    ...rateRows(catalog),
    ofParameter(news, "limit", "articles", { limit: "news limit" }),
    ...watchRows,
    ...purchaseRows,
    ...askedRows,
    priceRow,
    bodyRow(catalog),
    ...breakerRows(catalog),
    { limit: "snippet length", applies_to: "news", max: SNIPPET_LENGTH, unit: "characters, about" },
  ];
  return rows.map(({ limit, applies_to, min = null, max = null, default: standard = null, unit, note = null }) => ({
    limit,
    applies_to,
    min,
    max,
    default: standard,
    unit,
    note,
  }));
}
