import { isIP } from "node:net";
import { z } from "zod";
import { signingKey } from "./signing-key";

interface Key {
  meaning: string;
  example: string;
  schema: z.ZodType;
  /** As shown in the README; null means "not set". */
  fallback: string | null;
  /** Its value is cut out of every log line. */
  isSecret?: true;
}

const optional = <Output>(schema: z.ZodType<Output, string>) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const withDefault = <Output>(schema: z.ZodType<Output, string>, fallback: string) =>
  z.preprocess((value) => (value === "" || value === undefined ? fallback : value), schema);
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, { error: "must start with postgres://", abort: true })
  .refine((value) => URL.canParse(value), "is no URL; characters like # and / in a password are written %23 and %2F");
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
const isThisMachine = (hostname: string) => hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
const hasNoCredentials = ({ username, password, search, hash }: URL) => username + password + search + hash === "";
const apiUrl = httpUrl
  .refine((value) => value.startsWith("https:") || isThisMachine(new URL(value).hostname), "must be https, except on this machine")
  .refine((value) => hasNoCredentials(new URL(value)), "must hold neither credentials nor a query");
const trueOrFalse = z.enum(["true", "false"]).transform((value) => value === "true");
const chainAddress = z.string().regex(/^0x(?!0{40})[0-9a-fA-F]{40}$/, "must be 0x and 40 hex digits, and not all zero");
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const privateKey = z
  .string()
  .regex(/^0x(?!0{64})[0-9a-fA-F]{64}$/, { error: "must be 0x and 64 hex digits", abort: true })
  .refine((key) => BigInt(key) < CURVE_ORDER, "is no key of this curve");
const isOneOrTwo = (urls: readonly string[]) => urls.length <= 2 && new Set(urls).size === urls.length;
const rpcUrls = z
  .string()
  .transform((value) => value.split(",").map((url) => url.trim()))
  .pipe(z.array(httpUrl))
  .refine(isOneOrTwo, "must be one or two different http(s) URLs, comma-separated");

function isCidr(text: string): boolean {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest));
}

const cidrs = z
  .string()
  .refine(
    (value) => value === "vercel" || value.split(",").every(isCidr),
    "must be `vercel` or a comma-separated list of addresses or CIDRs",
  );

