import { parseArgs } from "node:util";
import { CommandError } from "@/lib/config/command-error";
import { administer } from "../cli/administer";
import { runCommandLine } from "../cli/run-command-line";
import { seeds, type PlantResult } from "./plant";

const usage = (): string =>
  [
    "Usage: npm run seed -- <scenario> [--force]   invented data in an empty database; answers from it say `sample: true`",
    ...seeds.map(({ name, summary }) => `  ${name}: ${summary}`),
  ].join("\n");

function parseLine(): { scenario: string; force: boolean } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { force: { type: "boolean", default: false } } });
    const [scenario, ...rest] = positionals;
    if (scenario !== undefined && rest.length === 0) return { scenario, force: values.force };
  } catch {
    // An unknown option: the usage lists the known ones.
  }
  throw new CommandError(usage());
}

await runCommandLine(usage(), async () => {
  const { scenario, counts, clock } = await administer<PlantResult>("seed", parseLine());
  const countTexts = Object.entries(counts).map(
    ([name, count]) => `${count.toLocaleString("en-US")} ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
  );
  process.stdout.write(`${scenario}: ${countTexts.join(", ")}. Its clock stands at ${clock.slice(0, 16).replace("T", " ")} UTC.\n`);
});
