import { describe, expect, test } from "vitest";
import { bundledScores } from "@/lib/catalogs/benchmarks";
import { scoreReview } from "@/lib/catalogs/score-review";
import { groupBy } from "@/lib/domain/basics/group-by";
import { BENCHMARK_IDS } from "@/lib/domain/models/scores/benchmark-ids";
import { mergeScores } from "@/lib/domain/models/scores/merge-scores";

const { observations } = bundledScores;
const merged = mergeScores(observations, { listingOf: () => null, isOnlySnapshot: () => true });
const modelOf = (key: string) => merged.models.find((model) => model.key === key);

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY = /\b20(\d{2})-?(\d{2})-?\d{2}\b/g;
const MONTH = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'? ?'?(\d{2})\b/g;

/** A day or a month in a configuration names a release, here by year and month. */
const releasesIn = (config: string | null): string[] => [
  ...[...(config ?? "").matchAll(DAY)].map(([, year = "", month = ""]) => `${year}-${month}`),
  ...[...(config ?? "").matchAll(MONTH)].map(([, month = "", year]) => `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, "0")}`),
];

describe("the bundled scores", () => {
  test("have one release for each model, since a release has its own scores only", () => {
    const mixed = [...groupBy(observations, ({ knownKey }) => knownKey)].flatMap(([key, own]) => {
      const releases = new Set(own.flatMap(({ config }) => releasesIn(config)));
      return releases.size > 1 ? [[key, [...releases]]] : [];
    });
    expect(mixed).toEqual([]);
  });

  test("stand there once: no source gives a model the same value twice for one task set", () => {
    const keyOf = ({ knownKey, source, variant, kind, config, value }: (typeof observations)[number]) =>
      [knownKey, source, variant, kind, config, value].join("\n");
    const repeated = [...groupBy(observations, keyOf)].filter(([, own]) => own.length > 1).map(([key]) => key);
    expect(repeated).toEqual([]);
  });

  test("of Epoch AI agree where two of its tables have the same run", () => {
    const runs = observations.filter(({ source, benchmarkId }) => source.startsWith("epoch") && benchmarkId !== "eci");
    const best = groupBy(runs, ({ knownKey, variant, source }) => [knownKey, variant, source.startsWith("epoch")].join("\n"));
    const apart = [...best].flatMap(([key, own]) => {
      const bySource = [...groupBy(own, ({ source }) => source).values()].map((same) => Math.max(...same.map(({ value }) => value)));
      return bySource.length > 1 && Math.max(...bySource) - Math.min(...bySource) > 7 ? [key] : [];
    });
    expect(apart).toEqual([]);
  });

  test("lack what the review removed", () => {
    const left = scoreReview.removed.filter(({ maker, model, benchmark, value, source }) =>
      observations.some(
        (score) =>
          score.knownKey === `${maker}/${model}` && score.benchmarkId === benchmark && score.value === value && score.source === source,
      ),
    );
    expect(left).toEqual([]);
  });

  test.each(BENCHMARK_IDS)("of %s have a reason to stay for each of the five highest and five lowest", (id) => {
    const byModel = [
      ...groupBy(
        observations.filter(({ benchmarkId }) => benchmarkId === id),
        ({ knownKey }) => knownKey ?? "",
      ),
    ];
    const endOf = (pick: (values: readonly number[]) => number, sign: number) =>
      byModel
        .map(([model, own]) => ({ model, value: pick(own.map(({ value }) => value)) }))
        .toSorted((a, b) => sign * (a.value - b.value))
        .slice(0, 5);
    const ends = [...endOf((values) => Math.max(...values), -1), ...endOf((values) => Math.min(...values), 1)];
    const reasons = new Set(scoreReview.kept.filter(({ benchmark }) => benchmark === id).map(({ model }) => model));
    expect(ends.filter(({ model }) => !reasons.has(model))).toEqual([]);
  });
});

describe("scores that nobody verified", () => {
  test("never stand before a measured one of the same benchmark", () => {
    const before = merged.models.flatMap(({ key, scores }) =>
      Object.entries(scores).flatMap(([id, { kind, others }]) =>
        kind === "unverified" && others.some((other) => other.kind !== "unverified") ? [`${key} ${id}`] : [],
      ),
    );
    expect(before).toEqual([]);
    expect(modelOf("openai/gpt-6-astra")?.scores.gpqa_diamond).toMatchObject({ kind: "independent", source: "epoch-2026-10" });
  });

  test("are no measurement of ability", () => {
    const opus = merged.measurements.filter(({ model, benchmarkId }) => model === "anthropic/claude-opus-5" && benchmarkId === "swe_bench");
    expect(opus).toEqual([]);
  });
});

describe("a figure that a source gave to the wrong model", () => {
  test.each([
    ["alibaba/qwen3-235b-a22b", "gpqa_diamond", 47.47],
    ["google/gemma-2-9b", "human_eval", 40.2],
    ["google/gemma-2-27b", "human_eval", 51.8],
    ["mistral/devstral", "swe_bench", 53.8],
  ])("is not shown for %s: %s of %d", (key, benchmark, value) => {
    const own = observations.filter(({ knownKey, benchmarkId }) => knownKey === key && benchmarkId === benchmark);
    expect(own.map((score) => score.value)).not.toContain(value);
  });
});
