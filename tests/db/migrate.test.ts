import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../support/stores/rows-of";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import { isMigrated, migrate } from "@/db/migrate/migrate";
import { postgresUrl } from "../support/stores/postgres";
import { startWsProxy } from "../support/stores/ws-proxy";

const root = join(import.meta.dirname, "../..");

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${await postgresUrl()}/postgres` });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe.each(["pg", "vercel"] as const)("migrations over %s", (driver) => {
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  let instances: Connection[];

  beforeAll(async () => {
    const url = await postgresUrl();
    await onServer(`create database ${name}`);
    if (driver === "vercel") await startWsProxy(Number(new URL(url).port));
    instances = await Promise.all(Array.from({ length: 4 }, () => openConnection({ driver, url: `${url}/${name}` }, "")));
  });
  afterAll(async () => {
    for (const instance of instances) await instance.close();
    await onServer(`drop database ${name} with (force)`);
  });

  test("are applied once when several instances start on an empty database at the same time", async () => {
    const [first] = instances as [Connection];
    expect(await isMigrated(first, root)).toBe(false);
    await Promise.all(instances.map((instance) => migrate(instance, root)));
    expect(await isMigrated(first, root)).toBe(true);
    const [applied] = await rowsOf<{ rows: number; distinct_rows: number }>(
      dbOf(first),
      sql`select count(*)::int as rows, count(distinct hash)::int as distinct_rows from drizzle.__drizzle_migrations`,
    );
    expect(applied?.rows).toBe(applied?.distinct_rows);
    await migrate(first, root);
    expect(await isMigrated(first, root)).toBe(true);
  });
});
