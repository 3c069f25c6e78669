import { inspect } from "node:util";
import { multistream, pino, stdTimeFunctions, type Logger } from "pino";
import { env } from "./env";
import { thinOut, type Details, type Level } from "./log-thinning";
import { withoutSecrets } from "./without-secrets";

/** A line is written while it is logged, so that none is lost when the process ends. */
const cleanedInto = (name: "stdout" | "stderr") => ({ write: (line: string) => void process[name].write(withoutSecrets(line)) });

function createLogger(): Logger {
  const streams = [
    { level: "debug", stream: cleanedInto("stdout") },
    { level: "warn", stream: cleanedInto("stderr") },
  ] as const;
  return pino(
    {
      level: env().LOG_LEVEL,
      base: undefined,
      messageKey: "message",
      timestamp: () => stdTimeFunctions.isoTime().replace("time", "at"),
      formatters: { level: (level) => ({ level }) },
    },
    multistream([...streams], { dedupe: true }),
  );
}

let logger: Logger | undefined;

const write = (level: Level, message: string, details: Details): void => (logger ??= createLogger())[level](details, message);

const thinned = thinOut(write);

export const log = {
  debug: (message: string, details: Details = {}) => write("debug", message, details),
  info: (message: string, details: Details = {}) => write("info", message, details),
  warn: (message: string, details: Details = {}) => thinned("warn", message, details),
  error: (message: string, details: Details = {}) => thinned("error", message, details),
};

/** Tells the statement alone. A failed query's message repeats its parameters, hashes of tokens among them. */
function withoutParameters(text: string, error: Error): string {
  if (!("query" in error && "params" in error)) return text;
  return text.replace(error.message, () => `Failed query: ${String(error.query)}`);
}

/** Stack and causes, for the log only: an answer must never contain them. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : inspect(error);
  const cause = error.cause === undefined ? "" : `; cause: ${describeError(error.cause)}`;
  return `${withoutParameters(error.stack ?? error.message, error)}${cause}`;
}
