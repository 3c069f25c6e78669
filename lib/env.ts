import { isIP } from "node:net";
import { z } from "zod";

interface Key {
  meaning: string;
  example: string;
  schema: z.ZodType;
  /** As shown in the README; null means "not set". */
  fallback: string | null;
}

const optional = <Output>(schema: z.ZodType<Output, string>) => z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <Output>(schema: z.ZodType<Output, string>, fallback: string) => z.preprocess((value) => (value === "" || value === undefined ? fallback : value), schema);
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\/\S+$/, "must start with postgres://");
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));

function isCidr(text: string): boolean {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest));
}

const cidrs = z.string().refine((value) => value === "vercel" || value.split(",").every(isCidr), "must be `vercel` or a comma-separated list of addresses or CIDRs");

/** Every key that is ours. The README's table and the start's complaints come from here. */
export const KEYS = {
  PORT: { meaning: "Port the server listens on", example: "3000", fallback: "3000", schema: withDefault(z.string().regex(/^\d{1,5}$/).transform(Number).pipe(z.number().int().min(0).max(65_535)), "3000") },
  DATA_DIR: { meaning: "Folder of everything the embedded mode keeps", example: ".data", fallback: ".data", schema: withDefault(z.string().min(1), ".data") },
  PUBLIC_BASE_URL: { meaning: "Public address of this service, used in feeds and documents", example: "https://data.example.org", fallback: null, schema: optional(httpUrl) },
  SITE_NAME: { meaning: "Name shown on pages and in answers", example: "AI Ecosystem Data", fallback: "AI Ecosystem Data", schema: withDefault(z.string().min(1).max(80), "AI Ecosystem Data") },
  DATABASE_URL: { meaning: "Postgres to use instead of the embedded database", example: "postgres://user:secret@host:5432/name", fallback: null, schema: optional(postgresUrl) },
  POSTGRES_URL: { meaning: "Postgres on Vercel; wins there, and is required there", example: "postgres://user:secret@host-pooler.example/name", fallback: null, schema: optional(postgresUrl) },
  UPSTASH_REDIS_REST_URL: { meaning: "Upstash Redis for rate limits shared by instances", example: "https://name.upstash.io", fallback: null, schema: optional(httpUrl) },
  UPSTASH_REDIS_REST_TOKEN: { meaning: "Token of that Redis", example: "AX…", fallback: null, schema: optional(z.string().min(1)) },
  SOURCES_REPLAY_DIR: { meaning: "Folder with replay.json: sources are answered from it instead of the network", example: "tests/fixtures/replay", fallback: null, schema: optional(z.string().min(1)) },
  SCHEDULER: { meaning: "`off` runs no jobs in this process", example: "off", fallback: "on", schema: withDefault(onOff, "on") },
  FRONT: { meaning: "`off` sends every request through Next's route handlers", example: "off", fallback: "on", schema: withDefault(onOff, "on") },
  CRON_SECRET: { meaning: "Bearer that /api/cron accepts; required on Vercel", example: "32 random characters", fallback: null, schema: optional(z.string().min(16, "must have at least 16 characters")) },
  TRUSTED_PROXY: { meaning: "Peers whose forwarding headers are believed: CIDRs, or `vercel`", example: "10.0.0.0/8", fallback: null, schema: optional(cidrs) },
  LOG_LEVEL: { meaning: "Least level that is logged", example: "info", fallback: "info", schema: withDefault(z.enum(["debug", "info", "warn", "error", "silent"]), "info") },
  GITHUB_TOKEN: { meaning: "Raises the rate limit of the trending search", example: "github_pat_…", fallback: null, schema: optional(z.string().min(1)) },
  OPERATOR_LEGAL_ENTITY: { meaning: "Legal entity that runs this service", example: "Example Data LLC", fallback: null, schema: optional(z.string().min(1)) },
  OPERATOR_JURISDICTION: { meaning: "Where that entity sits", example: "USA", fallback: "USA", schema: withDefault(z.string().min(1), "USA") },
  OPERATOR_CONTACT: { meaning: "Contact address, an e-mail or URL", example: "ops@example.org", fallback: null, schema: optional(z.string().min(3)) },
  OPERATOR_SOCIAL_URL: { meaning: "Public profile of the operator", example: "https://social.example/@data", fallback: null, schema: optional(httpUrl) },
} satisfies Record<string, Key>;

type Parsed = { [Name in keyof typeof KEYS]: z.output<(typeof KEYS)[Name]["schema"]> };

export interface Env extends Parsed {
  isVercel: boolean;
  /** True inside `next build`, which must not touch the database. */
  isBuild: boolean;
  /** API keys of probed providers, by the provider's id in upper case: `PROBE_<PROVIDER>_KEY`. */
  probeKeys: Record<string, string>;
}

/** One line that says which key, what for and how it should look. */
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

function requireOnVercel(env: Parsed): void {
  for (const name of ["POSTGRES_URL", "CRON_SECRET"] as const) {
    if (env[name] === undefined) complain(name, "is required on Vercel, where the embedded database is refused");
  }
}

/** Throws ConfigurationError for a malformed value of one of our keys; other variables are not looked at. */
export function parseEnv(variables: Record<string, string | undefined>): Env {
  const parsed: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(KEYS)) {
    const result = key.schema.safeParse(variables[name]?.trim());
    if (!result.success) complain(name, `is not valid (${result.error.issues[0]?.message ?? "malformed"})`);
    parsed[name] = result.data;
  }
  const values = parsed as Parsed;
  if (Boolean(values.UPSTASH_REDIS_REST_URL) !== Boolean(values.UPSTASH_REDIS_REST_TOKEN)) {
    complain(values.UPSTASH_REDIS_REST_URL ? "UPSTASH_REDIS_REST_TOKEN" : "UPSTASH_REDIS_REST_URL", "is missing while its partner is set");
  }
  const isVercel = variables.VERCEL === "1";
  if (isVercel) requireOnVercel(values);
  const probeKeys: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    const provider = /^PROBE_([A-Z0-9_]+)_KEY$/.exec(name)?.[1];
    if (provider && value) probeKeys[provider] = value;
  }
  return { ...values, isVercel, isBuild: variables.NEXT_PHASE === "phase-production-build", probeKeys };
}

let current: Env | undefined;

/** Parsed on first use, so that a build needs no configuration. */
export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}

export type DatabaseChoice = { driver: "pglite" } | { driver: "pg" | "vercel"; url: string };

/** On Vercel POSTGRES_URL wins; elsewhere DATABASE_URL, and POSTGRES_URL is only read there. */
export function databaseChoice(values: Env): DatabaseChoice {
  if (values.isVercel && values.POSTGRES_URL) return { driver: "vercel", url: values.POSTGRES_URL };
  if (values.DATABASE_URL) return { driver: "pg", url: values.DATABASE_URL };
  return { driver: "pglite" };
}
