import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendChanges } from "@/db/queries/history/change-events";
import type { Change } from "@/lib/domain/history/changes/change-event";
import { changes } from "@/lib/endpoints/changes";
import { premiumChanges } from "@/lib/endpoints/premium/changes";
import { ChangeEvent } from "@/lib/schemas/history/change";
import { aChange, emptyChanges, followCut } from "../../support/history/changes";
import { premiumCall } from "../../support/money/premium-call";
import { serveEndpoint } from "../../support/server/endpoint-server";
import { request } from "../../support/server/request";
import { minutesAgo, storeStates } from "../../support/status/status-polls";
import { rowsOf } from "../../support/stores/rows-of";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await emptyChanges(database.db);
  await storeStates(database.db, minutesAgo(1), { anthropic: "operational" });
});

const DAY_MINUTES = 24 * 60;

const add = (listedMinutesAgo: number, ...added: Partial<Change>[]) =>
  appendChanges(
    database.db,
    added.map((change) => aChange({ at: minutesAgo(listedMinutesAgo), ...change })),
    minutesAgo(listedMinutesAgo),
  );

const idsOf = (body: { events: { id: string }[] }): string[] => body.events.map(({ id }) => id);
const ask = (query = "", headers: Record<string, string> = {}) => request(changes, `/api/changes${query}`, { headers });

describe("GET /api/changes", () => {
  test("begins 24 hours back, and goes on at `next` without a gap or a repeat", async () => {
    await add(DAY_MINUTES + 60, { id: "old" });
    await add(60, { id: "a" }, { id: "b" }, { id: "c" });
    const first = (await ask("?limit=2")).body;
    expect([idsOf(first), first.has_more, first.count]).toEqual([["a", "b"], true, 2]);
    const second = (await ask(`?since=${first.next}`)).body;
    expect([idsOf(second), second.has_more]).toEqual([["c"], false]);
    await add(0, { id: "d" });
    expect(idsOf((await ask(`?since=${second.next}`)).body)).toEqual(["d"]);
  });

  test("passes what a filter leaves out, so that the cursor of a quiet filter stays young", async () => {
    await add(30, { id: "a", provider: "openai" }, { id: "b", provider: "anthropic" }, { id: "c", provider: "openai" });
    const { body } = await ask("?provider=Anthropic");
    expect([idsOf(body), body.next]).toEqual([["b"], "3"]);
    expect(idsOf((await ask("?dataset=kev")).body)).toEqual([]);
  });

  test("leaves out history that came in late, which is no news", async () => {
    await add(10, { id: "late", at: new Date("2021-11-03T00:00:00Z") }, { id: "now" });
    expect(idsOf((await ask()).body)).toEqual(["now"]);
    expect(idsOf((await ask("?since=0")).body)).toEqual(["now"]);
  });

  test("an empty list answers a cursor that what is listed later follows", async () => {
    const { body } = await ask();
    expect([body.events, body.next]).toEqual([[], "0"]);
    await add(0, { id: "a" });
    expect(idsOf((await ask(`?since=${body.next}`)).body)).toEqual(["a"]);
  });

  test.each(["-1", "abc", "1.5", "99", "1e3"])("refuses the cursor %s with what is accepted", async (since) => {
    await add(5, { id: "a" });
    const { status, body } = await ask(`?since=${since}`);
    expect([status, body.error, body.parameter]).toEqual([400, "invalid_parameter", "since"]);
    expect(body.accepted).toMatch(/cursor/);
  });

  test("refuses a cursor before news older than 24 hours, and names where free calls begin", async () => {
    await add(DAY_MINUTES + 60, { id: "old" });
    await add(60, { id: "a" });
    const { status, body } = await ask("?since=0");
    expect([status, body.error]).toEqual([400, "invalid_parameter"]);
    expect(body.message).toMatch(/begin at 1\b.*\/api\/premium\/changes/);
    expect(idsOf((await ask("?since=1")).body)).toEqual(["a"]);
  });

  test("is stale, and says so, when the list has not been kept for ten minutes", async () => {
    await database.db.execute(sql`update sources set last_read_at = now() - interval '1 hour' where dataset = 'changes'`);
    const { body } = await ask();
    expect(Date.parse(body.captured_at)).toBeLessThan(Date.now() - 3_000_000);
  });
});

