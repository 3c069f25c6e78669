import { table } from "../output/table";
import { numberBetween, type AddCommand } from "./command";

interface Options {
  within?: number;
  host?: string;
  provider?: string;
  past?: boolean;
}

const COLUMNS = [
  { head: "ENDS" },
  { head: "DAYS", align: "right" },
  { head: "MODEL", isFlexible: true },
  { head: "STATE" },
  { head: "INSTEAD", isFlexible: true },
] as const;

export const addRetirements: AddCommand = (program, run) => {
  program
    .command("retirements")
    .description("list which models end at which host, and what is named instead")
    .option("--within <days>", "only what ends within so many days", numberBetween(0, 3650))
    .option("--host <id>", "only at this host, by id or name")
    .option("--provider <id>", "only this maker's or host's, by id or name")
    .option("--past", "also what has ended")
    .action(
      run<Options>(async (context, _args, { within, host, provider, past }, name) => {
        const { terminal } = context;
        const { data } = await context.open().GET("/api/models/retirements", {
          params: { query: { within_days: within, host, provider, ...(past ? { include: "past" } : {}) } },
        });
        const rows = data.retirements.map((end) => [
          end.retires_on,
          end.days_left,
          `${end.host}/${end.model}`,
          end.state,
          end.replacement ?? (end.options.join(", ") || end.rerouted_to?.model),
        ]);
        terminal.answer(name, data, table(COLUMNS, rows, terminal.view));
      }),
    );
};