/** Every key that is ours. The README's table and the start's complaints come from here. */
export const KEYS = {
  PORT: {
    meaning: "Port the server listens on",
    example: "3000",
    fallback: "3000",
    schema: withDefault(
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number)
        .pipe(z.number().int().min(0).max(65_535)),
      "3000",
    ),
  },
  DATA_DIR: {
    meaning: "Folder of everything the embedded mode keeps",
    example: ".data",
    fallback: ".data",
    schema: withDefault(z.string().min(1), ".data"),
  },
  PUBLIC_BASE_URL: {
    meaning: "Public address of this service, used in feeds and documents",
    example: "https://data.example.org",
    fallback: null,
    schema: optional(httpUrl),
  },
  SITE_NAME: {
    meaning: "Name shown on pages and in answers",
    example: "AI Ecosystem Data",
    fallback: "AI Ecosystem Data",
    schema: withDefault(z.string().min(1).max(80), "AI Ecosystem Data"),
  },
  DATABASE_URL: {
    meaning: "Postgres to use instead of the embedded database",
    example: "postgres://user:secret@host:5432/name",
    fallback: null,
    isSecret: true,
    schema: optional(postgresUrl),
  },
  POSTGRES_URL: {
    meaning: "Postgres on Vercel; wins there, and is required there",
    example: "postgres://user:secret@ep-name-123456-pooler.region.aws.neon.tech/name",
    fallback: null,
    isSecret: true,
    schema: optional(postgresUrl),
  },
  DATABASE_URL_UNPOOLED: {
    meaning: "Address of DATABASE_URL's database without its pooler, used to bring the schema up to date",
    example: "postgres://user:secret@host.example:5432/name",
    fallback: null,
    isSecret: true,
    schema: optional(postgresUrl),
  },
  POSTGRES_URL_NON_POOLING: {
    meaning: "The same for POSTGRES_URL",
    example: "postgres://user:secret@host.example/name",
    fallback: null,
    isSecret: true,
    schema: optional(postgresUrl),
  },
  MIGRATE_PREVIEWS: {
    meaning: "`true` lets the builds of Vercel previews migrate; only where previews have a database of their own",
    example: "true",
    fallback: "false",
    schema: withDefault(trueOrFalse, "false"),
  },
  UPSTASH_REDIS_REST_URL: {
    meaning: "Upstash Redis for rate limits shared by instances",
    example: "https://name.upstash.io",
    fallback: null,
    schema: optional(httpUrl),
  },
  UPSTASH_REDIS_REST_TOKEN: {
    meaning: "Token of that Redis",
    example: "AX…",
    fallback: null,
    isSecret: true,
    schema: optional(z.string().min(1)),
  },
  SOURCES_REPLAY_DIR: {
    meaning: "Folder with replay.json: sources are answered from it instead of the network",
    example: "tests/fixtures/replay",
    fallback: null,
    schema: optional(z.string().min(1)),
  },
  SCHEDULER: { meaning: "`off` runs no jobs in this process", example: "off", fallback: "on", schema: withDefault(onOff, "on") },
  FRONT: {
    meaning: "`off` sends every request through Next's route handlers, which halves the number of paid calls per second",
    example: "off",
    fallback: "on",
    schema: withDefault(onOff, "on"),
  },
  CRON_SECRET: {
    meaning: "Bearer that /api/cron accepts; required on Vercel",
    example: "32 random characters",
    fallback: null,
    isSecret: true,
    schema: optional(z.string().min(16, "must have at least 16 characters")),
  },
  RECEIPT_SIGNING_KEY: {
    meaning:
      "Ed25519 key that signs receipts, a 32-byte seed in base64 or PKCS #8 PEM; without it one is kept in DATA_DIR, required on Vercel",
    example: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    fallback: null,
    isSecret: true,
    schema: optional(
      z.string().refine((value) => signingKey(value) !== null, "must be a 32-byte seed in base64 or an Ed25519 key in PKCS #8 PEM"),
    ),
  },
  TRUSTED_PROXY: {
    meaning: "Peers whose forwarding headers are believed: CIDRs, or `vercel`",
    example: "10.0.0.0/8",
    fallback: null,
    schema: optional(cidrs),
  },
  LOG_LEVEL: {
    meaning: "Least level that is logged",
    example: "info",
    fallback: "info",
    schema: withDefault(z.enum(["debug", "info", "warn", "error", "silent"]), "info"),
  },
  CRASH_AT: {
    meaning: "For tests only: the step at which the process kills itself",
    example: "call:captured",
    fallback: null,
    schema: optional(z.string().min(1)),
  },
  GITHUB_TOKEN: {
    meaning: "Raises the rate limit of the trending search",
    example: "github_pat_…",
    fallback: null,
    isSecret: true,
    schema: optional(z.string().min(1)),
  },
  EMBEDDINGS_API_URL: {
    meaning: "OpenAI-compatible API that embeds news for clustering; without it a model of our own does",
    example: "https://api.openai.com/v1",
    fallback: null,
    schema: optional(apiUrl),
  },
  EMBEDDINGS_API_KEY: {
    meaning: "Bearer for that API",
    example: "sk-0123456789",
    fallback: null,
    isSecret: true,
    schema: optional(z.string().regex(/^[\x21-\x7e]{8,400}$/, "must be 8 to 400 printable characters")),
  },
  EMBEDDINGS_API_MODEL: {
    meaning: "Model that it is asked for; required with it",
    example: "text-embedding-3-small",
    fallback: null,
    schema: optional(z.string().regex(/^[\x21-\x7e]{1,120}$/, "must be 1 to 120 printable characters")),
  },
  OPERATOR_LEGAL_ENTITY: {
    meaning: "Legal entity that runs this service",
    example: "Example Data LLC",
    fallback: null,
    schema: optional(z.string().min(1)),
  },
  OPERATOR_JURISDICTION: {
    meaning: "Where that entity sits",
    example: "USA",
    fallback: "USA",
    schema: withDefault(z.string().min(1), "USA"),
  },
  OPERATOR_CONTACT: {
    meaning: "Contact address, an e-mail or URL",
    example: "ops@example.org",
    fallback: null,
    schema: optional(z.string().min(3)),
  },
  OPERATOR_SOCIAL_URL: {
    meaning: "Public profile of the operator",
    example: "https://social.example/@data",
    fallback: null,
    schema: optional(httpUrl),
  },
  PAYMENT_ADDRESS: {
    meaning: "Wallet that is paid, on Base; without it nothing is sold",
    example: "0x1111111111111111111111111111111111111111",
    fallback: null,
    schema: optional(chainAddress),
  },
  NEXT_PUBLIC_PAYMENT_ADDRESS: {
    meaning: "Pinned copy of that wallet, part of the build; where the two differ nothing is sold",
    example: "0x1111111111111111111111111111111111111111",
    fallback: null,
    schema: optional(chainAddress),
  },
  CHAIN_ID: {
    meaning: "Chain of the payments",
    example: "8453",
    fallback: "8453",
    schema: withDefault(
      z
        .string()
        .regex(/^[1-9]\d{0,14}$/)
        .transform(Number),
      "8453",
    ),
  },
  CHAIN_RPC_URLS: {
    meaning: "One or two RPC endpoints of that chain; two must agree before money is believed",
    example: "https://mainnet.base.org",
    fallback: "https://mainnet.base.org",
    isSecret: true,
    schema: withDefault(rpcUrls, "https://mainnet.base.org"),
  },
  CHAIN_START_BLOCK: {
    meaning: "Block at which the first scan for payments begins; without it a day back",
    example: "41000000",
    fallback: null,
    schema: optional(
      z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
    ),
  },
  USDC_ADDRESS: {
    meaning: "USDC on that chain",
    example: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    fallback: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    schema: withDefault(chainAddress, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
  },
  X402_SETTLER_KEY: {
    meaning: "Private key that settles x402 payments in this process and pays their gas",
    example: `0x${"01".repeat(32)}`,
    fallback: null,
    isSecret: true,
    schema: optional(privateKey),
  },
  X402_FACILITATOR_URL: {
    meaning: "x402 facilitator to settle through instead",
    example: "https://facilitator.example.org",
    fallback: null,
    isSecret: true,
    schema: optional(httpUrl),
  },
  ALLOW_BARE_TX: {
    meaning: "`false` refuses a transaction hash that comes without quote or signature",
    example: "true",
    fallback: "true",
    schema: withDefault(trueOrFalse, "true"),
  },
  BARE_TX_MAX_AGE_SECONDS: {
    meaning: "Age up to which a bare transaction hash pays for a call",
    example: "86400",
    fallback: "86400",
    schema: withDefault(
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
      "86400",
    ),
  },
  PAYMENTS_DISABLED: {
    meaning: "`true` stops all selling; credits already bought keep working",
    example: "true",
    fallback: "false",
    schema: withDefault(trueOrFalse, "false"),
  },
  SANCTIONS_LIST_FILE: {
    meaning: "File of wallets that are refused, one address a line, # for comments",
    example: "sanctioned-addresses.txt",
    fallback: null,
    schema: optional(z.string().min(1)),
  },
  CHAINALYSIS_API_KEY: {
    meaning: "Screens payers through that API too",
    example: "0123456789abcdef",
    fallback: null,
    isSecret: true,
    schema: optional(z.string().regex(/^[\x21-\x7e]{8,200}$/, "must be 8 to 200 printable characters")),
  },
  WATCH_SECRET_KEY: {
    meaning:
      "Key of 32 bytes in base64 that the secrets of watches are encrypted with; without it one is kept in DATA_DIR, required on Vercel",
    example: "q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80",
    fallback: null,
    isSecret: true,
    schema: optional(z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/, "must be 32 bytes in base64")),
  },
  WATCH_ALLOW_PRIVATE: {
    meaning: "For tests only: `true` lets watches call private addresses and any port; refused on a public address",
    example: "false",
    fallback: "false",
    schema: withDefault(trueOrFalse, "false"),
  },
} satisfies Record<string, Key>;

