import { afterEach, describe, expect, test } from "vitest";
import { openConnection, sharedConnection, type Connection } from "@/db/connection";
import { llms, meta } from "@/lib/docs/catalog";
import { health } from "@/lib/endpoints/health";
import { status } from "@/lib/endpoints/status";
import { shared, useTestDatabase } from "../support/stores/database";
import { forgetPrepared, request } from "../support/server/request";

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
  forgetPrepared();
});

async function connectToDeadPostgres(): Promise<void> {
  const opened: Connection = await openConnection({ driver: "pg", url: "postgres://nobody@127.0.0.1:1/none" }, "");
  shared.connection = undefined;
  await sharedConnection(async () => opened);
  close = async () => {
    shared.connection = undefined;
    await opened.close();
  };
}

async function connectToClosedDatabase(): Promise<void> {
  const opened = await useTestDatabase();
  await opened.connection.close();
  close = async () => void (shared.connection = undefined);
}

describe.each([
  ["a Postgres that is down", connectToDeadPostgres],
  ["an embedded database that is closed", connectToClosedDatabase],
])("with %s", (_, breakDatabase) => {
  test("answers 503 with Retry-After for endpoints with data", async () => {
    await breakDatabase();
    const { status: code, body, headers } = await request(status);
    expect([code, body.error, headers.get("retry-after"), body.retry_after]).toEqual([503, "unavailable", "5", 5]);
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("still answers documents and health", async () => {
    await breakDatabase();
    for (const endpoint of [meta, llms, health]) expect((await request(endpoint)).status, endpoint.path).toBe(200);
  });
});
