import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dbOf, openConnection, type Connection } from "@/db/connection";
import type { Db } from "@/db/client";
import { noteAlertChange } from "@/db/queries/alerts/alerts";
import { pingDatabase } from "@/db/queries/installation";
import { sendAlert, sendDueAlerts, wasTold } from "@/lib/alerts/send-alerts";
import { AWAY_MS, watchOutages } from "@/lib/alerts/outage-watch";
import { startAlertInbox, type AlertInbox } from "../support/alerts/alert-inbox";
import { createPostgresDatabase, type PostgresDatabase } from "../support/stores/drivers";
import { startRelay, type Relay } from "../support/stores/relay";
import type { Answer } from "../support/watches/webhook-receiver";

let postgres: PostgresDatabase;
let relay: Relay;
let connection: Connection;
let db: Db;
let inbox: AlertInbox;
let answer: Answer;
let folder: string;
/** The steady clock of the watches: a test does not wait for a minute. */
let minutes = 0;

beforeAll(async () => {
  postgres = await createPostgresDatabase(false);
  const url = new URL(postgres.url);
  relay = await startRelay(Number(url.port));
  connection = await openConnection({ driver: "pg", url: `postgres://postgres@127.0.0.1:${relay.port}${url.pathname}` }, "");
  db = dbOf(connection);
  inbox = await startAlertInbox((response, request) => answer(response, request));
});
afterAll(async () => {
  relay.resume();
  await connection.close();
  await relay.close();
  await postgres.drop();
  await inbox.close();
});
beforeEach(() => {
  minutes = 0;
  inbox.received.length = 0;
  answer = (response) => void response.writeHead(204).end();
  folder = mkdtempSync(join(tmpdir(), "outage-watch-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Watches as a process of the service does. */
const watching = () =>
  watchOutages({
    store: { name: "database", ping: () => pingDatabase(db) },
    dataDir: folder,
    tell: async (change) => wasTold(await sendAlert(change, inbox.receiver, new Date())),
    note: async (changes) => {
      for (const change of changes) await noteAlertChange(db, change);
      await sendDueAlerts(db, inbox.receiver, () => new Date());
    },
    clock: () => new Date(),
    steadyMs: () => minutes * AWAY_MS,
    pingMs: 500,
  });

/** Hangs the database, and lets each process look at it at once, and twice after two minutes. */
async function hangForTwoMinutes(...checks: (() => Promise<void>)[]): Promise<void> {
  const all = () => Promise.all(checks.map((check) => check()));
  relay.hang();
  await all();
  minutes = 2;
  await all();
  await all();
}

const words = (): string[] => inbox.told().map((told) => told.split(" ").slice(0, 2).join(" "));

describe("a database that hangs", () => {
  test("is told after a minute, once, and once when it answers again", async () => {
    const check = watching();
    await check();
    relay.hang();
    await check();
    minutes = 0.9;
    await check();
    expect(words()).toEqual([]);
    minutes = 1;
    await check();
    minutes = 2;
    await check();
    expect(words()).toEqual(["raised store_away"]);
    relay.resume();
    await check();
    await check();
    expect(words()).toEqual(["raised store_away", "cleared store_away"]);
  });

  test("is told by one of the processes that share the folder, and its end too", async () => {
    const processes = [watching(), watching(), watching()];
    await hangForTwoMinutes(...processes);
    relay.resume();
    await Promise.all(processes.map((check) => check()));
    expect(words()).toEqual(["raised store_away", "cleared store_away"]);
  });

  test("is told as over by the next start, where the process that raised it is gone", async () => {
    await hangForTwoMinutes(watching());
    relay.resume();
    await watching()();
    expect(words()).toEqual(["raised store_away", "cleared store_away"]);
  });

  test("is told afterwards where the receiver was away too, in order", async () => {
    answer = (response) => void response.writeHead(502).end();
    const check = watching();
    await hangForTwoMinutes(check);
    answer = (response) => void response.writeHead(204).end();
    inbox.received.length = 0;
    relay.resume();
    await check();
    expect(words()).toEqual(["raised store_away", "cleared store_away"]);
  });

  test("is told where nothing can be written, too", async () => {
    writeFileSync(join(folder, "alerts"), "a file where the folder would be");
    const check = watching();
    await hangForTwoMinutes(check);
    relay.resume();
    await check();
    expect(words()).toEqual(["raised store_away", "cleared store_away"]);
  });

  test.each([
    ["is damaged", '{"deliveryId":"alr_'],
    ["is empty, as a full disk leaves it", ""],
  ])("is told once where the file of an outage %s", async (_, content) => {
    mkdirSync(join(folder, "alerts"));
    writeFileSync(join(folder, "alerts", "database-away.json"), content);
    const check = watching();
    relay.hang();
    await check();
    minutes = 2;
    await check();
    await check();
    expect(words()).toEqual(["raised store_away"]);
    relay.resume();
    await check();
    expect(words()).toEqual(["raised store_away", "cleared store_away"]);
    expect(readdirSync(join(folder, "alerts"))).toEqual([]);
  });

  test("leaves nothing behind where a crash left half of what was written", async () => {
    mkdirSync(join(folder, "alerts"));
    writeFileSync(join(folder, "alerts", "database-away.json"), '{"deliveryId":"alr_');
    await watching()();
    expect(readdirSync(join(folder, "alerts"))).toEqual([]);
    expect(words()).toEqual([]);
  });
});
