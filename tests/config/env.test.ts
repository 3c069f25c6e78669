import { describe, expect, test } from "vitest";
import { databaseChoice, describePostgres, directAddress, mayMigrate } from "@/lib/config/database-choice";
import { redisChoice } from "@/lib/config/redis-choice";
import { ConfigurationError, KEYS, parseEnv, secretsOf } from "@/lib/config/env";

const MALFORMED: Partial<Record<keyof typeof KEYS, readonly string[]>> = {
  PORT: ["http", "70000", "-1", "3000.5"],
  PUBLIC_BASE_URL: ["data.example.org", "ftp://data.example.org"],
  SITE_NAME: ["x".repeat(81)],
  DATABASE_URL: ["mysql://host/name", "host:5432", "postgres://user:pass#word@host/name"],
  DATABASE_URL_UNPOOLED: ["mysql://host/name"],
  POSTGRES_URL_NON_POOLING: ["https://host/name"],
  MIGRATE_PREVIEWS: ["1", "yes"],
  POSTGRES_URL: ["https://host/name"],
  REDIS_URL: [
    "https://host:6379",
    "redis:host",
    "redis://",
    "redis:///0",
    "redis://:pass#word@host:6379",
    "redis://:%zz@host:6379",
    "redis://host:6379/first",
    "redis://host:6379?tls=1",
    "redis://host:99999",
  ],
  UPSTASH_REDIS_REST_URL: ["redis://host:6379"],
  SCHEDULER: ["no", "false"],
  CRON_SECRET: ["short"],
  WATCH_SECRET_KEY: ["secret", "ab".repeat(32), "A".repeat(42), `${"A".repeat(43)}==`],
  RECEIPT_SIGNING_KEY: [
    "seed",
    "ab".repeat(32),
    "A".repeat(42),
    `${"A".repeat(43)}==`,
    "-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----",
  ],
  TRUSTED_PROXY: ["proxy.example", "10.0.0.0/", "10.0.0.0/33", "300.1.1.1", "::1/129", "10.0.0.0/8,,", "1.2.3"],
  LOG_LEVEL: ["verbose"],
  OPERATOR_CONTACT: ["me"],
  OPERATOR_SOCIAL_URL: ["@data"],
  MCP_REGISTRY_PUBLIC_KEY: ["key", `${"A".repeat(43)}`, `${"A".repeat(44)}=`, "0".repeat(64)],
  PAYMENT_ADDRESS: ["0x12", "me.eth", `0x${"0".repeat(40)}`, "1111111111111111111111111111111111111111"],
  NEXT_PUBLIC_PAYMENT_ADDRESS: ["0x12"],
  CHAIN_ID: ["base", "0", "-1", "8453.5", "0x2105"],
  CHAIN_START_BLOCK: ["latest", "-1", "1.5", "0x10"],
  CHAIN_RPC_URLS: [
    "mainnet.base.org",
    "wss://mainnet.base.org",
    "https://a.example,",
    "https://a.example,https://a.example/",
    "https://a.example,https://b.example,https://c.example",
  ],
  USDC_ADDRESS: ["usdc"],
  X402_SETTLER_KEY: ["0x01", `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`, "01".repeat(32), `0x${"zz".repeat(32)}`],
  X402_FACILITATOR_URL: ["facilitator.example"],
  ALLOW_BARE_TX: ["yes", "on", "0"],
  BARE_TX_MAX_AGE_SECONDS: ["0", "-1", "1h"],
  PAYMENTS_DISABLED: ["1", "on"],
  CHAINALYSIS_API_KEY: ["short", "with space inside", "newline\nin the middle"],
  EMBEDDINGS_API_URL: [
    "api.openai.com/v1",
    "http://api.openai.com/v1",
    "http://10.0.0.1/v1",
    "https://user:secret@api.example/v1",
    "https://api.example/v1?key=1",
  ],
  EMBEDDINGS_API_KEY: ["short", "with space inside"],
  EMBEDDINGS_API_MODEL: ["two words", "x".repeat(121)],
  WATCH_ALLOW_PRIVATE: ["1", "on", "yes"],
};

const onVercel = {
  VERCEL: "1",
  POSTGRES_URL: "postgres://u:p@h-pooler.example/n",
  CRON_SECRET: "x".repeat(32),
  RECEIPT_SIGNING_KEY: KEYS.RECEIPT_SIGNING_KEY.example,
  WATCH_SECRET_KEY: KEYS.WATCH_SECRET_KEY.example,
};

