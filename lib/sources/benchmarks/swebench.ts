import { z } from "zod";
import type { ScoreObservation } from "@/lib/domain/merge-scores";
import { sanitizeLabel } from "@/lib/domain/sanitize";
import { SourceError } from "../source";
import { percentOrNull, type MakerNaming, type ScoreReading, type ScoreSource } from "./score-source";

const Row = z.object({
  name: z.string(),
  resolved: z.coerce.number(),
  date: z.string().optional().catch(undefined),
  tags: z.array(z.string()).catch([]),
});

const Board = z.object({ name: z.string(), results: z.array(z.unknown()) });
const Document = z.object({ leaderboards: z.array(z.unknown()) });

/** One small agent for all models: the only board whose scores compare models rather than agents. */
const MODEL_BOARD = "bash-only";

const tagOf = (tags: readonly string[], name: string): string | null => {
  const tag = tags.find((entry) => entry.toLowerCase().startsWith(`${name}:`));
  return tag ? sanitizeLabel(tag.slice(name.length + 1).trim()) || null : null;
};

function toScore(row: z.output<typeof Row>, naming: MakerNaming): ScoreObservation | null {
  const value = percentOrNull(row.resolved);
  const displayName = sanitizeLabel(row.name);
  if (value === null || displayName === "") return null;
  const model = tagOf(row.tags, "model") ?? displayName;
  return {
    source: "swebench",
    benchmarkId: "swe_bench",
    model,
    knownKey: null,
    displayName,
    makerId: naming.makerOf(tagOf(row.tags, "org"), model),
    released: null,
    value,
    kind: "independent",
    variant: "SWE-bench Verified, mini-SWE-agent bash-only",
    config: displayName,
    date: row.date && /^\d{4}-\d{2}-\d{2}$/.test(row.date) ? row.date : null,
    sourceUrl: "https://www.swebench.com/",
  };
}

function read(text: string, naming: MakerNaming): ScoreReading {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new SourceError("parse", "SWE-bench: not JSON", { cause: error });
  }
  const document = Document.safeParse(json);
  const boards = document.success ? document.data.leaderboards.flatMap((entry) => Board.safeParse(entry).data ?? []) : [];
  const board = boards.find((entry) => entry.name.toLowerCase() === MODEL_BOARD);
  if (!board) throw new SourceError("not_expected", `SWE-bench: no board "${MODEL_BOARD}"`);
  const rows = board.results.flatMap((entry) => Row.safeParse(entry).data ?? []);
  const scores = rows.flatMap((row) => toScore(row, naming) ?? []);
  if (scores.length === 0) throw new SourceError("not_expected", "SWE-bench: no score could be read");
  return { scores, skipped: board.results.length - scores.length };
}

export const swebench: ScoreSource = {
  name: "swebench",
  url: "https://raw.githubusercontent.com/SWE-bench/swe-bench.github.io/master/data/leaderboards.json",
  // Grows with every run: each row carries the details of 500 tasks.
  maxBytes: 32_000_000,
  read,
};
