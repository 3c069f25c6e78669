import { parseArgs } from "node:util";
import { CommandError } from "@/lib/config/command-error";
import { administer } from "./administer";
import { runCommandLine } from "./run-command-line";
import type { ListedJob } from "./job-commands";
import type { RunOutcome } from "@/jobs/run";

const USAGE = "Usage: npm run jobs -- list | run <name> [--now 2026-01-01T07:00Z]";

function parseLine(): { verb: string; name: string | undefined; now: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { now: { type: "string" } } });
    const [verb = "", name, ...rest] = positionals;
    if (rest.length === 0) return { verb, name, now: values.now };
  } catch {
    // An unknown option: the usage lists the known ones.
  }
  throw new CommandError(USAGE);
}

function table(jobs: readonly ListedJob[]): string {
  const rows = jobs.map((job) => [
    job.name,
    job.schedule,
    job.lastStartedAt ? `${job.lastStatus} at ${job.lastStartedAt}${job.lastError ? ` (${job.lastError})` : ""}` : "never ran",
    job.summary,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

async function list(): Promise<void> {
  process.stdout.write(`${table(await administer<ListedJob[]>("jobs.list"))}\n`);
}

async function run(name: string, now: string | undefined): Promise<number> {
  const outcome = await administer<RunOutcome>("jobs.run", { name, ...(now === undefined ? {} : { now }) });
  process.stdout.write(`${name}: ${JSON.stringify(outcome)}\n`);
  if (outcome.status === "not_claimed") process.stdout.write("Another run of it is under way; nothing was started.\n");
  return outcome.status === "failed" || outcome.status === "cut" ? 1 : 0;
}

await runCommandLine(async () => {
  const { verb, name, now } = parseLine();
  if (verb === "list" && name === undefined && now === undefined) return list();
  if (verb === "run" && name !== undefined) return run(name, now);
  throw new CommandError(USAGE);
});
