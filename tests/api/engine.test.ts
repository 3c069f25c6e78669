import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { defineEndpoint, premium } from "@/lib/http/endpoint";
import { dateParam, integerParam, listParam, textParam } from "@/lib/schemas/params";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { forgetPrepared, request } from "../support/server/request";
import { base } from "./base-declaration";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());
beforeEach(() => forgetPrepared());

const echo = defineEndpoint({
  ...base,
  path: "/api/echo",
  query: z.object({
    limit: integerParam(1, 5).default(3),
    day: dateParam().meta({ invalid: "invalid_date", accepts: "a day" }).optional(),
    names: listParam({ max: 2 }).optional(),
    word: textParam(10).optional(),
  }),
  response: z.strictObject({ limit: z.int(), names: z.array(z.string()).nullable() }),
}).handle(({ query }) => ({ limit: query.limit, names: query.names ?? null }));

const greet = defineEndpoint({
  ...base,
  path: "/api/greet",
  query: z.object({ name: textParam(20).meta({ missing: "provider_required" }) }),
  response: z.strictObject({ name: z.string() }),
}).handle(({ query }) => ({ name: query.name }));

describe("parameters", () => {
  test("passes a declared parameter as its type, and a missing one as its default", async () => {
    expect((await request(echo, "/api/echo?limit=5")).body).toEqual({ ok: true, limit: 5, names: null });
    expect((await request(echo, "/api/echo?names=a,%20b")).body).toEqual({ ok: true, limit: 3, names: ["a", "b"] });
  });

  test("ignores unknown parameters, also repeated ones", async () => {
    expect((await request(echo, "/api/echo?utm_source=x&utm_source=y")).status).toBe(200);
  });

  test("refuses a blank value, as missing where one is required", async () => {
    expect((await request(echo, "/api/echo?limit=")).body).toMatchObject({ error: "invalid_parameter", parameter: "limit" });
    expect((await request(echo, "/api/echo?day=%20")).body).toMatchObject({ error: "invalid_date", parameter: "day" });
    const { status, body } = await request(greet, "/api/greet?name=");
    expect([status, body.error]).toEqual([400, "provider_required"]);
  });

  test("refuses a repeated parameter and names it", async () => {
    const { status, body } = await request(echo, "/api/echo?limit=2&limit=3");
    expect([status, body.ok, body.error, body.parameter]).toEqual([400, false, "invalid_parameter", "limit"]);
  });

  test.each(["0", "6", "2.5", "1e1", "0x2", "NaN", "two", "９", "99999999999999999999"])(
    "refuses limit=%s instead of clamping it",
    async (value) => {
      const { status, body } = await request(echo, `/api/echo?limit=${encodeURIComponent(value)}`);
      expect([status, body.error, body.parameter, body.given]).toEqual([400, "invalid_parameter", "limit", value]);
      expect(body.accepted).toBe("an integer from 1 to 5");
    },
  );

  test("answers with the error code that a parameter declares", async () => {
    const { status, body } = await request(echo, "/api/echo?day=2026-02-30");
    expect([status, body.error, body.accepted]).toEqual([400, "invalid_date", "a day"]);
  });

  test("quotes the refused value cut to 80 characters and without control characters", async () => {
    const { body } = await request(echo, `/api/echo?word=${encodeURIComponent(`\u202e[31m${"é".repeat(5000)}`)}`);
    expect(body.given).toBe(`[31m${"é".repeat(75)}`);
    expect(body.message.length).toBeLessThan(300);
  });

  test("refuses a query with control characters", async () => {
    const { status, body } = await request(echo, "/api/echo?word=%1b[31m");
    expect([status, body.error]).toEqual([400, "malformed_request"]);
  });

  test("answers errors as problem documents that no cache keeps", async () => {
    const { headers, body, status } = await request(echo, "/api/echo?limit=x");
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(body).toMatchObject({
      ok: false,
      status,
      title: expect.any(String),
      hint: expect.any(String),
      instance: "/api/echo",
      request_id: headers.get("x-request-id"),
    });
  });
});

describe("bodies", () => {
  const post = defineEndpoint({
    ...base,
    method: "POST",
    path: "/api/post",
    body: z.strictObject({ amount: z.number() }),
    response: z.strictObject({ amount: z.number() }),
  }).handle(({ body }) => ({ amount: body.amount }));
  const send = (body: string | Uint8Array) => request(post, "/api/post", { method: "POST", body: body as BodyInit });

  test("passes a valid body to the handler", async () => {
    expect((await send('{"amount":2}')).body).toEqual({ ok: true, amount: 2 });
  });

  test.each(["", "{", "[]", "null", '{"amount":"2"}', '{"amount":1,"extra":1}'])("refuses the body %j", async (body) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request_body"]);
  });

  test("answers 400 for a body that is not UTF-8, and 413 for one over 16 KB", async () => {
    expect((await send(new Uint8Array([0x7b, 0xff, 0x7d]))).status).toBe(400);
    expect((await send(`{"amount":1,"x":"${"y".repeat(17_000)}"}`)).status).toBe(413);
  });
});

