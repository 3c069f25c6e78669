import { commonVariant, rankedScore } from "@/lib/domain/models/scores/common-variant";
import { rankScores } from "@/lib/domain/models/scores/saturation";
import { scoredListings, type ScoredListing } from "@/lib/domain/models/scores/scored-listings";
import type { benchmarks } from "@/lib/endpoints/benchmarks";
import type { models } from "@/lib/endpoints/models";
import type { AnswerOf } from "@/lib/pages/answer";

type Answer = AnswerOf<typeof benchmarks>;
type Model = Answer["models"][number];
export type BenchmarkId = keyof Model["scores"];

export interface ScoreRow {
  model: Model;
  score: number;
  detail: NonNullable<Model["details"][BenchmarkId]>;
  /** Null for a retired model, a score that nobody could verify, and one on another task set than most. */
  rank: number | null;
  listing: ScoredListing<{ id: string }> | undefined;
}

export interface ScoreBoard {
  /** The task set that most were measured on. */
  common: string | undefined;
  /** The best first; those without a rank stand last. */
  rows: ScoreRow[];
}

/** Models by their score in one benchmark. Without a list of models there are no links to them. */
export function scoreBoard(answer: Answer, id: BenchmarkId, catalog: AnswerOf<typeof models> | null): ScoreBoard {
  const common = commonVariant(answer.models, id);
  const listingOf = scoredListings(catalog?.providers ?? []);
  const scored = rankScores(answer.models, (model) => rankedScore(model, id, common)).flatMap(({ row: model, rank }) => {
    const [score, detail] = [model.scores[id], model.details[id]];
    return score === undefined || !detail ? [] : [{ model, score, detail, rank, listing: listingOf(model) }];
  });
  return {
    common,
    rows: scored.toSorted(
      (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || b.score - a.score || a.model.model.localeCompare(b.model.model, "en"),
    ),
  };
}

/** How the endpoints of a model's history call it. */
export const historyName = ({ id, model }: Pick<Model, "id" | "model">): string => id ?? model;
