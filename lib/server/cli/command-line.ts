import { parseArgs } from "node:util";
import { CommandError } from "@/lib/config/command-error";

export interface CommandLine {
  verb: string;
  rest: string[];
  options: Record<string, string>;
  /** True when `--yes` confirms what would be asked. */
  isConfirmed: boolean;
}

const YES = { type: "boolean" } as const;

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * Reads `verb rest… --option value…`, and `--yes` where there is something to confirm. Anything else
 * fails with the usage text.
 */
export function readCommandLine(optionNames: readonly string[], usage: string, { isConfirmable = false } = {}): CommandLine {
  try {
    const declared = Object.fromEntries(optionNames.map((name) => [name, { type: "string" as const }]));
    const { values, positionals } = parseArgs({ allowPositionals: true, options: isConfirmable ? { ...declared, yes: YES } : declared });
    const [verb = "", ...rest] = positionals;
    const { yes, ...options } = values as Record<string, string | boolean>;
    return { verb, rest, options: options as Record<string, string>, isConfirmed: yes === true };
  } catch {
    throw new CommandError(usage);
  }
}

export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`--${name} ${JSON.stringify(text)} is not a whole number.`);
  return Number(text);
}
