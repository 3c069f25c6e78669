import { plural } from "@/lib/domain/pages/format";
import { z } from "zod";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { capability } from "@/lib/endpoints/capability";
import { benchmarkSeries } from "@/lib/endpoints/history/benchmarks/series";
import { premiumBenchmarkSeries } from "@/lib/endpoints/premium/history/benchmarks/series";
import { defineTool, of, own, typesOf, type Ask, type Found, type Row, type Values } from "../tool";
import { byMember } from "./find-models";

const isNamed = (text: string | undefined, names: readonly (string | null)[]): boolean =>
  text === undefined || names.some((name) => name?.toLowerCase().includes(text.toLowerCase()));

async function ranked({ model, provider }: Values, ask: Ask): Promise<Found> {
  const { models } = await ask.call(capability, { query: { maker: provider } });
  const rows = models.filter((one) => isNamed(model, [one.model, one.id]) && (model !== undefined || one.rank !== null));
  return {
    summary: `${plural(rows.length, "model")} by ability, which is fitted to all scores together; low and high bound it.`,
    rows,
    columns: ["rank", "model", "id", "provider", "ability", "low", "high", "code", "maths"],
  };
}

async function scored({ benchmark = "", model, provider }: Values, ask: Ask): Promise<Found> {
  const { models, benchmarks: kinds } = await ask.call(benchmarks);
  const rows: Row[] = models
    .filter((one) => isNamed(model, [one.model, one.id, ...one.ids]) && isNamed(provider, [one.provider, one.providerId]))
    .map((one) => {
      const key = benchmark as keyof typeof one.scores;
      return {
        ...one,
        score: one.scores[key] ?? null,
        kind: one.details[key]?.kind ?? null,
        measured_by: one.details[key]?.source ?? null,
      };
    })
    .filter(({ score }) => score !== null)
    .toSorted(byMember("score", -1));
  const kind = kinds.find(({ id }) => id === benchmark);
  return {
    summary: `${plural(rows.length, "model")} with a score in ${kind?.name ?? benchmark} (${kind?.unit ?? "points"} of ${kind?.maxScore ?? 100}), the best first.`,
    rows,
    columns: ["model", "id", "provider", "score", "kind", "measured_by", "released"],
  };
}

async function series({ benchmark, model, from, to }: Values, ask: Ask): Promise<Found> {
  const answer = await ask.call(premiumBenchmarkSeries, { query: { benchmark, model, from, to } });
  const rows = answer.points.filter((point, index) => index === 0 || point.score !== answer.points[index - 1]?.score);
  return {
    summary: `${answer.model} in ${answer.benchmark}, ${answer.range.from} to ${answer.range.to}: each row is the first day of a score.`,
    rows,
    columns: ["date", "score"],
    notes: answer.notes,
  };
}

export const benchmarksTool = defineTool({
  name: "benchmarks",
  title: "Benchmarks",
  description: "Ranking of models by ability over all benchmarks, or by one benchmark.",
  charges: [premiumBenchmarkSeries],
  takes: {
    benchmark: of(benchmarkSeries, "benchmark", "Only this", { isRequired: false, isChecked: true }),
    model: own(z.string().max(200).optional().describe("Part of a name")),
    provider: of(capability, "maker", "Maker"),
    from: of(premiumBenchmarkSeries, "from", "Past scores from day", { isPaid: true }),
    to: of(premiumBenchmarkSeries, "to", "To day", { isPaid: true }),
  },
  row: { score: "number", ...typesOf(capability, ["models"], ["rank", "model", "id", "provider", "ability"]) },
  async answer(values, ask) {
    if (values.from !== undefined || values.to !== undefined) return series(values, ask);
    return values.benchmark === undefined ? ranked(values, ask) : scored(values, ask);
  },
});
