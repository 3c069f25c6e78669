import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { MOST_BILL_BYTES } from "@/lib/domain/models/usage/usage-line";
import type { OfflineBill } from "../bill/price-offline";
import type { Context } from "../context";
import { usageFault } from "../exit-codes";
import { facts, table, type View } from "../output/table";
import { userFolder, writePrivate } from "../token/private-file";
import { sumOfUsd, type AddCommand } from "./command";

interface Options {
  offline?: boolean;
  book?: string;
  lines?: boolean;
}

const DAY_MS = 86_400_000;

/** Each service has prices of its own, and so each address a book. */
const cachedBook = ({ host, baseUrl }: Context): string =>
  join(userFolder(host, "cache"), `price-book-${encodeURIComponent(baseUrl)}.jsonl`);

const ageOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );

/** The book of the day: the one that was downloaded, or a new one where that is older. */
async function findBook(context: Context, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const path = cachedBook(context);
  const age = await ageOf(path);
  if (age < DAY_MS) return path;
  try {
    context.terminal.working("Downloading the price book…");
    const { data } = await context.open().GET("/api/history/prices/book", { params: { query: { format: "jsonl" } }, parseAs: "text" });
    await writePrivate(path, String(data));
  } catch (error) {
    if (age === Number.POSITIVE_INFINITY) throw error;
    context.terminal.remark("No new price book could be downloaded; the last one is used.");
  }
  return path;
}

const SUM_COLUMNS = [
  { head: "", isFlexible: true },
  { head: "LINES", align: "right" },
  { head: "PRICED", align: "right" },
  { head: "USD", align: "right" },
] as const;

interface Summed {
  lines: number;
  priced: number;
  usd: number;
}

interface Sums {
  total: Summed;
  by_model: readonly ({ model_id: string } & Summed)[];
  by_month: readonly ({ month: string } & Summed)[];
}

const rowOf = (name: string, { lines, priced, usd: sum }: Summed) => [name, lines, priced, sumOfUsd(sum)];

function linesOf({ total, by_model: models, by_month: months }: Sums, view: View): string[] {
  const rows = [...models.map((sum) => rowOf(sum.model_id, sum)), ...months.map((sum) => rowOf(sum.month, sum)), rowOf("total", total)];
  return table(SUM_COLUMNS, rows, view);
}

function remarksOf({ unpriced, read }: OfflineBill, view: View): string[] {
  const pairs = [
    ...Object.entries(unpriced).map(([reason, count]) => [`without a price: ${reason}`, count] as const),
    ["could not be read", read.left_out_count || null] as const,
    ["columns ignored", read.ignored.join(", ")] as const,
  ];
  return facts(pairs, view);
}

async function priceOffline(context: Context, path: string, { book, lines: hasLines }: Options, name: string): Promise<void> {
  const { terminal } = context;
  const [{ OfflinePricing, readBook }, { usageRows }] = [await import("../bill/price-offline"), await import("../bill/usage-rows")];
  const pricing = new OfflinePricing(await readBook(await findBook(context, book)), new Date());
  const input = path === "-" ? context.host.stdin.setEncoding("utf8") : createReadStream(path, "utf8");
  for await (const rows of usageRows(input as AsyncIterable<string>)) {
    const priced = pricing.add(rows);
    for (const row of hasLines ? priced : []) {
      terminal.row(`${name} line`, row, `${row.line}  ${row.model_id ?? row.query}  ${sumOfUsd(row.usd) ?? row.reason ?? "-"}`);
    }
    terminal.working(`${pricing.linesSeen} lines…`);
  }
  const bill = pricing.result();
  if (bill.total.lines === 0) throw usageFault("No line of the file names a model, a time and what was used.");
  terminal.answer(name, bill, [...linesOf(bill, terminal.view), ...remarksOf(bill, terminal.view)]);
}

/** The service prices up to 1,000 lines, and knows every name that a model ever had. */
async function priceThere(context: Context, path: string, name: string): Promise<void> {
  if (path === "-") throw usageFault("Usage from stdin is priced on this machine only.", "Add --offline, or name a file.");
  if ((await stat(path)).size > MOST_BILL_BYTES) {
    throw usageFault(`${path} is larger than the 1 MB that the service takes.`, "`--offline` prices any number of lines on this machine.");
  }
  const client = await context.withToken();
  const { data } = await client.POST("/api/premium/cost/bill", {
    body: await readFile(path, "utf8"),
    bodySerializer: (body: unknown) => String(body),
    headers: { "Content-Type": "text/plain" },
  });
  const remarks = data.notes.map((note) => context.terminal.view.paint("dim", note));
  context.terminal.answer(name, data, [...linesOf(data, context.terminal.view), ...remarks]);
}

export const addBill: AddCommand = (program, run) => {
  program
    .command("bill")
    .description("price an export of usage, each line at the price of its own time; costs 1 credit, nothing with --offline")
    .argument("<file>", "usage as JSON, JSON Lines or CSV: OpenAI, Anthropic, OpenRouter, ccusage; - reads stdin")
    .option("--offline", "price it on this machine with the downloaded price book: any number of lines, nothing is sent")
    .option("--book <file>", "with --offline: this price book in JSON Lines, so that nothing is downloaded")
    .option("--lines", "with --offline: each line's price before the sums")
    .action(
      run<Options>(async (context, [path = ""], options, name) => {
        // A file that is not there is told of before a book is downloaded.
        if (path !== "-") await stat(path);
        return options.offline ? priceOffline(context, path, options, name) : priceThere(context, path, name);
      }),
    );
};
