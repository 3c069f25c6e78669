import { z } from "zod";
import type { ScoreObservation } from "@/lib/domain/models/scores/score-observation";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import { SourceError } from "@/lib/sources/http/source";
import { parseJsonText } from "@/lib/sources/parse-json";
import { percentOrNull, type MakerNaming, type ScoreReading, type ScoreSource } from "./score-source";

const text = z.string().nullish().catch(null);

const Row = z.object({
  name: z.string(),
  resolved: z.coerce.number(),
  date: text,
  tags: z.array(z.string()).catch([]),
  agent: text,
  model_display: text,
  model_org: text,
  model_release_date: z.coerce.string().nullish().catch(null),
  reasoning_effort: text,
  "mini-swe-agent_version": text,
});

type Row = z.output<typeof Row>;

const Board = z.object({ name: z.string(), results: z.array(z.unknown()) });
const Document = z.object({ leaderboards: z.array(z.unknown()) });

// Only runs of mini-SWE-agent compare models instead of agents. They had a leaderboard of their own until 2026.
const OWN_BOARD = "bash-only";
const SHARED_BOARD = "verified";
const AGENT = "mini-swe-agent";

const isAgentRun = (board: string, row: Row): boolean =>
  board === OWN_BOARD || (board === SHARED_BOARD && (row.agent?.toLowerCase() === AGENT || Boolean(row["mini-swe-agent_version"])));

const tagOf = (tags: readonly string[], name: string): string | null => {
  const tag = tags.find((entry) => entry.toLowerCase().startsWith(`${name}:`));
  return tag ? sanitizeLabel(tag.slice(name.length + 1).trim()) || null : null;
};

const dayOf = (value: string | null | undefined): string | null => {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(value ?? "");
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null;
};

const HARNESS = "mini-SWE-agent";

/** Versions of the harness differ by ten points for the same model. What follows the second number mends errors only. */
function variantOf(version: string): string {
  const release = /^\d+\.\d+/.exec(version)?.[0];
  return `SWE-bench Verified, ${HARNESS}${release === undefined ? "" : ` ${release}`} bash-only`;
}

function toScore(row: Row, naming: MakerNaming): ScoreObservation | null {
  const value = percentOrNull(row.resolved);
  const displayName = sanitizeLabel(row.model_display || row.name);
  if (value === null || displayName === "") return null;
  const model = tagOf(row.tags, "model") ?? displayName;
  const version = sanitizeLabel(row["mini-swe-agent_version"] ?? "");
  const config = [sanitizeLabel(row.reasoning_effort ?? ""), version && `${HARNESS} ${version}`].filter((part) => part !== "").join(", ");
  return {
    source: "swebench",
    benchmarkId: "swe_bench",
    model,
    knownKey: null,
    displayName,
    makerId: naming.makerOf(row.model_org ?? tagOf(row.tags, "org"), model),
    released: dayOf(row.model_release_date),
    value,
    kind: "independent",
    variant: variantOf(version),
    config: config || null,
    date: dayOf(row.date),
    sourceUrl: "https://www.swebench.com/",
  };
}

function read(text: string, naming: MakerNaming): ScoreReading {
  const boards = parseJsonText(text, Document).leaderboards.flatMap((entry) => Board.safeParse(entry).data ?? []);
  if (boards.length === 0) throw new SourceError("not_expected", "SWE-bench: no leaderboards");
  const rows = boards.flatMap((board) =>
    board.results.flatMap((entry) => Row.safeParse(entry).data ?? []).filter((row) => isAgentRun(board.name.toLowerCase(), row)),
  );
  const scores = rows.flatMap((row) => toScore(row, naming) ?? []);
  if (scores.length === 0) throw new SourceError("not_expected", "SWE-bench: no run of mini-SWE-agent");
  return { scores, skipped: boards.reduce((sum, board) => sum + board.results.length, 0) - scores.length };
}

export const swebench: ScoreSource = {
  name: "swebench",
  url: "https://raw.githubusercontent.com/SWE-bench/swe-bench.github.io/master/data/leaderboards.json",
  // The file grows with every run: each row has the details of 500 tasks.
  maxBytes: 32_000_000,
  read,
};
