import { parse } from "csv-parse/sync";
import { z } from "zod";
import { abilityIndex } from "@/lib/catalogs/score-sources";
import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { SourceError } from "@/lib/sources/http/source";
import type { MakerNaming, ScoreReading, ScoreSource } from "./score-source";

/** Far beyond the scale of 2026, on which the weakest has 53 and the ablest 162. */
const [LEAST, MOST] = [0, 400];

/** The cell of a missing value is empty, and no number. */
const Points = z.string().trim().min(1).transform(Number).pipe(z.number().min(LEAST).max(MOST));

const Row = z.object({
  Model: z.string().trim().min(1).max(200),
  eci: Points,
  eci_ci_low: Points.nullable().catch(null),
  eci_ci_high: Points.nullable().catch(null),
  date: z.iso.date().nullable().catch(null),
  Organization: z.string().nullable().catch(null),
  model_versions: z.string().catch(""),
});

/** A row of several releases is the index of none of them. */
const isOfSeveral = (versions: string): boolean => /[,;|]/.test(versions);

function toScore(cells: unknown, naming: MakerNaming): ScoreObservation[] {
  const row = Row.safeParse(cells).data;
  if (!row || isOfSeveral(row.model_versions)) return [];
  const model = sanitizeLabel(row.Model);
  if (model === "") return [];
  const { eci_ci_low: low, eci_ci_high: high } = row;
  return [
    {
      source: "epoch-index",
      benchmarkId: abilityIndex.id,
      model,
      knownKey: null,
      displayName: model,
      makerId: naming.makerOf(row.Organization, model),
      released: row.date,
      value: row.eci,
      ...(low === null || high === null || low > row.eci || high < row.eci ? {} : { interval: { low, high } }),
      kind: "independent",
      variant: abilityIndex.name,
      config: null,
      date: null,
      sourceUrl: abilityIndex.url,
    },
  ];
}

function rowsOf(text: string): unknown[] {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true });
  } catch (error) {
    throw new SourceError("parse", "Epoch AI's index: not a CSV table", { cause: error });
  }
}

function read(text: string, naming: MakerNaming): ScoreReading {
  const rows = rowsOf(text);
  const scores = rows.flatMap((row) => toScore(row, naming));
  if (scores.length === 0) throw new SourceError("not_expected", "Epoch AI's index: no row with a model and its index");
  return { scores, skipped: rows.length - scores.length };
}

/** Table with a row per model, CC BY 4.0. The tables of its inputs beside it have other licences and are never read. */
export const epochIndex: ScoreSource = { name: "epoch-index", url: "https://epoch.ai/data/eci_scores.csv", maxBytes: 2_000_000, read };
