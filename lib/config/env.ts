import type { z } from "zod";
import type { Key } from "./key-schemas";
import { KEYS, PROBE_KEY } from "./keys";
import { nearKeys } from "./near-keys";
import { parseUrl } from "@/lib/domain/basics/parse-url";

export { KEYS } from "./keys";

type Parsed = { [Name in keyof typeof KEYS]: z.output<(typeof KEYS)[Name]["schema"]> };

export interface Env extends Parsed {
  isVercel: boolean;
  /** True on Vercel outside of production. */
  isPreview: boolean;
  /**
   * True where not only developers reach the service. It is then on Vercel, or has a PUBLIC_BASE_URL
   * that is not this machine.
   */
  isPublic: boolean;
  /** True behind a proxy without PUBLIC_BASE_URL. Clients then use a name that nobody told this service. */
  isNameless: boolean;
  /** True inside `next build`, which must not open the database. */
  isBuild: boolean;
  /** Keys for probing providers, by the provider's id in upper case, from `PROBE_<PROVIDER>_KEY`. */
  probeKeys: Record<string, string>;
}

/** Its message is one line: the variable, what it is for, and an example. */
export class ConfigurationError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigurationError";
  }
}

function complain(name: string, problem: string): never {
  const key = KEYS[name as keyof typeof KEYS];
  throw new ConfigurationError(`${name}: ${problem}. It is for: ${key.meaning}. Example: ${name}=${key.example}`);
}

/** All that are missing are named at once, because each of them would cost another deployment. */
function requireOnVercel(env: Parsed): void {
  const names = ["POSTGRES_URL", "CRON_SECRET", "RECEIPT_SIGNING_KEY", "WATCH_SECRET_KEY"] as const;
  const [first, ...others] = names.filter((name) => env[name] === undefined);
  if (first === undefined) return;
  const missing = others.length === 0 ? "" : `, as ${others.join(", ")}, which ${others.length === 1 ? "is" : "are"} missing too`;
  complain(first, `is required on Vercel, where nothing can be kept in a folder${missing}`);
}

const isPublic = ({ PUBLIC_BASE_URL }: Parsed, isVercel: boolean): boolean =>
  isVercel || (PUBLIC_BASE_URL !== undefined && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(PUBLIC_BASE_URL).hostname));

/** Vercel serves production under the project's host, and a preview under its branch's. */
function addressOnVercel(variables: Record<string, string | undefined>): string | undefined {
  const { VERCEL_ENV, VERCEL_PROJECT_PRODUCTION_URL, VERCEL_BRANCH_URL, VERCEL_URL } = variables;
  const host = VERCEL_ENV === "production" ? VERCEL_PROJECT_PRODUCTION_URL : VERCEL_BRANCH_URL || VERCEL_URL;
  return host ? `https://${host}` : undefined;
}

/** Throws ConfigurationError for a malformed value; variables of other programs are ignored. */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const parsed: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(KEYS)) {
    const result = key.schema.safeParse(variables[name]?.trim());
    if (!result.success) complain(name, `is not valid (${result.error.issues[0]?.message ?? "malformed"})`);
    parsed[name] = result.data;
  }
  const isVercel = variables.VERCEL === "1";
  const values = parsed as Parsed;
  if (isVercel) values.PUBLIC_BASE_URL ??= addressOnVercel(variables);
  if (Boolean(values.UPSTASH_REDIS_REST_URL) !== Boolean(values.UPSTASH_REDIS_REST_TOKEN)) {
    complain(values.UPSTASH_REDIS_REST_URL ? "UPSTASH_REDIS_REST_TOKEN" : "UPSTASH_REDIS_REST_URL", "is missing while its partner is set");
  }
  if (Boolean(values.EMBEDDINGS_API_URL) !== Boolean(values.EMBEDDINGS_API_MODEL)) {
    complain(values.EMBEDDINGS_API_URL ? "EMBEDDINGS_API_MODEL" : "EMBEDDINGS_API_URL", "is missing while its partner is set");
  }
  if (values.X402_SETTLER_KEY && values.X402_FACILITATOR_URL) {
    complain("X402_FACILITATOR_URL", "is set together with X402_SETTLER_KEY; one of them settles");
  }
  if (values.WATCH_ALLOW_PRIVATE && isPublic(values, isVercel)) {
    complain("WATCH_ALLOW_PRIVATE", "is for tests only, and this service is on a public address");
  }
  if (isVercel) requireOnVercel(values);
  const probeKeys: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    const provider = PROBE_KEY.pattern.exec(name)?.[1];
    if (provider && value) probeKeys[provider] = value;
  }
  return {
    ...values,
    isVercel,
    isPreview: isVercel && variables.VERCEL_ENV !== "production",
    isPublic: isPublic(values, isVercel),
    isNameless: values.PUBLIC_BASE_URL === undefined && (isVercel || values.TRUSTED_PROXY !== undefined),
    isBuild: variables.NEXT_PHASE === "phase-production-build",
    probeKeys,
  };
}

/** The test runner sets it, in the processes that it starts too. */
export const isUnderTest = process.env.VITEST === "true";

let current: Env | undefined;

/** Parsed on first use, because a build needs no configuration. */
export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}

/** Sentences about variables that nearly are keys of ours. */
export const misspeltKeys = (): string[] => nearKeys(process.env);

const MIN_SECRET_LENGTH = 8;
/** Shorter path segments may be ordinary words, which must stay readable in the log. */
const MIN_KEY_LENGTH = 16;

/** Providers put keys into the user name, path or query of a URL, so those parts are secret as well. */
function secretParts(value: string): string[] {
  const url = parseUrl(value);
  if (url === null) return [value];
  const { protocol, username, password, pathname, search, searchParams } = url;
  const keys = [...pathname.split("/"), ...searchParams.values()].filter((part) => part.length >= MIN_KEY_LENGTH);
  const keyed = protocol.startsWith("http") ? [username, pathname.slice(1), search.slice(1), ...keys] : [];
  return [value, password, decodeURIComponent(password), ...keyed];
}

/** Values that no log line and no answer may contain. The longest come first, since a secret can be part of another. */
export function secretsOf(values: Env): string[] {
  const keys = Object.entries(KEYS as Record<string, Key>).filter(([, key]) => key.isSecret);
  const configured = keys.flatMap(([name, key]) =>
    [values[name as keyof Env]].flat().filter((value) => typeof value === "string" && value !== key.fallback),
  ) as string[];
  const parts = [...configured, ...Object.values(values.probeKeys)].flatMap(secretParts);
  return [...new Set(parts)].filter((part) => part.length >= MIN_SECRET_LENGTH).sort((a, b) => b.length - a.length);
}
