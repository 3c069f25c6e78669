import type { components } from "../../api-types";
import { CommandFailure } from "../exit-codes";
import { facts, table, type Cell, type View } from "../output/table";
import type { Context } from "../context";
import { inParts, tokens, usd, type AddCommand } from "./command";

type Resolved = components["schemas"]["ResolvedModel"];
type Result = Resolved | components["schemas"]["UnmatchedModel"];
type HostListing = components["schemas"]["HostListing"];

/** Names that the service resolves in one call. */
const MOST_AT_ONCE = 20;

async function resolveNames(context: Context, names: readonly string[]): Promise<Result[]> {
  const client = context.open();
  const results: Result[] = [];
  for (const part of inParts(names, MOST_AT_ONCE)) {
    const { data } = await client.GET("/api/models/resolve", { params: { query: { name: part } } });
    results.push(...data.results);
  }
  return results;
}

const idOf = ({ provider_id: host, id }: HostListing): string => `${host}/${id}`;
const stateOf = ({ model_status: state, deprecationDate: day }: HostListing): string =>
  state !== "active" && day ? `${state} ${day}` : state;

function rowOf(result: Result): Cell[] {
  if (!result.matched) return [result.query, null, null, null, result.reason === "ambiguous_model" ? "ambiguous" : "not found"];
  const { listing } = result;
  return [result.query, idOf(listing), usd(listing.pricing?.input), usd(listing.pricing?.output), stateOf(listing)];
}

const RESOLVED_COLUMNS = [
  { head: "NAME", isFlexible: true },
  { head: "MEANS", isFlexible: true },
  { head: "IN/1M", align: "right" },
  { head: "OUT/1M", align: "right" },
  { head: "STATUS" },
] as const;

const HOST_COLUMNS = [
  { head: "HOST", isFlexible: true },
  { head: "IN/1M", align: "right" },
  { head: "OUT/1M", align: "right" },
  { head: "CONTEXT", align: "right" },
  { head: "STATUS" },
] as const;

function linesOfModel({ model, listing, match_note: note, hosts, notes }: Resolved, view: View): string[] {
  const rows = hosts.map((host) => [
    idOf(host),
    usd(host.pricing?.input),
    usd(host.pricing?.output),
    tokens(host.context_window),
    stateOf(host),
  ]);
  return [
    view.paint("bold", model.name),
    ...facts(
      [
        ["means", idOf(listing)],
        ["maker", model.maker],
        ["input", usd(listing.pricing?.input)],
        ["output", usd(listing.pricing?.output)],
        ["context", tokens(listing.context_window)],
        ["status", stateOf(listing)],
      ],
      view,
    ),
    ...[...(note === null ? [] : [note]), ...notes].map((text) => view.paint("yellow", text)),
    "",
    ...table(HOST_COLUMNS, rows, view),
  ];
}

export const addModel: AddCommand = (program, run) => {
  program
    .command("model")
    .description("show one model: price, context window, state, and where else it is sold")
    .argument("<name>", "id or name, as a configuration writes it")
    .action(
      run(async (context, args, _options, name) => {
        const [asked = ""] = args;
        const [result] = await resolveNames(context, [asked]);
        if (result?.matched) return context.terminal.answer(name, result, linesOfModel(result, context.terminal.view));
        const candidates = result?.candidates ?? [];
        const isAmbiguous = result?.reason === "ambiguous_model";
        throw new CommandFailure(
          "not_found",
          result?.reason ?? "model_not_found",
          isAmbiguous ? `${asked} fits several models.` : `No model is called ${asked}.`,
          candidates.length > 0 ? null : "`aed models` lists all.",
          candidates,
        );
      }),
    );
};

export const addResolve: AddCommand = (program, run) => {
  program
    .command("resolve")
    .description("say what names of models mean, as configurations write them")
    .argument("<names...>", "ids or names")
    .action(
      run(async (context, args, _options, name) => {
        const results = await resolveNames(context, args);
        const lines = table(RESOLVED_COLUMNS, results.map(rowOf), context.terminal.view);
        context.terminal.answer(name, { count: results.filter(({ matched }) => matched).length, results }, lines);
      }),
    );
};
