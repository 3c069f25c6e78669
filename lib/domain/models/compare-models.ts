import { compareText } from "../basics/text";

export interface ComparedModel {
  /** `provider/id`: what was asked for twice under two names is ranked once. */
  key: string;
  id: string;
  name: string;
  /** USD per 1M tokens; null where nobody publishes a price. */
  blended: number | null;
  contextWindow: number | null;
  /** By benchmark id; what was not measured is absent. */
  scores: Readonly<Record<string, number>>;
}

interface Named {
  id: string;
  name: string;
}

export interface ModelComparison {
  /** Benchmarks that any of the models has a score for, sorted. */
  benchmarkKeys: string[];
  cheapestBlended: (Named & { blended: number })[];
  mostContext: (Named & { contextWindow: number })[];
  byBenchmark: Record<string, (Named & { score: number })[]>;
}

type Direction = "ascending" | "descending";

/** Models with a value, the best first, equal ones by name; those without are left out. */
function rankedBy(
  models: readonly ComparedModel[],
  direction: Direction,
  valueOf: (model: ComparedModel) => number | null | undefined,
): { model: ComparedModel; value: number }[] {
  const sign = direction === "ascending" ? 1 : -1;
  return models
    .flatMap((model) => {
      const value = valueOf(model) ?? null;
      return value === null ? [] : [{ model, value }];
    })
    .toSorted((a, b) => sign * (a.value - b.value) || compareText(a.model.name, b.model.name) || compareText(a.model.key, b.model.key));
}

const named = ({ id, name }: ComparedModel): Named => ({ id, name });

/** What several models have in common to be measured by, and who leads in it. */
export function compareModels(given: readonly ComparedModel[]): ModelComparison {
  const models = [...new Map(given.map((model) => [model.key, model])).values()];
  const benchmarkKeys = [...new Set(models.flatMap(({ scores }) => Object.keys(scores)))].toSorted(compareText);
  return {
    benchmarkKeys,
    cheapestBlended: rankedBy(models, "ascending", ({ blended }) => blended).map(({ model, value }) => ({
      ...named(model),
      blended: value,
    })),
    mostContext: rankedBy(models, "descending", ({ contextWindow }) => contextWindow).map(({ model, value }) => ({
      ...named(model),
      contextWindow: value,
    })),
    byBenchmark: Object.fromEntries(
      benchmarkKeys.map((key) => [
        key,
        rankedBy(models, "descending", ({ scores }) => scores[key]).map(({ model, value }) => ({ ...named(model), score: value })),
      ]),
    ),
  };
}
