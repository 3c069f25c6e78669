import { z } from "zod";
import type { Db } from "@/db/client";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { MODEL_PROVIDERS } from "@/lib/catalogs/models";
import { providerParam } from "@/lib/catalogs/name-params";
import { comparePricesWith, type PriceField } from "@/lib/domain/history/compare-prices";
import { compareScores } from "@/lib/domain/history/compare-scores";
import { utcDay } from "@/lib/domain/basics/date-range";
import { changesBetween, valuesOn } from "@/lib/domain/history/span-columns";
import { modelLabel } from "@/lib/domain/models/model-label";
import { scoresByModel, type ModelScores } from "@/lib/domain/models/scores/scores-by-model";
import { ApiError } from "@/lib/errors";
import { capturedDaysIn } from "@/lib/loaders/history/captured-days";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { cachedPrices, cachedScores, type CachedPrice } from "@/lib/loaders/history/cached-history";
import { modelAliases } from "@/lib/loaders/models/find-model";
import { DayComparison, type BenchmarksComparison, type PricingComparison } from "@/lib/schemas/history/day-comparison";
import { dateParam, UNKNOWN_NAME } from "@/lib/schemas/params";

const TYPES = ["pricing", "benchmarks"] as const;

// Members one by one: an answer has thousands of these, and spreading takes forty times as long.
const toPriced = ({ name, reference, providerLabel, inputPrice, outputPrice }: CachedPrice) => ({
  model: modelLabel(name),
  model_id: reference,
  provider: providerLabel,
  inputPrice,
  outputPrice,
});
const toPriceChange = (
  { name, reference, providerLabel }: CachedPrice,
  field: PriceField,
  from: number,
  to: number,
  pct: number | null,
) => ({
  model: modelLabel(name),
  model_id: reference,
  provider: providerLabel,
  field,
  from,
  to,
  delta_pct: pct,
});

interface ComparedDays {
  from: string;
  to: string;
  /**
   * The provider whose listings, or whose models' scores, are compared. Undefined means makers' own
   * listings of all providers.
   */
  providerId: string | undefined;
}

async function comparePricing(db: Db, days: ComparedDays): Promise<z.input<typeof PricingComparison>> {
  const [prices, aliases] = await Promise.all([cachedPrices(db), modelAliases(db)]);
  const { providerId } = days;
  const { before, after, unchanged } =
    providerId === undefined
      ? changesBetween(prices.makers, days)
      : changesBetween(prices.all, days, (price) => price.providerId === providerId);
  const compared = comparePricesWith(before, after, aliases, toPriceChange);
  return {
    type: "pricing",
    from_date: days.from,
    to_date: days.to,
    added: compared.added.map(toPriced),
    removed: compared.removed.map(toPriced),
    changed: compared.changed,
    unchanged_count: unchanged + compared.unchangedModels,
  };
}

const toScored = ({ name, makerId, scores }: ModelScores) => ({ model: modelLabel(name), provider: providerName(makerId), scores });

async function compareBenchmarks(db: Db, days: ComparedDays): Promise<z.input<typeof BenchmarksComparison>> {
  const scores = await cachedScores(db);
  const scoredOn = (date: string) =>
    scoresByModel(valuesOn(scores, date).filter(({ makerId }) => days.providerId === undefined || makerId === days.providerId));
  const compared = compareScores(scoredOn(days.from), scoredOn(days.to));
  const changed = compared.changed.map(({ model, benchmark, from: before, to: after, deltaPct, deltaPp }) => ({
    model: modelLabel(model.name),
    provider: providerName(model.makerId),
    field: benchmark,
    benchmark,
    from: before,
    to: after,
    delta_pct: deltaPct,
    delta_pp: deltaPp,
  }));
  return {
    type: "benchmarks",
    from_date: days.from,
    to_date: days.to,
    added: compared.added.map(toScored),
    removed: compared.removed.map(toScored),
    changed,
    unchanged_count: compared.unchangedModels,
  } as z.input<typeof BenchmarksComparison>;
}

function requireDays(from: string, to: string, today: string): void {
  if (from > to) {
    throw new ApiError("from_after_to", `\`from\` is after \`to\`: got ${from} and ${to}.`, { parameter: "from", given: from });
  }
  if (to > today) {
    throw new ApiError("invalid_parameter", `\`to\` is after today: got "${to}", accepted is a day up to ${today} (UTC).`, {
      parameter: "to",
      given: to,
      accepted: `a day up to ${today}`,
    });
  }
}

const dayParam = (description: string) =>
  dateParam().meta({ missing: "from_and_to_required", invalid: "invalid_date_format", description });

export const compareHistory = defineEndpoint({
  method: "GET",
  path: "/api/premium/history/compare",
  tag: "History",
  summary: "Compare two days of history: models that came and went, prices or scores that changed",
  description:
    "Compares makers' own listings, or with `provider` all listings of that provider (for benchmarks: the models of that maker). A model is the same by `provider/id`, also where its id was changed in between. Models without a published price are in no day's prices. `unchanged_count` plus the number of different models in `changed` is the number of models that both days have. Each value can be found again in /api/history/{date}/{type}.",
  access: premium(1),
  reads: ["history"],
  maxAgeSeconds: 0,
  query: z.object({
    from: dayParam("Earlier day, YYYY-MM-DD, UTC; /api/history lists the captured ones"),
    to: dayParam("Later day, YYYY-MM-DD, UTC; may be the same"),
    type: z.enum(TYPES).default("pricing").meta({ invalid: "invalid_type", description: "What to compare" }),
    provider: providerParam().optional().meta({ known: MODEL_PROVIDERS, description: "Provider id or name; default all makers" }),
  }),
  checkQuery: ({ from, to }, now) => requireDays(from, to, utcDay(now)),
  response: DayComparison,
  errors: {
    from_after_to: z.object({}),
    snapshot_not_found: z.object({ missing: z.array(z.string()), snapshot_type: z.string() }),
    ...UNKNOWN_NAME,
  },
  example: { query: { from: "2026-11-20", to: "2026-11-21" } },
}).handle(async ({ query: { from, to, type, provider }, db, capturedAt }): Promise<z.input<typeof DayComparison>> => {
  const days = { from, to, providerId: provider };
  const snapshots = (await capturedDaysIn(db, type, { from, to })).filter(({ date }) => date === from || date === to);
  const missing = [...new Set([from, to])].filter((date) => !snapshots.some((snapshot) => snapshot.date === date));
  if (missing.length > 0) {
    throw new ApiError("snapshot_not_found", `There is no ${type} snapshot of ${missing.join(" and ")}.`, { missing, snapshot_type: type });
  }
  capturedAt(snapshots.map((snapshot) => snapshot.capturedAt));
  return type === "pricing" ? comparePricing(db, days) : compareBenchmarks(db, days);
});
