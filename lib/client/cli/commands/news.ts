import { table } from "../output/table";
import { minute, numberBetween, type AddCommand } from "./command";

interface Options {
  category?: string;
  limit: number;
}

const COLUMNS = [{ head: "PUBLISHED (UTC)" }, { head: "SOURCE" }, { head: "TITLE", isFlexible: true }] as const;

export const addNews: AddCommand = (program, run) => {
  program
    .command("news")
    .description("list the newest articles about AI models and providers")
    .option("--category <name>", "a category, or a provider")
    .option("--limit <n>", "number of articles", numberBetween(1, 100), 20)
    .action(
      run<Options>(async (context, _args, { category, limit }, name) => {
        const { terminal } = context;
        const { data } = await context.open().GET("/api/news", { params: { query: { category, limit } } });
        const rows = data.articles.map(({ publishedAt, source, title }) => [minute(publishedAt), source, title]);
        terminal.answer(name, data, table(COLUMNS, rows, terminal.view));
      }),
    );
};
