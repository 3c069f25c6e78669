import { parse } from "csv-parse/sync";
import { splitEffort } from "@/lib/domain/models/scores/merge-scores";
import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { SourceError } from "@/lib/sources/http/source";
import { percentOrNull, type MakerNaming, type ScoreReading, type ScoreSource } from "./score-source";

interface Task {
  benchmarkId: string;
  variant: string;
}

/** Epoch AI's own tasks, by lower-case name. Tables of other people's runs have other licences. */
const TASKS: Readonly<Record<string, Task>> = {
  "gpqa diamond": { benchmarkId: "gpqa_diamond", variant: "GPQA Diamond" },
  "math level 5": { benchmarkId: "math", variant: "MATH level 5" },
  "swe-bench verified": { benchmarkId: "swe_bench", variant: "SWE-bench Verified (Epoch scaffold, 484 tasks)" },
  "otis mock aime 2024-2025": { benchmarkId: "otis_mock_aime", variant: "OTIS Mock AIME 2024-2025" },
  "frontiermath-2025-02-28-private": { benchmarkId: "frontiermath", variant: "FrontierMath, private set of 2025-02" },
  "frontiermath-tiers-1-3-v2-private": { benchmarkId: "frontiermath", variant: "FrontierMath tiers 1-3, v2" },
  "frontiermath-tier-4-v2-private": { benchmarkId: "frontiermath", variant: "FrontierMath tier 4, v2" },
  "simpleqa verified": { benchmarkId: "simpleqa", variant: "SimpleQA Verified" },
  "chess puzzles": { benchmarkId: "chess_puzzles", variant: "Chess puzzles" },
};

type Row = Readonly<Record<string, string>>;

/** First non-empty column. The run table and the tables of single benchmarks name their columns differently. */
function field(row: Row, ...names: readonly string[]): string | null {
  for (const name of names) if (row[name]?.trim()) return row[name].trim();
  return null;
}

function toScore(row: Row, naming: MakerNaming): ScoreObservation | null {
  const task = TASKS[(field(row, "task", "Task") ?? "").toLowerCase()];
  const status = field(row, "Status", "status");
  const version = field(row, "id_model_version", "model", "Model version", "Model");
  const share = Number(field(row, "mean_score", "best_score", "Best score (across scorers)") ?? Number.NaN);
  const value = share > 1 ? null : percentOrNull(share * 100);
  if (!task || !version || value === null || (status !== null && status !== "Success")) return null;
  const { model, effort } = splitEffort(sanitizeLabel(version));
  if (model === "") return null;
  const displayName = field(row, "Display name", "Unique display name", "Model");
  return {
    source: "epoch",
    ...task,
    model,
    knownKey: null,
    displayName: displayName
      ? splitEffort(sanitizeLabel(displayName).replace(/\s*\((?:none|minimal|low|medium|high|xhigh|max|\d+k)[^)]*\)$/i, "")).model || null
      : null,
    makerId: naming.makerOf(field(row, "Organization"), model),
    released: dayOf(field(row, "Release date", "Model release date")),
    value,
    kind: "independent",
    config: effort,
    date: dayOf(field(row, "started_at", "Started at")),
    sourceUrl: "https://epoch.ai/benchmarks",
  };
}

const dayOf = (moment: string | null): string | null => /^\d{4}-\d{2}-\d{2}/.exec(moment ?? "")?.[0] ?? null;

function rowsOf(text: string): Row[] {
  try {
    return parse(text, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true, relax_quotes: true }) as Row[];
  } catch (error) {
    throw new SourceError("parse", "Epoch AI: not a CSV table", { cause: error });
  }
}

function read(text: string, naming: MakerNaming): ScoreReading {
  const rows = rowsOf(text);
  const first = rows[0];
  if (!first || !("task" in first || "Task" in first)) throw new SourceError("not_expected", "Epoch AI: no table of runs with a task");
  const scores = rows.flatMap((row) => toScore(row, naming) ?? []);
  if (scores.length === 0) throw new SourceError("not_expected", "Epoch AI: no score of a known task");
  return { scores, skipped: rows.length - scores.length };
}

/** Table with a row per run. The archive /data/benchmark_data.zip has the same data by benchmark. */
export const epoch: ScoreSource = { name: "epoch", url: "https://epoch.ai/data/benchmarks.csv", maxBytes: 16_000_000, read };