describe("methods", () => {
  test("answers HEAD as GET without a body, OPTIONS without a limit, and other methods with 405 and Allow", async () => {
    const [get, head, options, post] = await Promise.all(
      ["GET", "HEAD", "OPTIONS", "POST"].map((method) => request(echo, "/api/echo", { method })),
    );
    expect([head?.status, head?.text, head?.headers.get("etag")]).toEqual([200, "", get?.headers.get("etag")]);
    expect([options?.status, options?.text, options?.headers.get("ratelimit-limit")]).toEqual([204, "", null]);
    expect(options?.headers.get("access-control-allow-origin")).toBe("*");
    expect([post?.status, post?.headers.get("allow"), post?.body.error]).toEqual([405, "GET, HEAD, OPTIONS", "method_not_allowed"]);
  });

  test("never serves a paid endpoint without payment", async () => {
    const paid = defineEndpoint({
      ...base,
      path: "/api/paid",
      access: premium(1),
      response: z.strictObject({ secret: z.string() }),
    }).handle(() => ({ secret: "x" }));
    const { status, text } = await request(paid, "/api/paid");
    expect(status).toBe(402);
    expect(text).not.toContain('"secret"');
  });
});

describe("answers", () => {
  test("answers 500 without data when an answer breaks its own schema", async () => {
    const broken = defineEndpoint({ ...base, path: "/api/broken", response: z.strictObject({ a: z.string() }) }).handle(
      () => ({ a: "kept-inside", extra: "leak" }) as never,
    );
    const { status, text, body } = await request(broken, "/api/broken");
    expect([status, body.error]).toEqual([500, "schema_validation_failure"]);
    expect(text).not.toMatch(/leak|kept-inside/);
  });

  test("reveals nothing about the cause of an unexpected failure", async () => {
    const failing = defineEndpoint({ ...base, path: "/api/failing", response: z.strictObject({}) }).handle(() => {
      throw new Error("password=hunter2");
    });
    const { status, text, body } = await request(failing, "/api/failing");
    expect([status, body.error, body.request_id]).toEqual([500, "internal_error", expect.stringMatching(/^req_/)]);
    expect(text).not.toContain("hunter2");
  });

  test("answers 504 after the deadline", async () => {
    const slow = defineEndpoint({ ...base, path: "/api/slow", deadlineSeconds: 0.01, response: z.strictObject({}) }).handle(
      () => new Promise(() => undefined),
    );
    const { status, body } = await request(slow, "/api/slow");
    expect([status, body.error]).toEqual([504, "deadline_exceeded"]);
  });

  test("escapes CSV formulas, leaves nulls blank and doubles quotes", async () => {
    const table = defineEndpoint({
      ...base,
      path: "/api/table",
      response: z.strictObject({ rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))) }),
      csv: ({ rows }) => ({ columns: ["text", "number", "flag"], rows }),
    }).handle(() => ({
      rows: [
        ["=1+1", -1, true],
        ['say "hi", all', null, false],
        ["@cmd", 2, false],
      ],
    }));
    const { text, headers } = await request(table, "/api/table?format=csv");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(text.split("\n").slice(0, 4)).toEqual(["text,number,flag", "'=1+1,-1,true", '"say ""hi"", all",,false', "'@cmd,2,false"]);
    expect((await request(table, "/api/table?format=xml")).status).toBe(400);
  });

  test("answers 304 without a body to If-None-Match, for weak and strong tags and in lists", async () => {
    const etag = (await request(echo)).headers.get("etag") ?? "";
    for (const value of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const { status, text, headers } = await request(echo, "/api/echo", { headers: { "if-none-match": value } });
      expect([status, text, headers.get("etag"), headers.get("content-type")]).toEqual([304, "", etag, null]);
    }
    expect((await request(echo, "/api/echo", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });
});
