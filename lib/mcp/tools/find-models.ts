import { plural } from "@/lib/domain/pages/format";
import { z } from "zod";
import { models } from "@/lib/endpoints/models";
import { defineTool, of, own, typesOf, type Row, type Values } from "../tool";

const SORTS = ["price", "input_price", "output_price", "context", "released", "name"] as const;

type Sort = (typeof SORTS)[number];

const MEMBER: Record<Sort, { name: string; direction: 1 | -1 }> = {
  price: { name: "blendedPrice", direction: 1 },
  input_price: { name: "inputPrice", direction: 1 },
  output_price: { name: "outputPrice", direction: 1 },
  context: { name: "contextWindow", direction: -1 },
  released: { name: "released", direction: -1 },
  name: { name: "name", direction: 1 },
};

const WORDS: Record<Sort, string> = {
  price: "the cheapest first (mean of input and output)",
  input_price: "the lowest input price first",
  output_price: "the lowest output price first",
  context: "the largest context first",
  released: "the newest first",
  name: "by name",
};

/** What is unknown comes last, whichever way the rest is sorted. */
export function byMember(name: string, direction: 1 | -1): (one: Row, other: Row) => number {
  return (one, other) => {
    const [left, right] = [one[name] ?? null, other[name] ?? null] as [string | number | null, string | number | null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left === right ? 0 : direction * (left < right ? -1 : 1);
  };
}

const queryOf = ({ provider, capability, max_price, min_context, open_weights, hosts }: Values): Values => ({
  provider,
  capability,
  max_price,
  min_context,
  open_weights,
  include: hosts === "true" ? "hosts" : undefined,
});

export const findModels = defineTool({
  name: "find_models",
  title: "Find models",
  description:
    "Models that meet needs, with price (USD per 1M tokens) and context, the cheapest first. For one that you can name: get_model.",
  takes: {
    provider: of(models, "provider", "Maker or host"),
    capability: of(models, "capability", "Such as tool-use, vision, reasoning, code", { isListLong: true }),
    max_price: of(models, "max_price", "Mean of input and output, USD per 1M"),
    min_context: of(models, "min_context", "Tokens"),
    open_weights: of(models, "open_weights", "Only open"),
    hosts: own(z.boolean().optional().describe("Also at hosts and clouds")),
    sort: own(z.enum(SORTS).default("price").describe("Order")),
  },
  row: {
    provider: "string",
    ...typesOf(models, ["providers", "models"], ["id", "name", "inputPrice", "outputPrice", "contextWindow", "released", "status"]),
  },
  async answer(values, ask) {
    const { providers } = await ask.call(models, { query: queryOf(values) });
    const sort = (values.sort ?? "price") as Sort;
    const { name, direction } = MEMBER[sort];
    const rows: Row[] = providers.flatMap(({ id, models: own }) => own.map((model) => ({ provider: id, ...model })));
    return {
      summary: `${rows.length === 0 ? "No model fits" : `${plural(rows.length, "model")} ${rows.length === 1 ? "fits" : "fit"}`}; ${WORDS[sort]}. Prices are USD per 1M tokens.`,
      rows: rows.toSorted(byMember(name, direction)),
      ...(rows.some(({ inputPrice }) => inputPrice === 0)
        ? { notes: ["A price of 0 is a free listing, which its host usually limits by rate."] }
        : {}),
      columns: ["provider", "id", "name", "inputPrice", "outputPrice", "contextWindow", "released"],
    };
  },
});
