import { table, type Cell, type View } from "../output/table";
import type { paths } from "../../api-types";
import { numberBetween, sumOfUsd, tokens, usd, type AddCommand } from "./command";

type CostQuery = paths["/api/premium/cost/projection"]["get"]["parameters"]["query"];

interface Unmatched {
  matched: false;
  query: string;
  candidates: readonly string[];
}

const remarkOn = ({ query, candidates }: Unmatched): string =>
  candidates.length > 0 ? `${query} could be ${candidates.slice(0, 5).join(", ")}.` : `No model is called ${query}.`;

const unmatchedIn = (entries: readonly ({ matched: true } | Unmatched)[]): Unmatched[] =>
  entries.filter((entry): entry is Unmatched => !entry.matched);

interface Compared {
  matched: true;
  id: string;
  provider_id: string;
  pricing: { input: number | null; output: number | null } | null;
  context_window: number | null;
  status: string;
  benchmarks: Readonly<Record<string, number | null>>;
}

/** Models are columns, and each benchmark a line: there are more benchmarks than models. */
function linesOfComparison(models: readonly (Compared | Unmatched)[], benchmarks: readonly string[], view: View): string[] {
  const matched = models.filter((model) => model.matched);
  const row = (name: string, cell: (model: Compared) => Cell): Cell[] => [name, ...matched.map(cell)];
  const columns = [
    { head: "" },
    ...matched.map(({ provider_id: host, id }) => ({ head: `${host}/${id}`, align: "right" as const, isFlexible: true })),
  ];
  const rows = [
    row("input/1M", ({ pricing }) => usd(pricing?.input)),
    row("output/1M", ({ pricing }) => usd(pricing?.output)),
    row("context", ({ context_window: window }) => tokens(window)),
    row("status", ({ status }) => status),
    ...benchmarks.map((key) => row(key, ({ benchmarks: scores }) => scores[key] ?? null)),
  ];
  return [...table(columns, rows, view), ...unmatchedIn(models).map((entry) => view.paint("yellow", remarkOn(entry)))];
}

export const addCompare: AddCommand = (program, run) => {
  program
    .command("compare")
    .description("compare two to five models; costs 1 credit")
    .argument("<models...>", "ids or names")
    .action(
      run(async (context, args, _options, name) => {
        const client = await context.withToken();
        const { data } = await client.GET("/api/premium/compare/models", { params: { query: { ids: [...args] } } });
        context.terminal.answer(name, data, linesOfComparison(data.models, data.benchmark_keys, context.terminal.view));
      }),
    );
};

interface CostOptions {
  input: number;
  output: number;
  cachedShare?: number;
  requests?: number;
  tier?: CostQuery["service_tier"];
}

interface Projected {
  matched: true;
  model_id: string;
  rates: { input_per_1m: number | null; output_per_1m: number | null };
  daily: { total: number | null };
  monthly_total: number | null;
  yearly_total: number | null;
}

const COST_COLUMNS = [
  { head: "MODEL", isFlexible: true },
  { head: "IN/1M", align: "right" },
  { head: "OUT/1M", align: "right" },
  { head: "DAY", align: "right" },
  { head: "30 DAYS", align: "right" },
  { head: "YEAR", align: "right" },
] as const;

const rowOfCost = ({ model_id: id, rates, daily, monthly_total: month, yearly_total: year }: Projected): Cell[] => [
  id,
  usd(rates.input_per_1m),
  usd(rates.output_per_1m),
  sumOfUsd(daily.total),
  sumOfUsd(month),
  sumOfUsd(year),
];

const TOKENS = numberBetween(0, 1e15);

export const addCost: AddCommand = (program, run) => {
  program
    .command("cost")
    .description("project what a daily workload costs at up to ten models; costs 1 credit")
    .argument("<models...>", "ids or names")
    .requiredOption("--input <tokens>", "input tokens a day", TOKENS)
    .requiredOption("--output <tokens>", "output tokens a day", TOKENS)
    .option("--cached-share <share>", "share of the input from the cache, 0 to 1", numberBetween(0, 1, { isWhole: false }))
    .option("--requests <n>", "requests a day", TOKENS)
    .option("--tier <tier>", "service tier: standard, batch, flex or priority")
    .action(
      run<CostOptions>(async (context, args, { input, output, cachedShare, requests, tier }, name) => {
        const { terminal } = context;
        const client = await context.withToken();
        const query: CostQuery = {
          model: [...args],
          input_tokens_per_day: input,
          output_tokens_per_day: output,
          cached_share: cachedShare,
          requests_per_day: requests,
          service_tier: tier,
        };
        const { data } = await client.GET("/api/premium/cost/projection", { params: { query } });
        const matched = data.projections.filter((projection) => projection.matched);
        terminal.answer(name, data, [
          ...table(COST_COLUMNS, matched.map(rowOfCost), terminal.view),
          ...unmatchedIn(data.projections).map((entry) => terminal.view.paint("yellow", remarkOn(entry))),
          ...data.notes.map((note) => terminal.view.paint("dim", note)),
        ]);
      }),
    );
};
