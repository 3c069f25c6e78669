import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSignedBy, messageIn, toldBy } from "../support/alerts/alert-inbox";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { fundedToken } from "../support/money/money";
import { httpCall } from "../support/server/http-call";
import { ensureBuild, runScript, startServer } from "../support/server/server";
import { isForLongTier } from "../support/lacks";
import { startRelay } from "../support/stores/relay";
import { createAuthority } from "../support/stores/test-authority";
import { startInbox, type WebhookInbox } from "../support/watches/webhook-receiver";

let folder: string;
let world: MoneyWorld;
let inbox: WebhookInbox;
let variables: Record<string, string>;
const shift = () => join(folder, "shift");

beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "alerts-"));
  world = await moneyWorld("pg");
  const authority = await createAuthority();
  inbox = await startInbox(await authority.issue(["localhost"]));
  writeFileSync(join(folder, "ca.pem"), authority.ca);
  writeFileSync(shift(), "0");
  variables = {
    ...world.variables,
    ALERT_WEBHOOK_URL: inbox.urlFor("localhost"),
    WATCH_ALLOW_PRIVATE: "true",
    NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
    CLOCK_SHIFT_FILE: shift(),
  };
});
afterAll(async () => {
  await inbox.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const told = (): string[] => toldBy(inbox.received).filter((words) => !words.includes("disk_low"));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await delay(100);
}

describe("a running service", () => {
  test("tells of a clock that is off, once for two processes, and of its end after a restart", async () => {
    writeFileSync(shift(), "120000");
    const [one, other] = await Promise.all([startServer(variables), startServer(variables)]);
    await until(() => told().length > 0);
    const keys = JSON.parse((await httpCall(one.port, { target: "/.well-known/jwks.json" })).text) as {
      keys: { kid: string; x: string }[];
    };
    await Promise.all([one.stop(), other.stop()]);
    writeFileSync(shift(), "0");
    const again = await startServer(variables);
    await until(() => told().length > 1);
    await again.stop();
    expect(told()).toEqual([`raised clock_off ${hostname()}`, `cleared clock_off ${hostname()}`]);
    for (const received of inbox.received) {
      const key = keys.keys.find(({ kid }) => kid === received.headers["x-service-key-id"]);
      expect(isSignedBy(key?.x ?? "", received)).toBe(true);
    }
  });

  test("tells of books that do not balance by its job, once, and of their mending", async () => {
    inbox.received.length = 0;
    const run = (name: string) => runScript("lib/server/cli/jobs-cli.ts", variables, ["run", name]).catch((error: Error) => error.message);
    const setPosted = (credits: number, accountId: number) =>
      world.reading((db) => db.execute(sql`update accounts set posted = ${credits} where id = ${accountId}`));
    const { accountId } = await world.reading((db) => fundedToken(db, 2));
    await setPosted(3, accountId);
    for (const name of ["check-ledger", "raise-alerts", "raise-alerts"]) await run(name);
    await setPosted(2, accountId);
    for (const name of ["check-ledger", "raise-alerts", "raise-alerts"]) await run(name);
    const ofLedger = inbox.received.filter((received) => messageIn(received).data.alert === "ledger_out_of_balance");
    expect(ofLedger.map((received) => messageIn(received).type)).toEqual(["alert.raised", "alert.cleared"]);
    expect(messageIn(ofLedger[0] ?? { headers: {}, body: "{}" }).data.says).toContain(`account ${accountId} keeps 3 credits`);
  });

  test.skipIf(isForLongTier())("tells of a database that hangs for a minute, although nothing else of it can be asked", async () => {
    inbox.received.length = 0;
    const url = new URL(variables.DATABASE_URL ?? "");
    const relay = await startRelay(Number(url.port));
    url.host = `127.0.0.1:${relay.port}`;
    const server = await startServer({ ...variables, DATABASE_URL: url.href });
    try {
      relay.hang();
      await until(() => told().length > 0);
      relay.resume();
      await until(() => told().length > 1);
    } finally {
      relay.resume();
      await server.stop();
      await relay.close();
    }
    expect(told()).toEqual([`raised store_away ${hostname()}`, `cleared store_away ${hostname()}`]);
  });
});
