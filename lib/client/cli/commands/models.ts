import type { paths } from "../../api-types";
import { table, type Cell, type View } from "../output/table";
import { numberBetween, tokens, usd, type AddCommand } from "./command";

type Query = NonNullable<paths["/api/models"]["get"]["parameters"]["query"]>;

interface Options {
  provider?: string;
  hosts?: boolean;
  tier?: Query["tier"];
  capability?: Query["capability"];
  maxPrice?: number;
  minContext?: number;
  openWeights?: boolean;
}

interface Listed {
  id: string;
  inputPrice: number | null;
  outputPrice: number | null;
  contextWindow: number | null;
  status: string;
  deprecationDate: string | null;
}

interface Provider {
  id: string;
  models: readonly Listed[];
  unpriced: readonly Listed[];
}

const COLUMNS = [
  { head: "MODEL", isFlexible: true },
  { head: "IN/1M", align: "right" },
  { head: "OUT/1M", align: "right" },
  { head: "CONTEXT", align: "right" },
  { head: "STATUS" },
] as const;

const rowOf = (provider: string, model: Listed): Cell[] => [
  `${provider}/${model.id}`,
  usd(model.inputPrice),
  usd(model.outputPrice),
  tokens(model.contextWindow),
  model.deprecationDate && model.status !== "active" ? `${model.status} ${model.deprecationDate}` : model.status,
];

function linesOf(providers: readonly Provider[], asOf: string | null, view: View): string[] {
  const rows = providers.flatMap(({ id, models, unpriced }) => [...models, ...unpriced].map((model) => rowOf(id, model)));
  return [...table(COLUMNS, rows, view), "", view.paint("dim", `${rows.length} models, USD per 1M tokens${asOf ? `, as of ${asOf}` : ""}`)];
}

export const addModels: AddCommand = (program, run) => {
  program
    .command("models")
    .description("list models with prices and context windows")
    .option("--provider <id>", "only this provider's, by id or name")
    .option("--hosts", "also listings at hosts, clouds and aggregators")
    .option("--tier <tier>", "only this tier: flagship, mid or budget")
    .option("--capability <name>", "only models that can do this")
    .option("--max-price <usd>", "highest mean of input and output price, USD per 1M tokens", numberBetween(0, 1e6, { isWhole: false }))
    .option("--min-context <tokens>", "smallest context window", numberBetween(0, 1e9))
    .option("--open-weights", "only models whose weights can be downloaded")
    .action(
      run<Options>(async (context, _args, options, name) => {
        const { terminal } = context;
        terminal.working("Reading the list of models…");
        const { provider, tier, capability, maxPrice, minContext, openWeights } = options;
        const query: Query = { provider, tier, capability, max_price: maxPrice, min_context: minContext, open_weights: openWeights };
        if (options.hosts) query.include = ["hosts"];
        const { data } = await context.open().GET("/api/models", { params: { query } });
        terminal.answer(name, data, linesOf(data.providers, data.lastUpdated, terminal.view));
      }),
    );
};
