import { safeText } from "../output/safe-text";
import { table, type View } from "../output/table";
import { minute, type AddCommand } from "./command";

interface Checked {
  name: string;
  status: string;
  since: string | null;
  incident: { title: string } | null;
  probe: { says: string } | null;
}

const COLOURS = { operational: "green", degraded: "yellow", down: "red", unknown: "dim" } as const;

const CHECKED_COLUMNS = [
  { head: "SERVICE", isFlexible: true },
  { head: "STATUS" },
  { head: "SINCE (UTC)" },
  { head: "OUR PROBE" },
  { head: "INCIDENT", isFlexible: true },
] as const;

const SUMMARY_COLUMNS = [{ head: "SERVICE", isFlexible: true }, { head: "PROVIDER" }, { head: "STATUS" }] as const;

function linesOfCheck(verdict: string, status: keyof typeof COLOURS, items: readonly Checked[], view: View): string[] {
  const rows = items.map(({ name, status: state, since, probe, incident }) => [name, state, minute(since), probe?.says, incident?.title]);
  return [view.paint(COLOURS[status], safeText(verdict)), "", ...table(CHECKED_COLUMNS, rows, view)];
}

interface Summarised {
  name: string;
  provider: string;
  status: string;
}

const WORST_FIRST = ["down", "degraded", "unknown", "operational"];
const worstFirst = (services: readonly Summarised[]): Summarised[] =>
  services.toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status));

export const addStatus: AddCommand = (program, run) => {
  program
    .command("status")
    .description("say which services work; with names whether it is them or you")
    .argument("[providers...]", "providers or services, by id or name")
    .action(
      run(async (context, args, _options, name) => {
        const { terminal } = context;
        const client = context.open();
        if (args.length > 0) {
          const { data } = await client.GET("/api/status/check", { params: { query: { services: [...args] } } });
          return terminal.answer(name, data, linesOfCheck(data.verdict, data.status, data.items, terminal.view));
        }
        const { data } = await client.GET("/api/status/summary");
        const { operational, degraded, down, unknown } = data.summary;
        const sum = `${operational} operational, ${degraded} degraded, ${down} down, ${unknown} unknown`;
        const rows = worstFirst(data.services).map((service) => [service.name, service.provider, service.status]);
        terminal.answer(name, data, [...table(SUMMARY_COLUMNS, rows, terminal.view), "", terminal.view.paint("dim", sum)]);
      }),
    );
};
