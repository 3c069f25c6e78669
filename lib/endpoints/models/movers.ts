import { z } from "zod";
import { sellerParam } from "@/lib/catalogs/models";
import { MOVE_ORDERS } from "@/lib/domain/history/courses/model-moves";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { findMovers } from "@/lib/loaders/history/movers";
import { MOST_MOVE_DAYS } from "@/lib/loaders/history/price-courses";
import { ModelMove, MoveWindow, PriceTurn } from "@/lib/schemas/history/price-move";
import { INCLUDE_HOSTS } from "@/lib/schemas/history/snapshot-table";
import { integerParam, UNKNOWN_NAME } from "@/lib/schemas/params";

const NOTES = [
  "Changes are ordered by the logarithm of the price: half the price and twice the price are equally large.",
  "A change is no correction: where another list came to decide, or the figures differ tenfold, what came before is not compared.",
];

const notCaptured = (days: number, from: string): string =>
  `Prices are captured since ${from}: less than the ${days} days that were asked for.`;

export const movers = defineEndpoint({
  method: "GET",
  path: "/api/models/movers",
  tag: "Models",
  summary: "Movers: models whose price changed most in the last days, how often it changed, and how unsteady it is",
  description:
    "One entry for each model, however many hosts and aliases changed with it: its maker's own price, or where its maker sells none what most of its sellers did. `include=hosts` adds models that only single sellers changed, `provider` finds any listing. Only what is still sold; daily captures are compared, so that what came and went within a day is not seen. As feeds at /api/feeds/models/movers.xml and /api/feeds/models/movers.json.",
  access: free(),
  reads: ["history", "models"],
  maxAgeSeconds: 3600,
  query: z.object({
    days: integerParam(1, MOST_MOVE_DAYS).default(30).describe("Days back from the newest captured day"),
    provider: sellerParam(),
    include: INCLUDE_HOSTS.describe("`hosts` adds models that only single hosts, clouds or aggregators changed"),
    sort: z.enum(MOVE_ORDERS).default("change").describe("By the size of the change, the number of changes, or the deviation"),
    limit: integerParam(1, 200).default(20).describe("Number of models"),
  }),
  response: z.strictObject({
    window: MoveWindow.nullable().describe("Null where no day was captured yet: nothing is known of any change"),
    total: z.int().describe("Models that moved, also those beyond `limit`"),
    count: z.int(),
    movers: z.array(ModelMove),
    zero_prices: z.array(PriceTurn).describe("Prices that came from or went to zero or nothing, the newest first, at most 30"),
    left_out: z.strictObject({
      corrections: z.int().describe("Changes that were corrections of a reading"),
      single_sellers: z.int().describe("Models that only single sellers changed; `include=hosts` lists them"),
    }),
    notes: z.array(z.string()),
  }),
  csv: ({ movers: rows }) => ({
    columns: [
      "model",
      "model_id",
      "provider",
      "from_input",
      "from_output",
      "to_input",
      "to_output",
      "change_pct",
      "changes",
      "volatility",
      "changed_on",
      "compared_from",
      "short_because",
      "moved_by",
      "sellers",
      "moved",
    ],
    rows: rows.map((row) => [
      row.model,
      row.model_id,
      row.provider,
      row.from.input,
      row.from.output,
      row.to.input,
      row.to.output,
      row.change_pct,
      row.changes,
      row.volatility,
      row.changed_on,
      row.compared_from,
      row.short_because,
      row.moved_by,
      row.sellers,
      row.moved,
    ]),
  }),
  errors: UNKNOWN_NAME,
  example: { query: { days: "30", limit: "10" } },
}).handle(async ({ query: { days, provider, include, sort, limit }, db, now }) => {
  const found = await findMovers(db, { days, provider, hasHosts: include !== undefined, order: sort }, limit, now);
  if (!found) {
    const left_out = { corrections: 0, single_sellers: 0 };
    return { window: null, total: 0, count: 0, movers: [], zero_prices: [], left_out, notes: ["No day was captured yet."] };
  }
  const { window, movers: rows } = found;
  return { ...found, count: rows.length, notes: window.is_whole ? NOTES : [notCaptured(days, window.from), ...NOTES] };
});