type Parsed = { [Name in keyof typeof KEYS]: z.output<(typeof KEYS)[Name]["schema"]> };

export interface Env extends Parsed {
  isVercel: boolean;
  /** True on Vercel anywhere but in its production. */
  isPreview: boolean;
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
  for (const name of ["POSTGRES_URL", "CRON_SECRET", "RECEIPT_SIGNING_KEY", "WATCH_SECRET_KEY"] as const) {
    if (env[name] === undefined) complain(name, "is required on Vercel, where nothing can be kept in a folder");
  }
}

/** Whoever is reached from outside is not under test. */
const isInProduction = ({ PUBLIC_BASE_URL }: Parsed, isVercel: boolean): boolean =>
  isVercel || (PUBLIC_BASE_URL !== undefined && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(PUBLIC_BASE_URL).hostname));

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
  if (Boolean(values.EMBEDDINGS_API_URL) !== Boolean(values.EMBEDDINGS_API_MODEL)) {
    complain(values.EMBEDDINGS_API_URL ? "EMBEDDINGS_API_MODEL" : "EMBEDDINGS_API_URL", "is missing while its partner is set");
  }
  if (values.X402_SETTLER_KEY && values.X402_FACILITATOR_URL) {
    complain("X402_FACILITATOR_URL", "is set together with X402_SETTLER_KEY; one of them settles");
  }
  const isVercel = variables.VERCEL === "1";
  if (values.WATCH_ALLOW_PRIVATE && isInProduction(values, isVercel)) {
    complain("WATCH_ALLOW_PRIVATE", "is for tests only, and this service is on a public address");
  }
  if (isVercel) requireOnVercel(values);
  const probeKeys: Record<string, string> = {};
  for (const [name, value] of Object.entries(variables)) {
    const provider = /^PROBE_([A-Z0-9_]+)_KEY$/.exec(name)?.[1];
    if (provider && value) probeKeys[provider] = value;
  }
  return {
    ...values,
    isVercel,
    isPreview: isVercel && variables.VERCEL_ENV !== "production",
    isBuild: variables.NEXT_PHASE === "phase-production-build",
    probeKeys,
  };
}

