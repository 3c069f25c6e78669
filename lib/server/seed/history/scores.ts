import { inTransaction, type Db } from "@/db/client";
import { listScoredModels } from "@/db/queries/models/scores/benchmarks";
import { beginScoreSpans, type ScoreSpan } from "@/db/queries/models/scores/score-history";
import { batchesOf } from "@/db/queries/upsert-rows";
import { attachStoredScores } from "@/lib/ingest/models/scores/attach-stored-scores";
import { scoreSpansOf } from "@/jobs/capture-snapshots/capture-scores";
import { storeScores } from "@/lib/ingest/models/scores/store-scores";
import { bundledScores } from "@/lib/catalogs/benchmarks";
import type { ScoredModel } from "@/lib/domain/models/scores/merge-scores";
import { seededRandom } from "../rng";
import { SEEDED_ROWS } from "./captured-days";
import { spansOfLife } from "./spans";

const PACE_DAYS = 120;
const MAX_SCORE = 99.9;

interface OneScore {
  model: ScoredModel;
  value: number;
}

export async function plantScores(db: Db, at: Date): Promise<void> {
  await storeScores(db, new Map([["bundled", bundledScores.observations]]), at);
  await attachStoredScores(db, at);
}

function spanOf({ model, value }: OneScore, benchmark: string, firstDate: string): ScoreSpan[] {
  const report = model.scores[benchmark];
  return report ? scoreSpansOf({ ...model, scores: { [benchmark]: { ...report, value } } }, firstDate) : [];
}

/** Plants the score history: a third of the models from the first day on, the others from a later one. */
export async function plantScoreHistory(db: Db, days: readonly string[]): Promise<ScoreSpan[]> {
  const random = seededRandom(32);
  const models = await listScoredModels(db);
  const last = days.length - 1;
  const spans = models.flatMap((model) => {
    const first = random() < 0.33 ? 0 : Math.floor(random() * last);
    return Object.entries(model.scores).flatMap(([benchmark, { value }]) => {
      const before = (score: OneScore): OneScore => ({
        model,
        value: score.value >= 1 ? Number((score.value - 0.1 - random() * 0.8).toFixed(2)) : Math.min(MAX_SCORE, score.value + 0.5),
      });
      return spansOfLife(days, { value: { model, value }, first, last, endsOn: null, pace: PACE_DAYS, before }, random).flatMap((span) =>
        spanOf(span.value, benchmark, span.firstDate).map((scoreSpan) => ({ ...scoreSpan, lastDate: span.lastDate })),
      );
    });
  });
  for (const batch of batchesOf(spans, SEEDED_ROWS)) await inTransaction(db, (tx) => beginScoreSpans(tx, batch));
  return spans;
}
