import { CommandError } from "@/lib/config/command-error";
import { administer } from "./administer";
import { readCommandLine } from "./command-line";
import { runCommandLine } from "./run-command-line";
import { textTable } from "./text-table";
import type { ListedJob } from "./job-commands";
import type { RunOutcome } from "@/jobs/run";

const USAGE = "Usage: npm run jobs -- list | run <name> [--now 2026-01-01T07:00Z]";

function table(jobs: readonly ListedJob[]): string {
  return textTable(
    jobs.map((job) => [
      job.name,
      job.schedule,
      job.lastStartedAt ? `${job.lastStatus} at ${job.lastStartedAt}${job.lastError ? ` (${job.lastError})` : ""}` : "never ran",
      job.summary,
    ]),
  );
}

async function list(): Promise<void> {
  process.stdout.write(`${table(await administer<ListedJob[]>("jobs.list"))}\n`);
}

async function run(name: string, now: string | undefined): Promise<number> {
  const outcome = await administer<RunOutcome>("jobs.run", { name, now });
  process.stdout.write(`${name}: ${JSON.stringify(outcome)}\n`);
  if (outcome.status === "not_claimed") process.stdout.write("Another run of it is under way; nothing was started.\n");
  return outcome.status === "failed" || outcome.status === "cut" ? 1 : 0;
}

await runCommandLine(async () => {
  const { verb, rest, options } = readCommandLine(["now"], USAGE);
  const [name] = rest;
  if (verb === "list" && name === undefined && options.now === undefined) return list();
  if (verb === "run" && name !== undefined && rest.length === 1) return run(name, options.now);
  throw new CommandError(USAGE);
});
