import { causesOf, codeOf, refusedStatement, STORE_AWAY } from "@/db/client";
import { servingAddress, type PostgresAddress } from "@/lib/config/database-choice";
import { env } from "@/lib/config/env";

const NETWORK_CODES = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"]);
/** Wrong password, no such role, no such database, too many connections. */
const POSTGRES_CODES = new Set(["28P01", "28000", "3D000", "53300"]);
/** pg verifies certificates under `sslmode=require`; some hosts sign theirs with a private authority. */
const UNKNOWN_CERTIFICATE = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);

const isAboutConnecting = (error: Error): boolean =>
  [NETWORK_CODES, POSTGRES_CODES, UNKNOWN_CERTIFICATE].some((codes) => codes.has(codeOf(error))) ||
  codeOf(error) === STORE_AWAY ||
  /timeout exceeded when trying to connect|connection terminated/i.test(error.message);

/** A sentence for the operator when the database cannot be reached; null for other errors. */
export function explainUnreachable(error: unknown, address: PostgresAddress | null = servingAddress(env())): string | null {
  const cause = [...causesOf(error)].find(isAboutConnecting);
  if (!address || !cause) return null;
  const hint = UNKNOWN_CERTIFICATE.has(codeOf(cause))
    ? `Add sslrootcert=<file of its authority> to ${address.key}`
    : `Check ${address.key}, and that Postgres runs there`;
  return `The database at ${new URL(address.url).host} cannot be used (${cause.message || codeOf(cause)}). ${hint}.`;
}

/** A short sentence for the operator when the database refused a statement; null for other errors. */
export function explainRefused(error: unknown): string | null {
  const refused = refusedStatement(error);
  return refused && `The database refused a statement: ${refused.reason.split("\n", 1)[0]}. LOG_LEVEL=debug shows which.`;
}