let current: Env | undefined;

/** Parsed on first use, so that a build needs no configuration. */
export function env(): Env {
  current ??= parseEnv(process.env);
  return current;
}

const LEAST_SECRET_LENGTH = 8;
/** A shorter part of a path may be a word that stands in many lines. */
const LEAST_KEY_LENGTH = 16;

/** A URL is a secret as a whole, and so are the parts of it where keys are put. */
function secretParts(value: string): string[] {
  if (!URL.canParse(value)) return [value];
  const { protocol, username, password, pathname, search, searchParams } = new URL(value);
  const keys = [...pathname.split("/"), ...searchParams.values()].filter((part) => part.length >= LEAST_KEY_LENGTH);
  const keyed = protocol.startsWith("http") ? [username, pathname.slice(1), search.slice(1), ...keys] : [];
  return [value, password, decodeURIComponent(password), ...keyed];
}

/** Every value that must never be read in a log line or an answer, the longest first. */
export function secretsOf(values: Env): string[] {
  const keys = Object.entries(KEYS as Record<string, Key>).filter(([, key]) => key.isSecret);
  const given = keys.flatMap(([name, key]) =>
    [values[name as keyof Env]].flat().filter((value) => typeof value === "string" && value !== key.fallback),
  ) as string[];
  const parts = [...given, ...Object.values(values.probeKeys)].flatMap(secretParts);
  return [...new Set(parts)].filter((part) => part.length >= LEAST_SECRET_LENGTH).sort((a, b) => b.length - a.length);
}
