import { Argument } from "commander";
import { ROUTING_TASKS } from "@/lib/domain/models/routing/routing-blends";
import type { paths } from "../../api-types";
import { facts, table, type View } from "../output/table";
import { numberBetween, usd, type AddCommand } from "./command";

type Task = (typeof ROUTING_TASKS)[number];
type Query = NonNullable<paths["/api/preview/routing"]["get"]["parameters"]["query"]>;

interface Options {
  top?: number;
  budget?: number;
  minQuality?: number;
}

interface Ranked {
  rank: number;
  model: { id: string; provider: string };
  pricing: { input: number | null; output: number | null };
  status: string;
  composite_score: number;
  estimated: boolean;
}

const COLUMNS = [
  { head: "#", align: "right" },
  { head: "MODEL", isFlexible: true },
  { head: "SCORE", align: "right" },
  { head: "IN/1M", align: "right" },
  { head: "OUT/1M", align: "right" },
  { head: "STATUS" },
] as const;

function linesOfRanking(ranked: readonly Ranked[], notes: readonly string[], view: View): string[] {
  const rows = ranked.map(({ rank, model, composite_score: score, pricing, status, estimated }) => [
    rank,
    `${model.provider}/${model.id}`,
    `${score.toFixed(3)}${estimated ? "~" : ""}`,
    usd(pricing.input),
    usd(pricing.output),
    status,
  ]);
  const remarks = ranked.some(({ estimated }) => estimated) ? ["~ some of its scores are estimated", ...notes] : notes;
  return [...table(COLUMNS, rows, view), ...remarks.map((note) => view.paint("dim", note))];
}

export const addBest: AddCommand = (program, run) => {
  program
    .command("best")
    .description("name the best model for a task; with --top a ranking, which costs a credit")
    .addArgument(new Argument("[task]", "what it is for").choices(ROUTING_TASKS).default("general"))
    .option("--top <n>", "rank so many models; costs 1 credit", numberBetween(1, 10))
    .option("--budget <usd>", "highest mean of input and output price, USD per 1M tokens", numberBetween(0, 1e6, { isWhole: false }))
    .option("--min-quality <share>", "lowest quality, 0 to 1", numberBetween(0, 1, { isWhole: false }))
    .action(
      run<Options>(async (context, [task = "general"], { top, budget, minQuality }, name) => {
        const { terminal } = context;
        const query: Query = { task: task as Task, budget, min_quality: minQuality };
        if (top !== undefined) {
          const client = await context.withToken();
          const { data } = await client.GET("/api/premium/routing", { params: { query: { ...query, top_n: top } } });
          return terminal.answer(name, data, linesOfRanking(data.recommendations, data.notes, terminal.view));
        }
        const { data } = await context.open().GET("/api/preview/routing", { params: { query: { ...query, explain: true } } });
        const { recommendation, explanation, notes, estimated } = data;
        const pairs = [
          ["model", recommendation?.model_id ?? "none fits"],
          ["provider", recommendation?.provider],
          ["estimated", estimated ? "yes, some of its scores are" : null],
          ["left today", `${data.rate_limit.remaining} of ${data.rate_limit.limit} previews`],
        ] as const;
        const why = explanation === undefined ? [] : [explanation];
        terminal.answer(name, data, [
          ...facts(pairs, terminal.view),
          ...[...why, ...notes].map((note) => terminal.view.paint("dim", note)),
        ]);
      }),
    );
};
