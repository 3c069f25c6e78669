import type { Env } from "./env";

export type DatabaseChoice = { driver: "pglite" } | { driver: "pg" | "vercel"; url: string };

/** Neon's poolers, some under the name that they had when Vercel sold them: `@vercel/postgres` reaches no other host. */
const NEON_POOLER = /-pooler\.([a-z0-9-]+\.)*(neon\.tech|vercel-storage\.com)$/;

const driverOf = (url: string): "pg" | "vercel" => (NEON_POOLER.test(new URL(url).hostname) ? "vercel" : "pg");

/** For each address, the key of a second one that leads to the same database without a pooler. */
const DIRECT_KEYS = { DATABASE_URL: "DATABASE_URL_UNPOOLED", POSTGRES_URL: "POSTGRES_URL_NON_POOLING" } as const;

/** An address of Postgres, and the key that holds it. */
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

/** Where the service's Postgres is; null when the database is embedded. On Vercel POSTGRES_URL wins; elsewhere it is not read. */
export const servingAddress = (values: Env): PostgresAddress | null => addressIn(values, servingKey(values));

/** The address that the schema is brought up to date by, where one is given beside the one that serves. */
export const directAddress = (values: Env): PostgresAddress | null =>
  servingAddress(values) ? addressIn(values, DIRECT_KEYS[servingKey(values)]) : null;

export function databaseChoice(values: Env): DatabaseChoice {
  const address = servingAddress(values);
  return address ? { driver: address.driver, url: address.url } : { driver: "pglite" };
}

const PACKAGES = { pg: "pg", vercel: "@vercel/postgres" } as const;

/** For people: which Postgres serves and migrates, and what speaks to it; null when the database is embedded. */
export function describePostgres(values: Env): string | null {
  const [address, direct] = [servingAddress(values), directAddress(values)];
  if (!address) return null;
  const spoken = ({ url, driver }: PostgresAddress): string => `${new URL(url).host} through ${PACKAGES[driver]}`;
  return `Postgres at ${spoken(address)}${direct ? `, migrated at ${spoken(direct)}` : ""}`;
}

/** Builds of previews often share production's database, which an unreleased schema must not change. */
export const mayMigrate = (values: Env): boolean => !values.isPreview || values.MIGRATE_PREVIEWS;
