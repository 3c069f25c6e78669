import { InvalidArgumentError, type Command } from "commander";
import { formatCost, formatPrice, formatTokens } from "@/lib/domain/pages/format";
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

type Amount = number | null | undefined;

const CENT = 0.01;

/** A sum as pages show it, and one below a cent with all its figures; null for one that is not known. */
export const sumOfUsd = (amount: Amount): string | null =>
  amount === null || amount === undefined ? null : amount < CENT ? formatPrice(amount) : formatCost(amount);

/** A price as pages show it; null for one that is not known. */
export const usd = (amount: Amount): string | null => (amount === null || amount === undefined ? null : formatPrice(amount));

/** The length of a window as pages show it: 200K, 1.05M. */
export const tokens = (count: Amount): string | null => (count === null || count === undefined ? null : formatTokens(count));

/** The moment without its seconds; null for none. */
export const minute = (time: string | null | undefined): string | null => time?.slice(0, 16).replace("T", " ") ?? null;

/** Parts of a list that fit into one call each. */
export function inParts<T>(list: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / most) }, (_, index) => list.slice(index * most, (index + 1) * most));
}
