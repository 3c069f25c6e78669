import { formatSeconds } from "@/lib/domain/pages/format";
import { EXIT_CODES, type Failure } from "../exit-codes";
import { safeJson, safeText } from "./safe-text";
import { paintFor } from "./style";
import type { View } from "./table";

/** The version of the shape that JSON answers and errors of this program have. */
const SCHEMA_VERSION = 1;

/** The parts of a process that this program touches. */
export type Host = Pick<NodeJS.Process, "argv" | "env" | "stdin" | "stdout" | "stderr" | "cwd" | "platform">;

const AGENT_VARIABLES = ["CLAUDECODE", "CURSOR_AGENT", "CODEX_SANDBOX"] as const;
const NARROWEST = 40;
const WIDTH_WITHOUT_TERMINAL = 100;

/** JSON where a program reads: asked for, in a pipe, or under an agent that says so in its environment. */
export const wantsJson = ({ env, stdout }: Host, isAsked: boolean): boolean =>
  isAsked || !stdout.isTTY || AGENT_VARIABLES.some((name) => Boolean(env[name]));

/** Where answers and errors go. Answers alone go to stdout. */
export class Terminal {
  readonly view: View;
  private progress = "";

  constructor(
    private readonly host: Host,
    readonly isJson: boolean,
  ) {
    const { stdout, env } = host;
    const columns = stdout.isTTY ? stdout.columns : Number(env.COLUMNS) || WIDTH_WITHOUT_TERMINAL;
    this.view = { width: Math.max(NARROWEST, columns || WIDTH_WITHOUT_TERMINAL), paint: paintFor({ isTerminal: stdout.isTTY, env }) };
  }

  /** An answer: as JSON under one envelope, or as lines. */
  answer(command: string, data: unknown, lines: readonly string[]): void {
    this.clearProgress();
    if (this.isJson) this.write({ schema_version: SCHEMA_VERSION, command, data });
    else this.host.stdout.write(lines.map((line) => `${line}\n`).join(""));
  }

  /** An answer among many, each on a line of its own. */
  row(command: string, data: unknown, line: string): void {
    this.clearProgress();
    this.host.stdout.write(this.isJson ? `${safeJson({ schema_version: SCHEMA_VERSION, command, data })}\n` : `${safeText(line)}\n`);
  }

  /** Text that is the same for programs and people, such as a script for a shell. */
  raw(text: string): void {
    this.clearProgress();
    this.host.stdout.write(text);
  }

  fail(command: string | null, failure: Failure): void {
    this.clearProgress();
    const { exit, ...error } = failure;
    if (this.isJson) {
      const body = { schema_version: SCHEMA_VERSION, command, error: { ...error, exit_code: EXIT_CODES[exit].code, kind: exit } };
      this.host.stderr.write(`${safeJson(body)}\n`);
      return;
    }
    const lines = [`aed: ${safeText(error.message)}`];
    if (error.candidates.length > 0) lines.push(`     Similar: ${error.candidates.slice(0, 8).map(safeText).join(", ")}`);
    if (error.hint) lines.push(`     ${safeText(error.hint)}`);
    if (error.retry_after_seconds !== null) lines.push(`     Come back in ${formatSeconds(error.retry_after_seconds)}.`);
    this.host.stderr.write(`${lines.join("\n")}\n`);
  }

  /** A remark for a person, which no program has to read. */
  remark(text: string): void {
    if (this.host.stderr.isTTY && !this.isJson) {
      this.clearProgress();
      this.host.stderr.write(`${this.view.paint("dim", safeText(text))}\n`);
    }
  }

  /** What is being done, on one line of a terminal that the next text takes. */
  working(text: string): void {
    if (!this.host.stderr.isTTY || this.isJson) return;
    this.clearProgress();
    this.progress = safeText(text).slice(0, this.view.width - 1);
    this.host.stderr.write(this.progress);
  }

  private clearProgress(): void {
    if (this.progress === "") return;
    this.host.stderr.write(`\r${" ".repeat(this.progress.length)}\r`);
    this.progress = "";
  }

  private write(body: object): void {
    this.host.stdout.write(`${safeJson(body, this.host.stdout.isTTY ? 2 : undefined)}\n`);
  }
}
