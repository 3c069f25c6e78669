import { compareText } from "../basics/text";

export interface ComparedModel {
  /** `provider/id`: a model requested under two names is ranked once. */
  key: string;
  id: string;
  name: string;
  /** USD per 1M tokens; null where not published. */
  blended: number | null;
  contextWindow: number | null;
  /** By benchmark id; unmeasured benchmarks are absent. */
  scores: Readonly<Record<string, number>>;
}

interface ModelRef {
  id: string;
  name: string;
}

export interface ModelComparison {
  benchmarkKeys: string[];
  rankings: {
    cheapest_blended: (ModelRef & { blended: number })[];
    most_context: (ModelRef & { context_window: number })[];
    by_benchmark: Record<string, (ModelRef & { score: number })[]>;
  };
}

type Direction = "ascending" | "descending";

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

const refOf = ({ id, name }: ComparedModel): ModelRef => ({ id, name });

export function compareModels(requested: readonly ComparedModel[]): ModelComparison {
  const models = [...new Map(requested.map((model) => [model.key, model])).values()];
  const benchmarkKeys = [...new Set(models.flatMap(({ scores }) => Object.keys(scores)))].toSorted(compareText);
  return {
    benchmarkKeys,
    rankings: {
      cheapest_blended: rankedBy(models, "ascending", ({ blended }) => blended).map(({ model, value }) => ({
        ...refOf(model),
        blended: value,
      })),
      most_context: rankedBy(models, "descending", ({ contextWindow }) => contextWindow).map(({ model, value }) => ({
        ...refOf(model),
        context_window: value,
      })),
      by_benchmark: Object.fromEntries(
        benchmarkKeys.map((key) => [
          key,
          rankedBy(models, "descending", ({ scores }) => scores[key]).map(({ model, value }) => ({ ...refOf(model), score: value })),
        ]),
      ),
    },
  };
}
