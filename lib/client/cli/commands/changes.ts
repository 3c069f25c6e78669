import { setTimeout as wait } from "node:timers/promises";
import type { components, paths } from "../../api-types";
import { UnavailableError, ConnectionError, RateLimitError } from "../../errors";
import type { Context } from "../context";
import { safeText } from "../output/safe-text";
import { cut, table } from "../output/table";
import { minute, numberBetween, type AddCommand } from "./command";

type Query = NonNullable<paths["/api/changes"]["get"]["parameters"]["query"]>;
type ChangeEvent = components["schemas"]["ChangeEvent"];

interface Options {
  since?: number;
  provider?: string;
  dataset?: Query["dataset"];
  limit: number;
  follow?: boolean;
  every: number;
}

const COLUMNS = [{ head: "LISTED (UTC)" }, { head: "KIND" }, { head: "WHAT", isFlexible: true }] as const;

/** What ends by itself: a follower asks again at its next turn. */
const isPassing = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof ConnectionError || error instanceof RateLimitError;

async function readChanges(context: Context, query: Query) {
  const { data } = await context.open().GET("/api/changes", { params: { query } });
  return data;
}

/** Prints changes as they are listed, until it is interrupted. Nothing is missed and nothing comes twice. */
async function follow(context: Context, query: Query, every: number, name: string): Promise<never> {
  const { terminal } = context;
  const show = (event: ChangeEvent): void => {
    const line = safeText(`${minute(event.listed_at)} ${event.kind} ${event.title}`);
    terminal.row(name, event, cut(line, terminal.view.width));
  };
  let { since } = query;
  let isFirst = true;
  for (;;) {
    try {
      const page = await readChanges(context, { ...query, since });
      page.events.forEach(show);
      since = Number(page.next);
      isFirst = false;
      if (page.has_more) continue;
    } catch (error) {
      // A first call that fails tells of a wrong address rather than of a passing trouble.
      if (isFirst || !isPassing(error)) throw error;
      terminal.remark("No answer; asking again.");
    }
    terminal.working(`Waiting for changes; the next question is in ${every} s…`);
    await wait(every * 1000);
  }
}

export const addChanges: AddCommand = (program, run) => {
  program
    .command("changes")
    .description("list what changed in the last day: prices, models, incidents, scores, retirements")
    .option("--since <cursor>", "only what follows this cursor, `next` of an earlier answer", numberBetween(0, 1e15))
    .option("--provider <id>", "only this provider's, by id or name")
    .option("--dataset <name>", "only this dataset's: models, provider_status, benchmarks, kev or retirements")
    .option("--limit <n>", "number of changes of one answer", numberBetween(1, 500), 100)
    .option("--follow", "go on, one line for each change, until interrupted")
    .option("--every <seconds>", "how often --follow asks", numberBetween(10, 86_400), 60)
    .action(
      run<Options>(async (context, _args, { since, provider, dataset, limit, follow: isFollowing, every }, name) => {
        const { terminal } = context;
        const query: Query = { since, provider, dataset, limit };
        if (isFollowing) return follow(context, query, every, name);
        const data = await readChanges(context, query);
        const rows = data.events.map(({ listed_at: at, kind, title }) => [minute(at), kind, title]);
        const more = data.has_more ? ["", terminal.view.paint("dim", `More: aed changes --since ${safeText(data.next)}`)] : [];
        terminal.answer(name, data, [...table(COLUMNS, rows, terminal.view), ...more]);
      }),
    );
};
