import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { programOf } from "../server/program";

export interface AedRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface AedOptions {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
  /** Columns of a terminal that it runs on; without them it runs in pipes. */
  columns?: number;
}

export const hasTerminal = (): boolean => {
  try {
    execFileSync("script", ["--version"], { stdio: "ignore" });
    return process.platform === "linux";
  } catch {
    return false;
  }
};

const quoted = (words: readonly string[]): string => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");

/** Runs the command as its users do: a process of its own, in pipes or on a terminal. */
export async function runAed(args: readonly string[], { env = {}, input = "", cwd, columns }: AedOptions = {}): Promise<AedRun> {
  const command = [process.execPath, await programOf("lib/client/cli/main.ts"), ...args];
  const onTerminal = ["script", "-qec", `stty cols ${columns} rows 40; ${quoted(command)}`, "/dev/null"];
  const [file = "", ...rest] = columns === undefined ? command : onTerminal;
  const child = spawn(file, rest, {
    cwd,
    env: { NODE_ENV: "production", PATH: process.env.PATH ?? "", HOME: "/nonexistent", TERM: "xterm", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number | null, stdout, stderr };
}
