/** The benchmarks that answers show. */
export const BENCHMARK_IDS = ["swe_bench", "mmlu_pro", "human_eval", "gpqa_diamond", "math"] as const;

export type BenchmarkId = (typeof BENCHMARK_IDS)[number];

export const isShown = (id: string): id is BenchmarkId => (BENCHMARK_IDS as readonly string[]).includes(id);
