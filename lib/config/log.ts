import { inspect } from "node:util";
import { env, secretsOf } from "./env";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
type Level = (typeof LEVELS)[number];

let secrets: readonly string[] | undefined;

/** Secrets recognisable by their format: tokens, memos of quotes, watch secrets. */
const SECRET_FORMATS: readonly [RegExp, string][] = [
  [/\baed_live_[0-9a-f]{64}\b/gi, "aed_live_[secret]"],
  [/\baed-(?:[0-9a-f]{32}|[0-9a-f]{16})\b/gi, "aed-[secret]"],
  [/\bwhsec_[\w+/=-]{16,}/g, "whsec_[secret]"],
];

/** Plain and JSON-escaped. With an unreadable configuration there are no configured secrets. */
function configured(): readonly string[] {
  try {
    return (secrets ??= secretsOf(env()).flatMap((secret) => [...new Set([secret, JSON.stringify(secret).slice(1, -1)])]));
  } catch {
    return [];
  }
}

export function withoutSecrets(text: string): string {
  const cut = configured().reduce((line, secret) => line.replaceAll(secret, "[secret]"), text);
  return SECRET_FORMATS.reduce((line, [format, replacement]) => line.replace(format, replacement), cut);
}

function write(level: Level, message: string, details: Record<string, unknown>): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(env().LOG_LEVEL)) return;
  const line = withoutSecrets(JSON.stringify({ at: new Date().toISOString(), level, message, ...details }));
  (level === "error" || level === "warn" ? process.stderr : process.stdout).write(`${line}\n`);
}

export const log = {
  debug: (message: string, details: Record<string, unknown> = {}) => write("debug", message, details),
  info: (message: string, details: Record<string, unknown> = {}) => write("info", message, details),
  warn: (message: string, details: Record<string, unknown> = {}) => write("warn", message, details),
  error: (message: string, details: Record<string, unknown> = {}) => write("error", message, details),
};

/** Stack and causes, for the log only: an answer must never contain them. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : inspect(error);
  const cause = error.cause === undefined ? "" : `; cause: ${describeError(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
