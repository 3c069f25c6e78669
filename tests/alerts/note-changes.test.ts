import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from "vitest";
import { listRaised } from "@/db/queries/alerts/alerts";
import { noteChanges } from "@/lib/alerts/note-changes";
import { sendDueAlerts } from "@/lib/alerts/send-alerts";
import type { Trouble } from "@/lib/domain/alerts/alerts";
import { isSignedBy, messageIn, signer, startAlertInbox, type AlertInbox } from "../support/alerts/alert-inbox";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import type { Answer } from "../support/watches/webhook-receiver";

let database: TestDatabase;
let inbox: AlertInbox;
let answer: Answer = (response) => void response.writeHead(204).end();

beforeAll(async () => void (inbox = await startAlertInbox((response, request) => answer(response, request))));
afterAll(() => inbox.close());
beforeEach(async () => {
  inbox.received.length = 0;
  answer = (response) => void response.writeHead(204).end();
  database = await openTestDatabase();
});
afterEach(() => database.close());

const BOOKS: Trouble = { kind: "ledger_out_of_balance", subject: "", says: "account 7 keeps 3 credits, its entries sum to 2" };
const NEWS: Trouble = { kind: "dataset_overdue", subject: "news", says: "never read" };
const at = (minute: number): Date => new Date(Date.UTC(2026, 4, 1, 12, minute));

/** Looks at everything, at a minute of the day. */
const look = (troubles: readonly Trouble[], minute: number) => noteChanges(database.db, { troubles, covers: () => true }, at(minute));
const send = (minute: number) => sendDueAlerts(database.db, inbox.receiver, () => at(minute));

describe("an alert", () => {
  test("is told once when it is raised and once when it is cleared, however often it is found", async () => {
    for (const minute of [0, 1, 2]) {
      await look([BOOKS], minute);
      await send(minute);
    }
    for (const minute of [3, 4]) {
      await look([], minute);
      await send(minute);
    }
    expect(inbox.told()).toEqual(["raised ledger_out_of_balance", "cleared ledger_out_of_balance"]);
    await look([BOOKS], 5);
    await send(5);
    expect(inbox.told()).toHaveLength(3);
  });

  test("found by eight processes at the same time is noted and told by one of them", async () => {
    const noted = await Promise.all(Array.from({ length: 8 }, () => look([BOOKS, NEWS], 0)));
    expect(noted.reduce((sum, { raised }) => sum + raised, 0)).toBe(2);
    await Promise.all(Array.from({ length: 8 }, () => send(0)));
    expect(inbox.told().toSorted()).toEqual(["raised dataset_overdue news", "raised ledger_out_of_balance"]);
    const cleared = await Promise.all(Array.from({ length: 8 }, () => look([NEWS], 1)));
    expect(cleared.reduce((sum, counts) => sum + counts.cleared, 0)).toBe(1);
    await Promise.all(Array.from({ length: 8 }, () => send(1)));
    expect(inbox.told()).toHaveLength(3);
  });

  test("is signed with the published key, says what to do, and names no watch", async () => {
    await look([NEWS], 0);
    await send(0);
    const [received] = inbox.received;
    if (!received) throw new Error("nothing was received");
    expect(isSignedBy(signer.x, received)).toBe(true);
    expect(isSignedBy(signer.x, { ...received, body: received.body.replace("news", "models") })).toBe(false);
    expect(received.headers).toMatchObject({ "x-service-event": "alert.raised", "x-service-key-id": signer.kid });
    expect(received.headers).not.toHaveProperty("x-service-watch-id");
    expect(messageIn(received)).toMatchObject({
      type: "alert.raised",
      timestamp: "2026-05-01T12:00:00.000Z",
      delivery_id: received.headers["webhook-id"],
      data: { alert: "dataset_overdue", subject: "news", says: "never read", action: expect.stringContaining("npm run jobs -- list") },
    });
  });

  test("is told again with the same id until the receiver accepts it, and its end never before its beginning", async () => {
    answer = (response) => void response.writeHead(503).end();
    await look([BOOKS], 0);
    expect(await send(0)).toEqual({ told: 0, failed: 1 });
    expect(await send(0)).toEqual({ told: 0, failed: 0 });
    await look([], 1);
    expect(await send(1)).toEqual({ told: 0, failed: 1 });
    answer = (response) => void response.writeHead(204).end();
    expect(await send(10)).toEqual({ told: 2, failed: 0 });
    expect(inbox.told().map((words) => words.split(" ")[0])).toEqual(["raised", "raised", "raised", "cleared"]);
    const ids = inbox.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[0]);
    expect(await send(60)).toEqual({ told: 0, failed: 0 });
  });

  test("that no receiver takes for a day is given up, and later ones are told", async () => {
    answer = (response) => void response.writeHead(410).end();
    await look([BOOKS], 0);
    for (let minute = 0; minute <= 25 * 60; minute += 15) await send(minute);
    const tries = inbox.received.length;
    await send(30 * 60);
    expect(inbox.received).toHaveLength(tries);
    answer = (response) => void response.writeHead(200).end();
    await look([BOOKS, NEWS], 30 * 60);
    expect(await send(30 * 60)).toEqual({ told: 1, failed: 0 });
  });

  test("of a measure that crosses its limit each minute is told once, and its end once it has kept below for ten minutes", async () => {
    const disk: Trouble = { kind: "disk_low", subject: "one", says: "499 MB are left" };
    for (let minute = 0; minute < 20; minute++) {
      await look(minute % 2 === 0 ? [disk] : [], minute);
      await send(minute);
    }
    expect(inbox.told()).toEqual(["raised disk_low one"]);
    for (let minute = 20; minute <= 28; minute++) {
      await look([], minute);
      await send(minute);
    }
    expect(inbox.told()).toEqual(["raised disk_low one", "cleared disk_low one"]);
    expect(messageIn(inbox.received[1] ?? { headers: {}, body: "{}" }).data.says).toContain("to 2026-05-01T12:18:00.000Z");
  });

  test("that another part looks after is left alone", async () => {
    await look([BOOKS, NEWS], 0);
    await noteChanges(database.db, { troubles: [], covers: ({ kind }) => kind === "dataset_overdue" }, at(1));
    expect((await listRaised(database.db)).map(({ kind }) => kind)).toEqual(["ledger_out_of_balance"]);
  });
});