describe("configuration", () => {
  const cases = Object.entries(MALFORMED).flatMap(([name, values]) => values.map((value) => ({ name: name as keyof typeof KEYS, value })));
  test.each(cases)("refuses $name=$value in one line with the key, its purpose and an example", ({ name, value }) => {
    let message = "";
    try {
      parseEnv({ [name]: value });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigurationError);
      message = (error as Error).message;
    }
    expect(message.startsWith(`${name}: `)).toBe(true);
    expect(message).toContain(KEYS[name].meaning);
    expect(message).toContain(`${name}=${KEYS[name].example}`);
    expect(message).not.toContain("\n");
  });

  test("does not repeat the refused value, which may be a secret", () => {
    expect(() => parseEnv({ DATABASE_URL: "postgre://user:hunter2@host/name" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("hunter2") }),
    );
  });

  test("repeats no part of a refused or accepted REDIS_URL", () => {
    expect(() => parseEnv({ REDIS_URL: "redis://user:hunter2hunter2@host:6379/x" })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("hunter2") }),
    );
    const accepted = parseEnv({ REDIS_URL: "rediss://user:hunter%402hunter@host:6380/2" });
    expect(secretsOf(accepted)).toEqual(expect.arrayContaining(["hunter%402hunter", "hunter@2hunter"]));
    expect(
      redisChoice(parseEnv({ REDIS_URL: "redis://host", UPSTASH_REDIS_REST_URL: "https://r.example", UPSTASH_REDIS_REST_TOKEN: "x" })),
    ).toEqual({
      kind: "redis",
      url: "redis://host",
    });
  });

  test("refuses two settlers at once and repeats neither", () => {
    const both = { X402_SETTLER_KEY: `0x${"ab".repeat(32)}`, X402_FACILITATOR_URL: "https://facilitator.example/key-1234" };
    expect(() => parseEnv(both)).toThrow("X402_FACILITATOR_URL: is set together with");
    expect(() => parseEnv(both)).toThrow(expect.objectContaining({ message: expect.not.stringMatching(/abab|key-1234/) }));
  });

  test("reads one or two RPC endpoints in order", () => {
    expect(parseEnv({}).CHAIN_RPC_URLS).toEqual(["https://mainnet.base.org"]);
    expect(parseEnv({ CHAIN_RPC_URLS: "https://a.example/v2/key, http://127.0.0.1:8545/" }).CHAIN_RPC_URLS).toEqual([
      "https://a.example/v2/key",
      "http://127.0.0.1:8545",
    ]);
  });

  test("lists secrets whole and in parts, but not public defaults", () => {
    const secrets = secretsOf(
      parseEnv({
        DATABASE_URL: "postgres://user:hunter%40hunter2@host/name",
        CHAIN_RPC_URLS: "https://mainnet.base.org,https://base.rpc.example/v2/0123456789abcdef?apikey=fedcba98",
        X402_SETTLER_KEY: `0x${"ab".repeat(32)}`,
        PROBE_OPENAI_KEY: "sk-0123456789",
      }),
    );
    expect(secrets).toEqual(
      expect.arrayContaining([
        "hunter%40hunter2",
        "hunter@hunter2",
        "v2/0123456789abcdef",
        "0123456789abcdef",
        "apikey=fedcba98",
        `0x${"ab".repeat(32)}`,
        "sk-0123456789",
      ]),
    );
    expect(secretsOf(parseEnv({}))).toEqual([]);
    expect(secrets).not.toContain("https://mainnet.base.org");
  });

  test("ignores variables of other programs", () => {
    expect(() => parseEnv({ PORTS: "x", NODE_OPTIONS: "%%", DATABASE_URL_OLD: "nonsense" })).not.toThrow();
  });

  test("accepts every example of the table", () => {
    for (const [name, key] of Object.entries(KEYS)) expect(key.schema.safeParse(key.example).success, name).toBe(true);
  });

  test("uses the documented defaults when nothing is set", () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      DATA_DIR: ".data",
      SITE_NAME: "AI Ecosystem Data",
      SCHEDULER: true,
      LOG_LEVEL: "info",
      isVercel: false,
    });
    expect(parseEnv({ PORT: "", DATABASE_URL: " " })).toMatchObject({ PORT: 3000, DATABASE_URL: undefined });
  });

  test.each(["10.0.0.0/8", "10.1.2.3, fd00::/8", "vercel", "127.0.0.1,::1"])("accepts TRUSTED_PROXY=%s", (value) => {
    expect(parseEnv({ TRUSTED_PROXY: value }).TRUSTED_PROXY).toBe(value);
  });

  test("requires the Redis URL and its token together", () => {
    expect(() => parseEnv({ UPSTASH_REDIS_REST_URL: "https://r.example" })).toThrow("UPSTASH_REDIS_REST_TOKEN: ");
    expect(() => parseEnv({ UPSTASH_REDIS_REST_TOKEN: "x" })).toThrow("UPSTASH_REDIS_REST_URL: ");
  });

  test("refuses private callback targets on a service with a public address", () => {
    for (const place of [{ PUBLIC_BASE_URL: "https://data.example.org" }, { PUBLIC_BASE_URL: "http://data.example.org:3000" }, onVercel]) {
      expect(() => parseEnv({ ...place, WATCH_ALLOW_PRIVATE: "true" })).toThrow("WATCH_ALLOW_PRIVATE: is for tests only");
      expect(parseEnv({ ...place, WATCH_ALLOW_PRIVATE: "false" }).WATCH_ALLOW_PRIVATE).toBe(false);
    }
    for (const place of [
      {},
      { PUBLIC_BASE_URL: "http://localhost:3000" },
      { PUBLIC_BASE_URL: "http://127.0.0.1:3000" },
      { PUBLIC_BASE_URL: "https://[::1]" },
    ]) {
      expect(parseEnv({ ...place, WATCH_ALLOW_PRIVATE: "true" }).WATCH_ALLOW_PRIVATE).toBe(true);
    }
    expect(parseEnv({}).WATCH_ALLOW_PRIVATE).toBe(false);
  });

  test.each(["POSTGRES_URL", "CRON_SECRET", "RECEIPT_SIGNING_KEY", "WATCH_SECRET_KEY"] as const)("requires %s on Vercel", (name) => {
    expect(() => parseEnv({ ...onVercel, [name]: undefined })).toThrow(`${name}: is required on Vercel`);
  });

  test("names every key that is missing on Vercel at once", () => {
    expect(() => parseEnv({ ...onVercel, POSTGRES_URL: undefined, WATCH_SECRET_KEY: undefined })).toThrow(
      "POSTGRES_URL: is required on Vercel, where nothing can be kept in a folder, as WATCH_SECRET_KEY, which is missing too.",
    );
  });

  test("prefers POSTGRES_URL on Vercel and DATABASE_URL elsewhere, and falls back to the embedded database", () => {
    const both = { DATABASE_URL: "postgres://own/name", POSTGRES_URL: onVercel.POSTGRES_URL };
    expect(databaseChoice(parseEnv({ ...onVercel, ...both }))).toEqual({ driver: "pg", url: both.POSTGRES_URL });
    expect(databaseChoice(parseEnv(both))).toEqual({ driver: "pg", url: both.DATABASE_URL });
    expect(databaseChoice(parseEnv({}))).toEqual({ driver: "pglite" });
  });

  test.each([
    ["postgres://u:p@ep-cool-1-pooler.us-east-2.aws.neon.tech/n?sslmode=require", "vercel"],
    ["postgres://u:p@ep-cool-1-pooler.c-2.us-east-1.aws.neon.tech/n", "vercel"],
    ["postgres://u:p@ep-old-1-pooler.us-east-1.postgres.vercel-storage.com/n", "vercel"],
    ["postgres://u:p@ep-cool-1.us-east-2.aws.neon.tech/n", "pg"],
    ["postgres://u:p@aws-0-us-east-1.pooler.supabase.com:6543/n", "pg"],
    ["postgres://u:p@db.proxy-abc.us-east-1.rds.amazonaws.com/n", "pg"],
    ["postgres://u:p@my-pooler.example/n", "pg"],
    ["postgres://u:p@ep-1-pooler.neon.tech.example/n", "pg"],
    ["postgres://u:p@localhost/n?host=ep-1-pooler.neon.tech", "pg"],
  ])("chooses the driver by the address alone: %s through %s", (url, driver) => {
    expect(databaseChoice(parseEnv({ ...onVercel, POSTGRES_URL: url }))).toEqual({ driver, url });
    expect(databaseChoice(parseEnv({ DATABASE_URL: url }))).toEqual({ driver, url });
  });

  test("uses only the direct address that belongs to the serving address", () => {
    const direct = { DATABASE_URL_UNPOOLED: "postgres://own-direct/name", POSTGRES_URL_NON_POOLING: "postgres://ep-1.neon.tech/name" };
    expect(directAddress(parseEnv(direct))).toBeNull();
    expect(
      directAddress(parseEnv({ DATABASE_URL: "postgres://own/name", POSTGRES_URL_NON_POOLING: direct.POSTGRES_URL_NON_POOLING })),
    ).toBeNull();
    expect(directAddress(parseEnv({ DATABASE_URL: "postgres://own/name", ...direct }))).toEqual({
      key: "DATABASE_URL_UNPOOLED",
      driver: "pg",
      url: direct.DATABASE_URL_UNPOOLED,
    });
    const neon = parseEnv({ ...onVercel, ...direct, POSTGRES_URL: "postgres://u:hunter2@ep-1-pooler.neon.tech/name" });
    expect(directAddress(neon)).toEqual({ key: "POSTGRES_URL_NON_POOLING", driver: "pg", url: direct.POSTGRES_URL_NON_POOLING });
    expect(describePostgres(neon)).toBe(
      "Postgres at ep-1-pooler.neon.tech through @vercel/postgres, migrated at ep-1.neon.tech through pg",
    );
    expect(describePostgres(parseEnv({ DATABASE_URL: "postgres://u:hunter2@own:5433/name" }))).toBe("Postgres at own:5433 through pg");
  });

  test.each([
    [{}, true],
    [{ ...onVercel, VERCEL_ENV: "production" }, true],
    [{ ...onVercel, VERCEL_ENV: "preview" }, false],
    [{ ...onVercel, VERCEL_ENV: "development" }, false],
    [onVercel, false],
    [{ ...onVercel, VERCEL_ENV: "preview", MIGRATE_PREVIEWS: "true" }, true],
    [{ VERCEL_ENV: "preview" }, true],
  ])("lets only production migrate on Vercel by default: %o may: %s", (variables, may) =>
    expect(mayMigrate(parseEnv(variables))).toBe(may),
  );

  const hosts = {
    VERCEL_PROJECT_PRODUCTION_URL: "data.example.org",
    VERCEL_BRANCH_URL: "data-git-branch.vercel.app",
    VERCEL_URL: "data-1a2b.vercel.app",
  };
  test.each<[Record<string, string>, string | undefined]>([
    [{ ...onVercel, ...hosts, VERCEL_ENV: "production" }, "https://data.example.org"],
    [{ ...onVercel, ...hosts, VERCEL_ENV: "preview" }, "https://data-git-branch.vercel.app"],
    [{ ...onVercel, ...hosts, VERCEL_ENV: "preview", VERCEL_BRANCH_URL: "" }, "https://data-1a2b.vercel.app"],
    [{ ...onVercel, ...hosts, VERCEL_ENV: "production", PUBLIC_BASE_URL: "https://other.example.org" }, "https://other.example.org"],
    [{ ...onVercel, VERCEL_ENV: "production" }, undefined],
    [hosts, undefined],
  ])("takes its address from PUBLIC_BASE_URL, or from Vercel: %o is at %s", (variables, address) =>
    expect(parseEnv(variables).PUBLIC_BASE_URL).toBe(address),
  );

  test.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ TRUSTED_PROXY: "10.0.0.0/8" }, true],
    [{ TRUSTED_PROXY: "vercel" }, true],
    [{ TRUSTED_PROXY: "10.0.0.0/8", PUBLIC_BASE_URL: "https://data.example.org" }, false],
    [onVercel, true],
    [{ ...onVercel, VERCEL_URL: "data-1a2b.vercel.app" }, false],
  ])("knows whether clients come by a name that nobody told it: %o, %s", (variables, isNameless) =>
    expect(parseEnv(variables).isNameless).toBe(isNameless),
  );

  test("reads probe keys by provider", () => {
    expect(parseEnv({ PROBE_OPENAI_KEY: "a", PROBE_TOGETHER_AI_KEY: "b", PROBE_KEY: "c" }).probeKeys).toEqual({
      OPENAI: "a",
      TOGETHER_AI: "b",
    });
  });
});
