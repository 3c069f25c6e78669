import { z } from "zod";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { providerParam } from "@/lib/catalogs/name-params";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { priceAt } from "@/lib/domain/history/price-book/price-at";
import { modelLabel } from "@/lib/domain/models/model-label";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { listingBook } from "@/lib/loaders/history/listing-book";
import { closestModels, unknownModelNote } from "@/lib/loaders/models/closest-models";
import { findModel } from "@/lib/loaders/models/find-model";
import { BookPriceRow } from "@/lib/schemas/history/price-book";
import { AMBIGUOUS_MODEL, pricedModelParam } from "@/lib/schemas/history/series";
import { momentParam, UNKNOWN_NAME } from "@/lib/schemas/params";

const GAPS = ["unknown_model", "in_future", "never_read", "before_first_price", "not_known_then"] as const;
type Gap = (typeof GAPS)[number];

const Usd = z.number().nonnegative().nullable();

const Answer = z.strictObject({
  model: z.string().describe("Canonical name; as asked when no model is called so"),
  model_id: z.string().nullable().describe("`provider/id` of the listing"),
  provider: z.string().nullable(),
  at: z.iso.datetime(),
  covered: z.boolean().describe("False where the price of that moment is not known: it is never guessed"),
  gap: z.enum(GAPS).nullable().describe("Why it is not covered"),
  input: Usd.describe("USD per 1M tokens at that moment, hours counted"),
  output: Usd.describe("USD per 1M tokens at that moment, hours counted"),
  confidence: BookPriceRow.shape.confidence.nullable(),
  effective_from: z.iso.datetime().nullable(),
  effective_to: z.iso.datetime().nullable().describe("Null while it holds"),
  last_validated_at: z.iso.datetime().nullable(),
  source: z.string().nullable(),
  source_url: z.string().nullable(),
  prices: z.array(BookPriceRow).describe("Every price in force, by kind and condition"),
  covered_from: z.iso.datetime().nullable().describe("The first moment of this listing whose price is known"),
  notes: z.array(z.string()),
});

const UNCOVERED = {
  covered: false,
  input: null,
  output: null,
  confidence: null,
  effective_from: null,
  effective_to: null,
  last_validated_at: null,
  source: null,
  source_url: null,
  prices: [],
};

/** The price of tokens that holds at a moment, of its hours where those have one. */
const tokenPrice = (inForce: readonly BookRow[], kind: "input" | "output"): BookRow | undefined =>
  inForce.find((row) => row.kind === kind && (row.condition === null || row.condition.kind === "time_band"));

const WEIGHTS = { captured: 0, published: 1, inferred: 2 } as const;

/** What is said of both prices is what is said of the less certain one. */
function coveredOf(inForce: BookRow[], input: BookRow, output: BookRow) {
  const shown = WEIGHTS[output.confidence] > WEIGHTS[input.confidence] ? output : input;
  const { confidence, effective_from, effective_to, last_validated_at, source, source_url } = shown;
  return {
    covered: true,
    gap: null,
    input: input.price_usd,
    output: output.price_usd,
    confidence,
    effective_from,
    effective_to,
    last_validated_at,
    source,
    source_url,
    prices: inForce,
  };
}

function gapAt(rows: readonly BookRow[], first: string | null, at: Date): Gap {
  if (rows.length === 0 || first === null) return "never_read";
  return at.toISOString() < first ? "before_first_price" : "not_known_then";
}

const firstOf = (rows: readonly BookRow[]): string | null =>
  rows.reduce<string | null>((first, row) => (first === null || row.effective_from < first ? row.effective_from : first), null);

/** The rows of a listing at a moment, of the first of its ids that was priced then. */
function inForceAt(rows: readonly BookRow[], provider: string, modelIds: readonly string[], at: Date): BookRow[] {
  const found = modelIds.map((model) => priceAt(rows, { provider, model, at }));
  return found.find((own) => tokenPrice(own, "input") && tokenPrice(own, "output")) ?? [];
}

export const priceAtMoment = defineEndpoint({
  method: "GET",
  path: "/api/history/prices/at",
  tag: "History",
  summary: "History of prices at a moment: the price of a model then, by which source and how surely, or that it is not known",
  description:
    "Reads the price book of one listing. Hours are counted (DeepSeek's cost twice as much by day); other conditions, as long prompts, batches and cache writes, stand in `prices`. " +
    "Names are read as GET /api/models/resolve reads them; `provider` asks for the listing of a host. A price that is not known at that moment is `covered: false` with its `gap`, never that of another day.",
  access: free(),
  reads: ["history", "models"],
  maxAgeSeconds: 300,
  query: z.object({
    model: pricedModelParam(),
    provider: providerParam().optional().describe("The listing of this host"),
    at: momentParam().optional().describe("A moment in ISO 8601, or a day, which means its first moment in UTC; default now"),
  }),
  isPrepared: false,
  response: Answer,
  errors: { ...AMBIGUOUS_MODEL, ...UNKNOWN_NAME },
  example: { query: { model: "gpt-5.6-sol", at: "2026-08-20T12:00:00Z" } },
}).handle(async ({ query, db, now }) => {
  const at = query.at === undefined ? now : new Date(query.at);
  const name = query.provider && !query.model.startsWith(`${query.provider}/`) ? `${query.provider}/${query.model}` : query.model;
  const found = await findModel(db, name);
  const model = found && (!query.provider || found.providerId === query.provider) ? found : null;
  if (!model) {
    const notes = [unknownModelNote(name, await closestModels(db, name))];
    const nobody = { model: query.model, model_id: null, provider: null, covered_from: null };
    return { ...nobody, at: at.toISOString(), ...UNCOVERED, gap: "unknown_model" as const, notes };
  }
  const rows = await listingBook(db, model);
  const first = firstOf(rows);
  const named = {
    model: modelLabel(model.name),
    model_id: `${model.providerId}/${model.modelId}`,
    provider: providerName(model.providerId),
    at: at.toISOString(),
    covered_from: first,
    notes: model.notes,
  };
  if (at > now) return { ...named, ...UNCOVERED, gap: "in_future" as const };
  const inForce = inForceAt(rows, model.providerId, model.modelIds, at);
  const [input, output] = [tokenPrice(inForce, "input"), tokenPrice(inForce, "output")];
  if (!input || !output) return { ...named, ...UNCOVERED, gap: gapAt(rows, first, at) };
  return { ...named, ...coveredOf(inForce, input, output) };
});
