import { z } from "zod";
import { sellerParam } from "@/lib/catalogs/models";
import { utcDay } from "@/lib/domain/basics/date-range";
import { defineEndpoint, free } from "@/lib/http/endpoint";
import { archivedModels, readArchive } from "@/lib/loaders/history/archive";
import { ARCHIVE_REASONS, ArchivedModel, SourceGap } from "@/lib/schemas/history/archived-model";
import { INCLUDE_HOSTS } from "@/lib/schemas/history/snapshot-table";
import { integerParam, UNKNOWN_NAME } from "@/lib/schemas/params";

const NOTES = [
  "A source that failed, or that lost a whole seller, says nothing of a model: such listings stand in `source_gaps`, and are not counted as gone.",
  "First and last days are those of daily captures. A listing whose id was changed goes on under its new id, and is not archived.",
];

export const archive = defineEndpoint({
  method: "GET",
  path: "/api/models/archive",
  tag: "Models",
  summary: "Archive of models that are no longer sold: last price, first and last day on which they were seen, and what to use instead",
  description:
    "Those that went last come first. By default makers' own listings; `include=hosts` adds the others, `provider` finds any. A listing is archived once its host has retired it, its seller's own list lacks it, or the price list that had it was read without it. As feeds at /api/feeds/models/archive.xml and /api/feeds/models/archive.json.",
  access: free(),
  reads: ["history", "models", "retirements"],
  maxAgeSeconds: 3600,
  query: z.object({
    provider: sellerParam(),
    include: INCLUDE_HOSTS.describe("`hosts` adds listings at hosts, clouds and aggregators"),
    why: z.enum(ARCHIVE_REASONS).optional().describe("Only those that went for this reason"),
    limit: integerParam(1, 500).default(50).describe("Number of listings"),
  }),
  response: z.strictObject({
    today: z.iso.date().describe("UTC day by which ends are counted"),
    total: z.int().describe("Listings that fit, also those beyond `limit`"),
    count: z.int(),
    archive: z.array(ArchivedModel),
    source_gaps: z.array(SourceGap).describe("The newest first; of `provider` where one is named"),
    notes: z.array(z.string()),
  }),
  csv: ({ archive: rows }) => ({
    columns: [
      "model",
      "model_id",
      "also",
      "provider",
      "maker",
      "why",
      "gone_since",
      "first_seen",
      "last_seen",
      "last_input",
      "last_output",
      "successor",
      "still_sold_at",
    ],
    rows: rows.map((row) => [
      row.model,
      row.model_id,
      row.also.join(" "),
      row.provider,
      row.maker,
      row.why,
      row.gone_since,
      row.first_seen,
      row.last_seen,
      row.last_price?.input ?? null,
      row.last_price?.output ?? null,
      row.successor?.models.join(" ") ?? null,
      row.still_sold_at.join(" "),
    ]),
  }),
  errors: UNKNOWN_NAME,
  example: { query: { limit: "10" } },
}).handle(async ({ query: { provider, include, why, limit }, db, now }) => {
  const today = utcDay(now);
  const { models, gaps } = await readArchive(db, today);
  const fitting = archivedModels(models, { provider, why, hasHosts: include !== undefined });
  const shown = fitting.slice(0, limit).map(({ entry }) => entry);
  return {
    today,
    total: fitting.length,
    count: shown.length,
    archive: shown,
    source_gaps: gaps.filter((gap) => provider === undefined || gap.provider === provider),
    notes: NOTES,
  };
});
