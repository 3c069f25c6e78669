import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "@/lib/client";
import { startScriptedServer, type ScriptedServer } from "../support/client/scripted-server";

let server: ScriptedServer;
beforeAll(async () => void (server = await startScriptedServer()));
afterAll(() => server?.stop());

const client = () => createClient({ baseUrl: server.url, token: "aed_live_x", retries: false });
const targets = () => server.asked.map(({ target }) => target);

test("changes are followed by `since` until there are no more, and the rest of the query stays", async () => {
  const page = (next: string, has_more: boolean) => ({ body: { ok: true, since: "1", next, has_more, count: 0, events: [] } });
  server.script(page("5", true), page("9", true), page("12", false));
  const nexts: string[] = [];
  for await (const { next } of client().pages("/api/changes", { params: { query: { limit: 2, dataset: "models" } } })) nexts.push(next);
  expect(nexts).toEqual(["5", "9", "12"]);
  expect(targets()).toEqual([
    "/api/changes?limit=2&dataset=models",
    "/api/changes?limit=2&dataset=models&since=5",
    "/api/changes?limit=2&dataset=models&since=9",
  ]);
});

test("calls of an account are followed by `cursor` until it is null", async () => {
  const page = (next_cursor: string | null) => ({ body: { ok: true, count: 0, calls: [], next_cursor } });
  server.script(page("hold_1"), page(null));
  let pages = 0;
  for await (const _ of client().pages("/api/payment/usage/calls")) pages += 1;
  expect(pages).toBe(2);
  expect(targets()).toEqual(["/api/payment/usage/calls", "/api/payment/usage/calls?cursor=hold_1"]);
});

test("each page of a paid list is a call with a key of its own", async () => {
  const page = (next: string, has_more: boolean) => ({ body: { ok: true, since: "1", next, has_more, count: 0, events: [] } });
  server.script(page("5", true), page("6", false));
  for await (const _ of client().pages("/api/premium/changes"));
  expect(new Set(server.asked.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

test("a reader who leaves asks for no further page", async () => {
  server.script({ body: { ok: true, since: "1", next: "5", has_more: true, count: 0, events: [] } });
  for await (const _ of client().pages("/api/changes")) break;
  expect(server.asked).toHaveLength(1);
});

test("a page that leads to itself ends the list with an error, instead of being paid for again", async () => {
  server.script({ body: { ok: true, since: "1", next: "5", has_more: true, count: 0, events: [] } });
  const read = async () => {
    for await (const _ of client().pages("/api/changes"));
  };
  await expect(read()).rejects.toMatchObject({ code: "unreadable_answer" });
  expect(server.asked).toHaveLength(2);
});
