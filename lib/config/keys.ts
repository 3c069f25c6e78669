import { z } from "zod";
import {
  apiUrl,
  chainAddress,
  cidrs,
  digits,
  httpUrl,
  onOff,
  optional,
  postgresUrl,
  privateKey,
  redisUrl,
  rpcUrls,
  secret,
  trueOrFalse,
  webhookUrl,
  withDefault,
  type Key,
} from "./key-schemas";
import { signingKey } from "./signing-key";

/** Every environment variable of this service. The guide to the configuration and the messages about bad values come from here. */
export const KEYS = {
  PORT: withDefault(digits(/^\d{1,5}$/).pipe(z.number().int().min(0).max(65_535)), "3000", "Port the server listens on"),
  DATA_DIR: withDefault(z.string().min(1), ".data", "Folder of the embedded database, its backups and the keys that this service makes"),
  PUBLIC_BASE_URL: optional(
    httpUrl,
    "Public address of this service, named in feeds, documents and payments; without it none of them is cached, and nothing is sold behind TRUSTED_PROXY. On Vercel the project's, unless set",
    "https://data.example.org",
  ),
  SITE_NAME: withDefault(z.string().min(1).max(80), "AI Ecosystem Data", "Name shown on pages and in answers"),
  DATABASE_URL: secret(optional(postgresUrl, "Postgres to use instead of the embedded database", "postgres://user:secret@host:5432/name")),
  POSTGRES_URL: secret(
    optional(
      postgresUrl,
      "Postgres on Vercel; wins there, and is required there",
      "postgres://user:secret@ep-name-123456-pooler.region.aws.neon.tech/name",
    ),
  ),
  DATABASE_URL_UNPOOLED: secret(
    optional(
      postgresUrl,
      "Address of DATABASE_URL's database without its pooler, used to bring the schema up to date",
      "postgres://user:secret@host.example:5432/name",
    ),
  ),
  POSTGRES_URL_NON_POOLING: secret(optional(postgresUrl, "The same for POSTGRES_URL", "postgres://user:secret@host.example/name")),
  MIGRATE_PREVIEWS: withDefault(
    trueOrFalse,
    "false",
    "`true` lets the builds of Vercel previews migrate; only where previews have a database of their own",
    "true",
  ),
  REDIS_URL: secret(optional(redisUrl, "Redis for rate limits shared by processes; rediss:// by TLS", "redis://:secret@localhost:6379")),
  UPSTASH_REDIS_REST_URL: optional(
    httpUrl,
    "Upstash Redis for rate limits shared by instances; not used where REDIS_URL is set",
    "https://name.upstash.io",
  ),
  UPSTASH_REDIS_REST_TOKEN: secret(optional(z.string().min(1), "Token of that Redis", "AX…")),
  SOURCES_REPLAY_DIR: optional(
    z.string().min(1),
    "Folder with replay.json: sources are answered from it instead of the network",
    "tests/fixtures/replay",
  ),
  SCHEDULER: withDefault(onOff, "on", "`off` runs no jobs in this process", "off"),
  CRON_SECRET: secret(
    optional(
      z.string().min(16, "must have at least 16 characters"),
      "Bearer that /api/cron accepts; required on Vercel",
      "32 random characters",
    ),
  ),
  RECEIPT_SIGNING_KEY: secret(
    optional(
      z.string().refine((value) => signingKey(value) !== null, "must be a 32-byte seed in base64 or an Ed25519 key in PKCS #8 PEM"),
      "Ed25519 key that signs receipts, a 32-byte seed in base64 or PKCS #8 PEM; without it one is made in DATA_DIR, required on Vercel",
      "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
    ),
  ),
  TRUSTED_PROXY: optional(cidrs, "Peers whose forwarding headers are believed: CIDRs, or `vercel`", "10.0.0.0/8"),
  METRICS_TOKEN: secret(
    optional(
      z.string().regex(/^[\x21-\x7e]{16,200}$/, "must be 16 to 200 printable characters"),
      "Bearer that /api/metrics answers; without it only callers on this machine are answered",
      "0123456789abcdef0123456789abcdef",
    ),
  ),
  LOG_REQUESTS: withDefault(trueOrFalse, "false", "`true` logs one line for each request, with its id", "true"),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    httpUrl,
    "OpenTelemetry collector that traces are sent to, over HTTP; without it none are made",
    "http://localhost:4318",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(optional(z.string().min(1), "Headers for that collector, such as its key", "x-api-key=0123456789")),
  OTEL_SERVICE_NAME: withDefault(z.string().min(1), "ai-ecosystem-data", "Name of this service in traces"),
  LOG_LEVEL: withDefault(z.enum(["debug", "info", "warn", "error", "silent"]), "info", "Least level that is logged"),
  CRASH_AT: optional(z.string().min(1), "For tests only: the step at which the process kills itself", "call:captured"),
  ALERT_WEBHOOK_URL: secret(
    optional(
      webhookUrl,
      "Address that is told when something is wrong that only the operator can mend, and when it is over; signed like a watch's delivery",
      "https://hooks.example.org/alerts",
    ),
  ),
  GITHUB_TOKEN: secret(optional(z.string().min(1), "Raises the rate limit of the trending search", "github_pat_…")),
  EMBEDDINGS_API_URL: optional(
    apiUrl,
    "OpenAI-compatible API that embeds news for clustering; without it a model of our own does",
    "https://api.openai.com/v1",
  ),
  EMBEDDINGS_API_KEY: secret(
    optional(z.string().regex(/^[\x21-\x7e]{8,400}$/, "must be 8 to 400 printable characters"), "Bearer for that API", "sk-0123456789"),
  ),
  EMBEDDINGS_API_MODEL: optional(
    z.string().regex(/^[\x21-\x7e]{1,120}$/, "must be 1 to 120 printable characters"),
    "Model of that API; required with it",
    "text-embedding-3-small",
  ),
  OPENAI_API_KEY: secret(
    optional(
      z.string().regex(/^[\x21-\x7e]{8,400}$/, "must be 8 to 400 printable characters"),
      "Key with which OpenAI's list of models is read, which says when each is shut down",
      "sk-0123456789",
    ),
  ),
  OPERATOR_LEGAL_ENTITY: optional(z.string().min(1), "Legal entity that runs this service", "Example Data LLC"),
  OPERATOR_JURISDICTION: withDefault(z.string().min(1), "USA", "Where that entity sits"),
  OPERATOR_CONTACT: optional(z.string().min(3), "Contact address, an e-mail or URL", "ops@example.org"),
  OPERATOR_SOCIAL_URL: optional(httpUrl, "Public profile of the operator", "https://social.example/@data"),
  MCP_REGISTRY_PUBLIC_KEY: optional(
    z.string().regex(/^[A-Za-z0-9+/]{43}=$/, "must be 32 bytes in base64"),
    "Public Ed25519 key, 32 bytes in base64, that /.well-known/mcp-registry-auth shows to the MCP registry; the private one stays with you",
    "6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=",
  ),
  CLIENT_PACKAGE_NAME: optional(
    z.string().regex(/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/, "must be a name that npm takes"),
    "Name of the client's package at npm: `npm run build:client` gives it that name, and the guide tells readers to install it. Set it once the name is yours",
    "@example/ai-data",
  ),
  PAYMENT_ADDRESS: optional(
    chainAddress,
    "Wallet on Base that receives payments; without it nothing is sold",
    "0x1111111111111111111111111111111111111111",
  ),
  NEXT_PUBLIC_PAYMENT_ADDRESS: optional(
    chainAddress,
    "Pinned copy of that wallet, part of the build; where the two differ nothing is sold",
    "0x1111111111111111111111111111111111111111",
  ),
  BASE_ACCOUNT: withDefault(trueOrFalse, "false", "`true` offers Base Account beside the wallets of the browser on the page /buy", "true"),
  WALLETCONNECT_PROJECT_ID: optional(
    z.string().regex(/^[0-9a-f]{32}$/, "must be 32 hex digits"),
    "Project at WalletConnect; with it the page /buy offers wallets on phones by it",
    "0123456789abcdef0123456789abcdef",
  ),
  CHAIN_ID: withDefault(digits(/^[1-9]\d{0,14}$/), "8453", "Chain of the payments"),
  CHAIN_RPC_URLS: secret(
    withDefault(rpcUrls, "https://mainnet.base.org", "One or two RPC endpoints of that chain; two must agree before money is believed"),
  ),
  CHAIN_START_BLOCK: optional(digits(/^\d{1,12}$/), "Block at which the first scan for payments begins; without it a day back", "41000000"),
  USDC_ADDRESS: withDefault(chainAddress, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USDC on that chain"),
  X402_SETTLER_KEY: secret(
    optional(privateKey, "Private key that settles x402 payments in this process and pays their gas", `0x${"01".repeat(32)}`),
  ),
  GASLESS_GAS_GWEI_PER_DAY: withDefault(
    digits(/^\d{1,12}$/),
    "100000000",
    "Most gas that X402_SETTLER_KEY pays in 24 hours, for calls and purchases together, in gwei; 0 sends nothing",
  ),
  X402_FACILITATOR_URL: secret(optional(httpUrl, "x402 facilitator to settle through instead", "https://facilitator.example.org")),
  ALLOW_BARE_TX: withDefault(trueOrFalse, "true", "`false` refuses a transaction hash that comes without quote or signature"),
  BARE_TX_MAX_AGE_SECONDS: withDefault(digits(/^[1-9]\d{0,8}$/), "86400", "Age up to which a bare transaction hash pays for a call"),
  PAYMENTS_DISABLED: withDefault(trueOrFalse, "false", "`true` stops all selling; credits already bought keep working", "true"),
  SANCTIONS_LIST_FILE: optional(
    z.string().min(1),
    "File of wallets that are refused, one address a line, # for comments",
    "sanctioned-addresses.txt",
  ),
  CHAINALYSIS_API_KEY: secret(
    optional(
      z.string().regex(/^[\x21-\x7e]{8,200}$/, "must be 8 to 200 printable characters"),
      "Key of Chainalysis's sanctions API, which then screens payers too",
      "0123456789abcdef",
    ),
  ),
  WATCH_SECRET_KEY: secret(
    optional(
      z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/, "must be 32 bytes in base64"),
      "Key of 32 bytes in base64 that the secrets of watches are encrypted with; without it one is made in DATA_DIR, required on Vercel",
      "q83vEjRWeJq83vEjRWeJq83vEjRWeJq83vEjRWeJq80",
    ),
  ),
  WATCH_ALLOW_PRIVATE: withDefault(
    trueOrFalse,
    "false",
    "For tests only: `true` lets watches call private addresses and any port; refused on a public address",
  ),
} satisfies Record<string, Key>;

/** A key per provider, with the provider as part of its name. */
export const PROBE_KEY = {
  name: "PROBE_<PROVIDER>_KEY",
  pattern: /^PROBE_([A-Z0-9_]+)_KEY$/,
  meaning: "API key of a provider, by its id in upper case: its probe then also asks for one token",
  example: "sk-0123456789",
  schema: z.string(),
  fallback: null,
  isSecret: true,
} as const satisfies Key & { name: string; pattern: RegExp };
