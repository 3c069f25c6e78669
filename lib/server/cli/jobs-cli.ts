import { CommandError } from "@/lib/config/command-error";
import { administer } from "./administer";
import { readCommandLine } from "./command-line";
import { runCommandLine } from "./run-command-line";
import { textTable } from "./text-table";
import type { ListedJob } from "./job-commands";
import type { RunOutcome } from "@/jobs/run";

const USAGE = "Usage: npm run jobs -- list | run <name> [--now 2026-01-01T07:00Z]";
const HELP = [
  USAGE,
  "  list   the jobs, when they run, and how each ended the last time",
  "  run    runs one now, also while the server runs; `--now` is the time that it takes for the present",
].join("\n");

const LONGEST_REASON = 300;

const table = (jobs: readonly ListedJob[]): string =>
  textTable(
    jobs.map(({ name, schedule, lastStatus, lastStartedAt, summary }) => [
      name,
      schedule,
      lastStartedAt ? `${lastStatus} at ${lastStartedAt}` : "never ran",
      summary,
    ]),
  );

/** Reasons stand below the table, whose columns a long one would push out of sight. */
function reasons(jobs: readonly ListedJob[]): string[] {
  const lines = jobs.flatMap(({ name, lastError }) => (lastError ? [`  ${name}: ${shortened(lastError)}`] : []));
  return lines.length > 0 ? ["", "Reasons:", ...lines] : [];
}

function shortened(reason: string): string {
  const line = reason.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON)}…` : line;
}

async function list(): Promise<void> {
  const jobs = await administer<ListedJob[]>("jobs.list");
  process.stdout.write(`${[table(jobs), ...reasons(jobs)].join("\n")}\n`);
}

async function run(name: string, now: string | undefined): Promise<number> {
  const outcome = await administer<RunOutcome>("jobs.run", { name, now });
  process.stdout.write(`${name}: ${JSON.stringify(outcome)}\n`);
  if (outcome.status === "not_claimed") process.stdout.write("Another run of it is under way; nothing was started.\n");
  return outcome.status === "failed" || outcome.status === "cut" ? 1 : 0;
}

await runCommandLine(HELP, async () => {
  const { verb, rest, options } = readCommandLine(["now"], USAGE);
  const [name] = rest;
  if (verb === "list" && name === undefined && options.now === undefined) return list();
  if (verb === "run" && name !== undefined && rest.length === 1) return run(name, options.now);
  throw new CommandError(USAGE);
});
