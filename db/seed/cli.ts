import { parseArgs } from "node:util";
import { CommandError } from "@/lib/command-error";
import { administer } from "@/lib/server/administer";
import { runCommandLine } from "@/lib/server/run-command-line";
import type { Planted } from "./plant";
import { scenarios } from "./scenarios";

const usage = (): string => ["Usage: npm run seed -- <scenario> [--force]", ...scenarios.map(({ name, summary }) => `  ${name}: ${summary}`)].join("\n");

function parseLine(): { scenario: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: "boolean", default: false } } });
    const [scenario, ...rest] = positionals;
    if (scenario !== undefined && rest.length === 0) return { scenario, force: values.force };
  } catch {
    // An option that is not ours: the usage says which are.
  }
  throw new CommandError(usage());
}

await runCommandLine(async () => {
  const { scenario, polls, articles, listings } = await administer<Planted>("seed", parseLine());
  process.stdout.write(`${scenario}: ${polls} polls of every service, ${articles} articles, ${listings} listings. Its clock stands at 2026-01-11 12:00 UTC.\n`);
});
