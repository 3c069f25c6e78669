import { env, secretsOf } from "./env";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
type Level = (typeof LEVELS)[number];

let secrets: readonly string[] | undefined;

/** What is a secret by configuration, or a token by its form, stands in no line. */
export function withoutSecrets(text: string): string {
  secrets ??= secretsOf(env()).map((secret) => JSON.stringify(secret).slice(1, -1));
  const cut = secrets.reduce((line, secret) => line.replaceAll(secret, "[secret]"), text);
  return cut.replace(/\baed_live_[0-9a-f]{64}\b/gi, "aed_live_[secret]");
}

function write(level: Level, message: string, details: Record<string, unknown>): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(env().LOG_LEVEL)) return;
  const line = withoutSecrets(JSON.stringify({ at: new Date().toISOString(), level, message, ...details }));
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
  if (!(error instanceof Error)) return typeof error === "object" ? JSON.stringify(error) : String(error);
  const cause = error.cause === undefined ? "" : `; cause: ${describeError(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
