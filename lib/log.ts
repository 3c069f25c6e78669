import { env } from "./env";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
type Level = (typeof LEVELS)[number];

function write(level: Level, message: string, details: Record<string, unknown>): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(env().LOG_LEVEL)) return;
  const line = JSON.stringify({ at: new Date().toISOString(), level, message, ...details });
  (level === "error" || level === "warn" ? process.stderr : process.stdout).write(`${line}\n`);
}

/** One JSON object a line. */
export const log = {
  debug: (message: string, details: Record<string, unknown> = {}) => write("debug", message, details),
  info: (message: string, details: Record<string, unknown> = {}) => write("info", message, details),
  warn: (message: string, details: Record<string, unknown> = {}) => write("warn", message, details),
  error: (message: string, details: Record<string, unknown> = {}) => write("error", message, details),
};

/** Stack and causes for the log; never for an answer. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `; cause: ${describeError(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
