import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, ServiceError, type ClientOptions } from "@/lib/client";
import { startScriptedServer, type ScriptedAnswer, type ScriptedServer } from "../support/client/scripted-server";

let server: ScriptedServer;
beforeAll(async () => void (server = await startScriptedServer()));
afterAll(() => server?.stop());

const client = (options: Partial<ClientOptions> = {}) => createClient({ baseUrl: server.url, ...options } as ClientOptions);
const problem = (status: number, error: string, headers: Record<string, string> = {}): ScriptedAnswer => ({
  status,
  headers: { "Content-Type": "application/problem+json", ...headers },
  body: { ok: false, error, message: `It is ${error}.`, hint: "Do this.", request_id: "req_1" },
});
const fine: ScriptedAnswer = { body: { ok: true, services: [] } };
const keysSent = () => server.asked.map(({ headers }) => headers["idempotency-key"]);

const free = (options?: Partial<ClientOptions>) => client(options).GET("/api/status");
const paid = (options?: Partial<ClientOptions>) => client(options).GET("/api/premium/routing", { params: { query: { task: "code" } } });
const unkeyed = (options?: Partial<ClientOptions>) =>
  client(options).POST("/api/premium/watches/{id}/test", { params: { path: { id: "wat_1" } } });
const quote = (options?: Partial<ClientOptions>) => client(options).POST("/api/payment/buy-credits", { body: { amount_usd: 5 } });

describe("a call is sent again", () => {
  test.each([
    ["its connection is lost", "drop"],
    ["its answer is cut", { body: { ok: true, services: [] }, cutAfter: 5 }],
    ["a proxy has no server", { status: 502, body: "<html>" }],
    ["the service is away", problem(503, "unavailable")],
    ["the answer took too long", problem(504, "deadline_exceeded")],
  ] as [string, ScriptedAnswer][])("where %s, and then answered", async (_, first) => {
    server.script(first, fine);
    expect((await free()).data).toMatchObject({ ok: true });
    expect(server.asked).toHaveLength(2);
  });

  test("at most twice, and then fails as the last sending did", async () => {
    server.script(problem(503, "unavailable"));
    await expect(free()).rejects.toMatchObject({ name: "UnavailableError", code: "unavailable", status: 503, requestId: "req_1" });
    expect(server.asked).toHaveLength(3);
    server.script("drop");
    await expect(free()).rejects.toMatchObject({ name: "ConnectionError", code: "connection_failed", status: null });
    expect(server.asked).toHaveLength(3);
  });

  test("as often as it is told, and never with false", async () => {
    server.script("drop");
    await expect(free({ retries: false })).rejects.toMatchObject({ code: "connection_failed" });
    expect(server.asked).toHaveLength(1);
    server.script("drop");
    await expect(free({ retries: { most: 1 } })).rejects.toMatchObject({ code: "connection_failed" });
    expect(server.asked).toHaveLength(2);
  });

  test("not where the number of retries is none", async () => {
    server.script("drop");
    await expect(free({ retries: { most: undefined } as never })).rejects.toMatchObject({ code: "connection_failed" });
    expect(server.asked).toHaveLength(1);
  });

  test("not after a refusal that another sending would meet too", async () => {
    for (const [status, error] of [
      [400, "invalid_parameter"],
      [401, "invalid_token"],
      [402, "payment_required"],
      [404, "not_found"],
      [422, "idempotency_mismatch"],
      [500, "internal_error"],
    ] as const) {
      server.script(problem(status, error));
      await expect(paid()).rejects.toMatchObject({ code: error, status });
      expect(server.asked, error).toHaveLength(1);
    }
  });
});

