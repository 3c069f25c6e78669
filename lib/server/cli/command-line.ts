import { parseArgs } from "node:util";
import { CommandError } from "@/lib/config/command-error";

export interface CommandLine {
  verb: string;
  rest: string[];
  options: Record<string, string>;
}

/** Reads `verb rest… --option value…`; anything else fails with the usage text. */
export function readCommandLine(optionNames: readonly string[], usage: string): CommandLine {
  try {
    const declaredOptions = Object.fromEntries(optionNames.map((name) => [name, { type: "string" as const }]));
    const { values, positionals } = parseArgs({ allowPositionals: true, options: declaredOptions });
    const [verb = "", ...rest] = positionals;
    return { verb, rest, options: values as Record<string, string> };
  } catch {
    throw new CommandError(usage);
  }
}

export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`--${name} ${JSON.stringify(text)} is not a whole number.`);
  return Number(text);
}
