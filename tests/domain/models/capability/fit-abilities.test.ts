import { describe, expect, test } from "vitest";
import type { Measurement, Setting } from "@/lib/domain/models/capability/ability-fit";
import { capabilitiesOf, scaleOf } from "@/lib/domain/models/capability/capabilities";
import { estimateScore } from "@/lib/domain/models/capability/estimate-score";
import { fitAbilities } from "@/lib/domain/models/capability/fit-abilities";
import { leaveOut, type Target } from "@/lib/domain/models/capability/leave-out";
import { seededRandom } from "@/lib/server/seed/rng";

const SETTINGS: Setting[] = Array.from({ length: 8 }, (_, index) => ({
  id: `test ${index}`,
  benchmark: index === 0 ? "swe_bench" : index === 1 ? "math" : `b${index}`,
  skill: index === 0 ? "code" : index === 1 ? "maths" : null,
  floor: index === 2 ? 0.2 : 0,
  isIndex: false,
}));
const ANCHORS = ["anthropic/claude-3-5-sonnet-20240620", "openai/gpt-5"] as const;

const shareOf = (ability: number, index: number): number => {
  const floor = SETTINGS[index]?.floor ?? 0;
  return floor + (0.95 - floor) / (1 + Math.exp(-3 * (ability - (index - 4) * 0.3)));
};

/** Invented models of known ability: the first two fix the scale. Each was measured in about half of the settings. */
function planted(count: number, noise: number) {
  const random = seededRandom(7);
  const abilities = Array.from({ length: count }, (_, index) => (index === 0 ? -0.5 : index === 1 ? 0.9 : random() * 3 - 1.5));
  const nameOf = (index: number): string => ANCHORS[index] ?? `acme/model-${index}`;
  const measurements = abilities.flatMap((ability, model) =>
    SETTINGS.flatMap(({ id }, index): Measurement[] => {
      const isMeasured = model < 2 || random() < 0.6;
      const value = shareOf(ability, index) + noise * (random() + random() + random() - 1.5) * 2;
      return isMeasured ? [{ model: nameOf(model), setting: id, value: Math.min(1, Math.max(0, value)) }] : [];
    }),
  );
  return { abilities: new Map(abilities.map((ability, index) => [nameOf(index), ability])), measurements };
}

const benchmarkOf = new Map(SETTINGS.map(({ id, benchmark }) => [id, benchmark]));
const targetsIn = (measurements: readonly Measurement[]): Target[] =>
  measurements.map((one) => ({ ...one, benchmark: benchmarkOf.get(one.setting) ?? "" }));

describe("fitting abilities to scores", () => {
  const { abilities, measurements } = planted(120, 0.03);

  test("finds the order of planted abilities", () => {
    const { models } = fitAbilities(measurements, SETTINGS);
    const known = [...models].filter(([, { count }]) => count >= 3);
    const wrong = known.flatMap(([left, a]) =>
      known.filter(([right, b]) => (abilities.get(left) ?? 0) > (abilities.get(right) ?? 0) + 0.3 && a.ability < b.ability),
    );
    expect(known.length).toBeGreaterThan(100);
    expect(wrong).toHaveLength(0);
  });

  test("estimates scores that were left out within a few points", () => {
    const residuals = leaveOut(measurements, SETTINGS, targetsIn(measurements));
    const error = residuals.reduce((sum, { value, estimate }) => sum + Math.abs(value - estimate), 0) / residuals.length;
    expect(error).toBeLessThan(0.05);
  });

  test("is hardly moved by one score that is far off", () => {
    const of = (scores: readonly Measurement[]) => fitAbilities(scores, SETTINGS).models.get("openai/gpt-5")?.ability ?? Number.NaN;
    const wrong = measurements.map((one) => (one.model === "openai/gpt-5" && one.setting === "test 3" ? { ...one, value: 0.1 } : one));
    expect(Math.abs(of(wrong) - of(measurements))).toBeLessThan(0.15);
  });

  test("knows a model of one score less well than one of eight", () => {
    const few = measurements.filter(({ model, setting }) => model !== "openai/gpt-5" || setting === "test 3");
    const spreadIn = (scores: readonly Measurement[]) => fitAbilities(scores, SETTINGS).models.get("openai/gpt-5")?.covariance.xx ?? 0;
    expect(spreadIn(few)).toBeGreaterThan(2 * spreadIn(measurements));
  });

  test("gives the same abilities in any order of the scores", () => {
    const [one, other] = [measurements, measurements.toReversed()].map((scores) => fitAbilities(scores, SETTINGS).models);
    for (const [model, { ability }] of one ?? []) expect(other?.get(model)?.ability).toBeCloseTo(ability, 3);
  });

  test("stays finite where a setting knows 0 and 100 only", () => {
    const extreme = measurements.map((one) => (one.setting === "test 0" ? { ...one, value: one.value > 0.5 ? 1 : 0 } : one));
    const { models, settings } = fitAbilities(extreme, SETTINGS);
    const values = [...models.values()].map(({ ability }) => ability).concat([...settings.values()].map(({ noise }) => noise));
    expect(values.every(Number.isFinite)).toBe(true);
  });
});

describe("abilities as answers give them", () => {
  const { measurements } = planted(120, 0.03);
  const capabilities = capabilitiesOf({ measurements, settings: SETTINGS }, targetsIn(measurements));
  const of = (model: string) => capabilities.find((one) => one.model === model);

  test("stand on the scale of the two models that fix it", () => {
    expect([of(ANCHORS[0])?.ability, of(ANCHORS[1])?.ability]).toEqual([130, 150]);
  });

  test("have an interval around them, and estimates from 0 to 100", () => {
    for (const { ability, low, high, estimates } of capabilities) {
      expect(low).toBeLessThan(ability);
      expect(high).toBeGreaterThan(ability);
      for (const { score, low: least, high: most } of Object.values(estimates)) {
        expect([0 <= least, least <= score, score <= most, most <= 100]).toEqual([true, true, true, true]);
      }
    }
  });

  test("have no rank under three scores", () => {
    for (const { scores, unranked } of capabilities) if (scores < 3) expect(unranked).toBe("few_scores");
    expect(capabilities.some(({ unranked }) => unranked === null)).toBe(true);
  });

  test("are not given at all where the two were not measured", () => {
    const without = measurements.filter(({ model }) => model !== "openai/gpt-5");
    expect(scaleOf(fitAbilities(without, SETTINGS))).toBeNull();
    expect(capabilitiesOf({ measurements: without, settings: SETTINGS }, [])).toEqual([]);
  });

  test("hold nine in ten planted scores in their intervals", () => {
    const fit = fitAbilities(measurements, SETTINGS);
    const inside = capabilities.flatMap(({ model, estimates }) => {
      const score = measurements.find((one) => one.model === model && one.setting === "test 0");
      const interval = estimates.swe_bench;
      return score && interval ? [score.value * 100 >= interval.low - 0.1 && score.value * 100 <= interval.high + 0.1] : [];
    });
    expect(inside.filter(Boolean).length / inside.length).toBeGreaterThan(0.85);
    const [model, setting] = [fit.models.get("openai/gpt-5"), fit.settings.get("test 0")];
    if (!model || !setting) throw new Error("not fitted");
    expect(100 * estimateScore(model, setting).value).toBeCloseTo(of("openai/gpt-5")?.estimates.swe_bench?.score ?? 0, 0);
  });
});
