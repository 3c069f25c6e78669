import { parseArgs } from "node:util";
import { CommandError } from "@/lib/config/command-error";

export interface CommandLine {
  verb: string;
  /** What follows the verb without a dash. */
  rest: string[];
  given: Record<string, string>;
}

/** `verb rest… --option value…`; anything else is answered with the usage. */
export function readCommandLine(options: readonly string[], usage: string): CommandLine {
  try {
    const declared = Object.fromEntries(options.map((name) => [name, { type: "string" as const }]));
    const { values, positionals } = parseArgs({ allowPositionals: true, options: declared });
    const [verb = "", ...rest] = positionals;
    return { verb, rest, given: values as Record<string, string> };
  } catch {
    throw new CommandError(usage);
  }
}

export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`--${name} ${JSON.stringify(text)} is not a whole number.`);
  return Number(text);
}
