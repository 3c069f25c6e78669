import { databaseChoice, env } from "@/lib/env";

const NETWORK_CODES = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);
/** Wrong password, no such role, no such database, too many connections. */
const POSTGRES_CODES = new Set(["28P01", "28000", "3D000", "53300"]);

function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) {
    yield current;
    if (current instanceof AggregateError) yield* current.errors.flatMap((inner) => [...causesOf(inner)]);
  }
}

const codeOf = (error: Error): string => ("code" in error ? String(error.code) : "");

/** A sentence about a database that cannot be reached; null when the error is about something else. */
export function explainUnreachable(error: unknown): string | null {
  const choice = databaseChoice(env());
  if (choice.driver === "pglite") return null;
  const cause = [...causesOf(error)].find((one) => NETWORK_CODES.has(codeOf(one)) || POSTGRES_CODES.has(codeOf(one)) || one.message.includes("timeout exceeded when trying to connect"));
  if (!cause) return null;
  const name = choice.driver === "vercel" ? "POSTGRES_URL" : "DATABASE_URL";
  return `The database at ${new URL(choice.url).host} cannot be used (${cause.message || codeOf(cause)}). Check ${name}, and that Postgres runs there.`;
}
