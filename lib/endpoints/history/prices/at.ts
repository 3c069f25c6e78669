import { z } from "zod";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { providerParam } from "@/lib/catalogs/name-params";
import { leastSure, type BookRow } from "@/lib/domain/history/price-book/book-row";
import { MINUTE_MS } from "@/lib/domain/basics/time";
import { priceAt } from "@/lib/domain/history/price-book/price-at";
import { tokenSpans } from "@/lib/domain/history/price-book/token-spans";
import { modelLabel } from "@/lib/domain/models/model-label";
import { nameAtHost } from "@/lib/domain/models/model-name";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { listingBooks } from "@/lib/loaders/history/listing-book";
import { closestModels, unknownModelNote } from "@/lib/loaders/models/closest-models";
import { findModel } from "@/lib/loaders/models/find-model";
import { BookPriceRow } from "@/lib/schemas/history/price-book";
import { AMBIGUOUS_MODEL, pricedModelParam } from "@/lib/schemas/history/series";
import { momentParam, UNKNOWN_NAME } from "@/lib/schemas/params";

const GAPS = ["unknown_model", "in_future", "never_read", "before_first_price", "not_known_then"] as const;
type Gap = (typeof GAPS)[number];

const Usd = z.number().nonnegative().nullable();

const TokenSpan = z
  .strictObject({
    ...BookPriceRow.pick({ effective_from: true, effective_to: true, confidence: true, source: true, source_url: true }).shape,
    input: Usd.describe("USD per 1M tokens"),
    output: Usd.describe("USD per 1M tokens"),
  })
  .meta({ id: "TokenSpan" });

/** Enough for a change a week over a year; the price book has all. */
const MOST_SPANS = 50;

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
  course: z
    .array(TokenSpan)
    .max(MOST_SPANS)
    .describe(`Prices of its tokens up to that moment, without conditions: a row for each change, the newest first, at most ${MOST_SPANS}`),
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

/** What the rows of one id say of a moment at which it had both prices. The less certain price speaks. */
function coveredOf(inForce: BookRow[]) {
  const [input, output] = [tokenPrice(inForce, "input"), tokenPrice(inForce, "output")];
  if (!input || !output) return [];
  const shown = leastSure([input, output]) ?? input;
  const { confidence, effective_from, effective_to, last_validated_at, source, source_url } = shown;
  const days = { confidence, effective_from, effective_to, last_validated_at, source, source_url };
  return [{ covered: true, gap: null, input: input.price_usd, output: output.price_usd, ...days, prices: inForce }];
}

function gapAt(first: string | null, at: Date): Gap {
  if (first === null) return "never_read";
  return at.toISOString() < first ? "before_first_price" : "not_known_then";
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
    at: momentParam().optional().describe("A moment in ISO 8601, or a day, which means its first moment in UTC; default this minute"),
  }),
  isPrepared: false,
  response: Answer,
  errors: { ...AMBIGUOUS_MODEL, ...UNKNOWN_NAME },
  example: { query: { model: "gpt-5.6-sol", at: "2026-08-20T12:00:00Z" } },
}).handle(async ({ query, db, now }) => {
  const at = query.at === undefined ? new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS) : new Date(query.at);
  const name = nameAtHost(query.model, query.provider);
  const found = await findModel(db, name);
  const model = found && (!query.provider || found.providerId === query.provider) ? found : null;
  if (!model) {
    const notes = [unknownModelNote(name, await closestModels(db, name))];
    const nobody = { model: query.model, model_id: null, provider: null, course: [], covered_from: null };
    return { ...nobody, at: at.toISOString(), ...UNCOVERED, gap: "unknown_model" as const, notes };
  }
  const books = await listingBooks(db, model);
  const beginnings = books.flat().map(({ effective_from }) => effective_from);
  const first = beginnings.toSorted()[0] ?? null;
  const course = tokenSpans(books.flat()).filter(({ effective_from: from }) => from <= at.toISOString());
  const named = {
    model: modelLabel(model.name),
    model_id: `${model.providerId}/${model.modelId}`,
    provider: providerName(model.providerId),
    at: at.toISOString(),
    course: course.slice(0, MOST_SPANS),
    covered_from: first,
    notes: model.notes,
  };
  if (at > now) return { ...named, ...UNCOVERED, gap: "in_future" as const };
  const priced = books.flatMap((rows) => coveredOf(priceAt(rows, at)))[0];
  return { ...named, ...(priced ?? { ...UNCOVERED, gap: gapAt(first, at) }) };
});
