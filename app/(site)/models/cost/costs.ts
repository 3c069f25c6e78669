import {
  costOver,
  HORIZON_DAYS,
  inputPriceWithCache,
  projectCost,
  rankByMonth,
  type ProjectedCost,
} from "@/lib/domain/models/cost-projection";
import type { ValuesOf } from "@/lib/pages/define";
import type { costPage } from "@/lib/pages/cost";
import type { ListedModel } from "../chosen-models";

export type CostValues = ValuesOf<typeof costPage>;

export interface ModelCost {
  key: string;
  entry: ListedModel;
  name: string;
  providerId: string;
  cost: ProjectedCost;
  monthlyTotal: number;
  /** USD in the chosen span. */
  total: number;
  /** Prices per 1M tokens that the cost is calculated with; that of input holds its share from the cache. */
  rates: { input: number; output: number };
  /** A share from the cache was asked for and no price of it is published. */
  lacksCachePrice: boolean;
}

export interface Costs {
  /** The cheapest first; models that are given away are not among them. */
  ranked: ModelCost[];
  givenAway: ListedModel[];
  unpriced: ListedModel[];
}

function costOf(entry: ListedModel, values: CostValues): ModelCost | null {
  const { inputPrice, outputPrice, cachedInputPrice = null } = entry.model;
  if (inputPrice === null || outputPrice === null) return null;
  const input = inputPriceWithCache(inputPrice, cachedInputPrice, values.cached);
  const cost = projectCost({ inputTokensPerDay: values.in, outputTokensPerDay: values.out }, input, outputPrice);
  return {
    key: entry.key,
    entry,
    name: entry.name,
    providerId: entry.providerId,
    cost,
    monthlyTotal: cost.monthly_total,
    total: costOver(cost, values.horizon),
    rates: { input, output: outputPrice },
    lacksCachePrice: values.cached > 0 && cachedInputPrice === null,
  };
}

export function costsOf(listed: readonly ListedModel[], values: CostValues): Costs {
  const sold = listed.filter(({ model }) => model.freeListing !== true).map((entry) => ({ entry, cost: costOf(entry, values) }));
  return {
    ranked: rankByMonth(sold.flatMap(({ cost }) => cost ?? [])),
    givenAway: listed.filter(({ model }) => model.freeListing === true),
    unpriced: sold.filter(({ cost }) => cost === null).map(({ entry }) => entry),
  };
}

const grouped = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 8 });

/** The calculation of the cost, for readers who check it. */
export function formulaOf({ rates, total }: ModelCost, { in: input, out: output, horizon }: CostValues): string {
  const days = HORIZON_DAYS[horizon];
  const sum = `(${grouped(input)} × $${grouped(rates.input)} + ${grouped(output)} × $${grouped(rates.output)}) ÷ 1,000,000`;
  return `${sum} × ${days} ${days === 1 ? "day" : "days"} = $${grouped(total)}`;
}
