import type { Env } from "./env";

export type DatabaseChoice = { driver: "pglite" } | { driver: "pg" | "vercel"; url: string };

/** Neon's poolers, also under the domain that Vercel used to sell them on. `@vercel/postgres` connects to no other host. */
const NEON_POOLER = /-pooler\.([a-z0-9-]+\.)*(neon\.tech|vercel-storage\.com)$/;

const driverOf = (url: string): "pg" | "vercel" => (NEON_POOLER.test(new URL(url).hostname) ? "vercel" : "pg");

/** For each address, the variable with the same database's address that bypasses the pooler. */
const DIRECT_KEYS = { DATABASE_URL: "DATABASE_URL_UNPOOLED", POSTGRES_URL: "POSTGRES_URL_NON_POOLING" } as const;

export interface PostgresAddress {
  key: keyof typeof DIRECT_KEYS | (typeof DIRECT_KEYS)[keyof typeof DIRECT_KEYS];
  driver: "pg" | "vercel";
  url: string;
}

const addressIn = (values: Env, key: PostgresAddress["key"]): PostgresAddress | null => {
  const url = values[key];
  return url ? { key, driver: driverOf(url), url } : null;
};

const servingKey = (values: Env): keyof typeof DIRECT_KEYS => (values.isVercel && values.POSTGRES_URL ? "POSTGRES_URL" : "DATABASE_URL");

/** Address of the service's Postgres; null for the embedded database. POSTGRES_URL is read on Vercel only, and wins there. */
export const servingAddress = (values: Env): PostgresAddress | null => addressIn(values, servingKey(values));

/** Address for migrations, when one is configured beside the serving address. */
export const directAddress = (values: Env): PostgresAddress | null =>
  servingAddress(values) ? addressIn(values, DIRECT_KEYS[servingKey(values)]) : null;

export function databaseChoice(values: Env): DatabaseChoice {
  const address = servingAddress(values);
  return address ? { driver: address.driver, url: address.url } : { driver: "pglite" };
}

const PACKAGES = { pg: "pg", vercel: "@vercel/postgres" } as const;

/** Says in words which Postgres serves and migrates, and through which package. Null for the embedded database. */
export function describePostgres(values: Env): string | null {
  const [address, direct] = [servingAddress(values), directAddress(values)];
  if (!address) return null;
  const inWords = ({ url, driver }: PostgresAddress): string => `${new URL(url).host} through ${PACKAGES[driver]}`;
  return `Postgres at ${inWords(address)}${direct ? `, migrated at ${inWords(direct)}` : ""}`;
}

/** Preview builds often share production's database, and an unreleased schema must not change it. */
export const mayMigrate = (values: Env): boolean => !values.isPreview || values.MIGRATE_PREVIEWS;