describe("Retry-After", () => {
  test("is waited for, also where another request with the key still runs", async () => {
    server.script(problem(409, "idempotency_in_progress", { "Retry-After": "1" }), fine);
    const began = performance.now();
    await paid();
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    expect(server.asked).toHaveLength(2);
  });

  test("may be a date", async () => {
    server.script(problem(503, "unavailable", { "Retry-After": new Date(Date.now() + 2000).toUTCString() }), fine);
    const began = performance.now();
    await free();
    expect(performance.now() - began).toBeGreaterThan(500);
  });

  test("longer than the client waits is told instead", async () => {
    server.script(problem(429, "rate_limit_exceeded", { "Retry-After": "37" }));
    await expect(free({ retries: { longestWaitSeconds: 10 } })).rejects.toMatchObject({
      name: "RateLimitError",
      code: "rate_limit_exceeded",
      retryAfterSeconds: 37,
    });
    expect(server.asked).toHaveLength(1);
  });

  test("ends with the caller's signal", async () => {
    server.script(problem(429, "rate_limit_exceeded", { "Retry-After": "50" }));
    const controller = new AbortController();
    const call = client().GET("/api/status", { signal: controller.signal });
    await expect.poll(() => server.asked.length).toBe(1);
    controller.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });
});

describe("an Idempotency-Key", () => {
  test("is made once for each paid call, and is the same in every sending", async () => {
    server.script("drop", problem(503, "unavailable"), fine);
    await paid();
    const [first] = keysSent();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(keysSent()).toEqual([first, first, first]);
    server.script(fine);
    await paid();
    expect(keysSent()[0]).not.toBe(first);
  });

  test("of a call without an answer is told, so that its repeat by hand is charged once", async () => {
    server.script("drop");
    const error = await paid({ token: "aed_live_x", retries: false }).catch((thrown: ServiceError) => thrown);
    expect((error as ServiceError).hint).toContain(`Idempotency-Key: ${String(keysSent()[0])}`);
    server.script("drop");
    await expect(free({ retries: false })).rejects.toMatchObject({ hint: "Whether the request arrived is not known." });
  });

  test("of the caller's own is kept", async () => {
    server.script("drop", fine);
    await client().GET("/api/premium/routing", { params: { query: { task: "code" } }, headers: { "Idempotency-Key": "my-own-key-0001" } });
    expect(keysSent()).toEqual(["my-own-key-0001", "my-own-key-0001"]);
  });

  test("goes with what is bought, and not with free reads", async () => {
    server.script("drop", { body: { ok: true } });
    await quote();
    expect(new Set(keysSent())).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{32}$/)]));
    expect(server.asked.map(({ body }) => body)).toEqual(['{"amount_usd":5}', '{"amount_usd":5}']);
    server.script(fine);
    await free();
    expect(keysSent()).toEqual([undefined]);
  });

  test("is not invented for what the service does not recognise by it: such a call is sent once", async () => {
    for (const answer of ["drop", problem(503, "unavailable"), problem(503, "unavailable", { "Retry-After": "0" })] as const) {
      server.script(answer);
      await expect(unkeyed()).rejects.toBeInstanceOf(ServiceError);
      expect(server.asked).toHaveLength(1);
      expect(keysSent()).toEqual([undefined]);
    }
    server.script(problem(429, "rate_limit_exceeded", { "Retry-After": "0" }), { body: { ok: true } });
    await unkeyed();
    expect(server.asked).toHaveLength(2);
  });
});

test("a sending without an answer ends after its time, and says so", async () => {
  server.script("silence");
  await expect(free({ retries: { most: 0, timeoutSeconds: 0.2 } })).rejects.toMatchObject({ name: "ConnectionError", code: "timed_out" });
});

test("a token and a wallet together are refused before anything is sent", () => {
  const both = { baseUrl: server.url, token: "aed_live_x", x402: (send: typeof fetch) => send } as unknown as ClientOptions;
  expect(() => createClient(both)).toThrow("not both");
});

test("a redirection is told of and not followed, so that no token or payment goes elsewhere", async () => {
  const other = await startScriptedServer();
  server.script({ status: 307, headers: { Location: `${other.url}/api/status` }, body: "" });
  await expect(paid({ token: "aed_live_x" })).rejects.toMatchObject({ code: "unreadable_answer", status: 307 });
  expect(other.asked).toEqual([]);
  await other.stop();
});

test("the token is the bearer of every call, and a list is one parameter with commas", async () => {
  server.script(fine);
  await client({ token: "aed_live_x" }).GET("/api/premium/compare/models", { params: { query: { ids: ["gpt-5", "claude opus"] } } });
  expect(server.asked[0]).toMatchObject({
    target: "/api/premium/compare/models?ids=gpt-5,claude%20opus",
    headers: { authorization: "Bearer aed_live_x" },
  });
});
