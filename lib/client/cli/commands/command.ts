import { InvalidArgumentError, type Command } from "commander";
import type { Context } from "../context";
import type { ExitName } from "../exit-codes";

/** What a command does, with the arguments and options of its command line. */
export type Action<Options> = (context: Context, args: readonly string[], options: Options, name: string) => Promise<ExitName | void>;

/** Makes an action one of commander's. */
export type Runner = <Options = Record<never, never>>(action: Action<Options>) => (...given: unknown[]) => Promise<void>;

export type AddCommand = (program: Command, run: Runner) => void;

/** Reads an option that is a number between bounds. */
export const numberBetween =
  (least: number, most: number, { isWhole = true } = {}) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== "" && value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`It must be a ${isWhole ? "whole " : ""}number from ${least} to ${most}.`);
  };

/** USD as a list of prices shows them: cents at least, and what is below a cent. */
export function usd(amount: number | null | undefined): string | null {
  if (amount === null || amount === undefined) return null;
  const [whole = "", decimals = ""] = amount.toFixed(6).split(".");
  return `$${whole}.${decimals.replace(/0+$/, "").padEnd(2, "0")}`;
}

/** Tokens of a window: 200K, 1M. */
export function tokens(count: number | null | undefined): string | null {
  if (count === null || count === undefined) return null;
  if (count >= 1e6) return `${Number((count / 1e6).toFixed(2))}M`;
  return count >= 1e3 ? `${Math.round(count / 1e3)}K` : String(count);
}

/** The moment without its seconds; null for none. */
export const minute = (time: string | null | undefined): string | null => time?.slice(0, 16).replace("T", " ") ?? null;

/** Parts of a list that fit into one call each. */
export function inParts<T>(list: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, index) => list.slice(index * most, (index + 1) * most));
}