describe("GET /api/changes as server-sent events", () => {
  const EVENTS = { accept: "text/event-stream" };

  test("has the cursor as the id of each event, and says when to come back", async () => {
    await add(5, { id: "a" }, { id: "b" });
    const { text, headers } = await ask("", EVENTS);
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("vary")).toContain("Accept");
    expect(text).toMatch(/^retry: \d+\n\nid: 1\ndata: \{.*\}\n\nid: 2\ndata: \{.*\}\n\nid: 2\n\n$/);
    const [, data = ""] = /data: (.*)\n/.exec(text) ?? [];
    expect(ChangeEvent.parse(JSON.parse(data)).id).toBe("a");
  });

  test("goes on after Last-Event-ID, whatever `since` the address still has", async () => {
    await add(5, { id: "a" }, { id: "b" });
    const { text } = await ask("?since=0", { ...EVENTS, "last-event-id": "1" });
    expect(text.match(/"id":"\w"/g)).toEqual(['"id":"b"']);
  });

  test("refuses a Last-Event-ID that is no cursor", async () => {
    const { status, body } = await ask("", { ...EVENTS, "last-event-id": "x" });
    expect([status, body.parameter]).toEqual([400, "Last-Event-ID"]);
  });

  test.each(["application/json", "*/*", "application/json, text/event-stream;q=0.5"])("answers JSON to %s", async (accept) => {
    expect((await ask("", { accept })).headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("a client that is cut off 100 times while changes are written misses nothing and sees nothing twice", async () => {
    const server = await serveEndpoint(changes);
    const CUTS = 100;
    let isWriting = true;
    const writers = ["x", "y", "z"].map(async (writer) => {
      // Some of it is written in any case, however slowly.
      for (let n = 0; n < 20 || (isWriting && n < 100); n++) await add(0, { id: `${writer}${n}a` }, { id: `${writer}${n}b` });
    });
    const seen = await followCut(`${server.url}/api/changes?limit=20`, CUTS, async () => {
      isWriting = false;
      await Promise.all(writers);
    });
    await server.stop();
    const rows = await rowsOf<{ id: string }>(database.db, sql`select id from change_events order by seq`);
    const written = rows.map(({ id }) => id);
    expect(seen.cuts).toBe(CUTS);
    expect(written.length).toBeGreaterThan(100);
    expect(seen.ids).toEqual(written);
  });
});

describe("GET /api/premium/changes", () => {
  test("goes back to the first change, late history included, for one credit", async () => {
    await add(DAY_MINUTES * 3, { id: "old" });
    await add(10, { id: "late", at: new Date("2021-11-03T00:00:00Z") }, { id: "now" });
    const { status, body, spent } = await premiumCall(database.db, premiumChanges, { since: "0" });
    expect([status, spent, idsOf(body)]).toEqual([200, 1, ["old", "late", "now"]]);
    const nothingNew = await premiumCall(database.db, premiumChanges, { since: body.next });
    expect([nothingNew.spent, nothingNew.body.billing.no_charge_reason]).toEqual([0, "empty_result"]);
  });

  test("costs nothing while nothing was ever listed, and nothing for a cursor that no event has", async () => {
    const empty = await premiumCall(database.db, premiumChanges);
    expect([empty.status, empty.spent, empty.body.billing.no_charge_reason]).toEqual([200, 0, "empty_result"]);
    const wrong = await premiumCall(database.db, premiumChanges, { since: "7" });
    expect([wrong.status, wrong.spent, wrong.body.error]).toEqual([400, 0, "invalid_parameter"]);
  });
});
