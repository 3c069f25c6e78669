export interface SingleScore {
  benchmarkKey: string;
  benchmark: string;
  name: string;
  makerId: string;
  score: number;
}

export interface ModelScores {
  benchmarkKey: string;
  name: string;
  makerId: string;
  scores: Record<string, number>;
}

export function scoresByModel(scores: readonly SingleScore[]): ModelScores[] {
  const models = new Map<string, ModelScores>();
  for (const { benchmarkKey, benchmark, name, makerId, score } of scores) {
    const model = models.get(benchmarkKey) ?? { benchmarkKey, name, makerId, scores: {} };
    model.scores[benchmark] = score;
    models.set(benchmarkKey, model);
  }
  return [...models.values()];
}
