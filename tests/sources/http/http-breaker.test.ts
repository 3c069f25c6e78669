import { describe, expect, test } from "vitest";
import { createHostGate } from "@/lib/sources/http/host-gate";
import { startSourceServer } from "../../support/sources/source-server";
import { ask, client, fails, fresh, hostOf, memory, minutesLater, now, server, useSourceClient } from "../../support/sources/source-client";

useSourceClient();

describe("the breaker of a host", () => {
  const fail = () => ask().catch(() => undefined);
  async function openIt(): Promise<void> {
    server.answer((_, response) => response.writeHead(500).end());
    for (let failure = 0; failure < 5; failure += 1) await fail();
  }

  test("opens after five failures, and the host gets no more requests", async () => {
    await openIt();
    expect(server.requests).toHaveLength(10);
    await expect(ask()).rejects.toMatchObject(fails("breaker_open"));
    expect(server.requests).toHaveLength(10);
  });

  test("admits one trial request after its pause, and closes when it succeeds", async () => {
    await openIt();
    minutesLater(6);
    server.answer((_, response) => response.end("back"));
    const results = await Promise.allSettled([ask(), ask(), ask()]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(server.requests).toHaveLength(1);
    expect((await fresh()).status).toBe(200);
  });

  test("pauses twice as long after a failed trial", async () => {
    await openIt();
    minutesLater(6);
    await fail();
    minutesLater(6);
    await expect(ask()).rejects.toMatchObject(fails("breaker_open"));
    minutesLater(5);
    await expect(ask()).rejects.toMatchObject(fails("http", 500));
  });

  test("closes when the trial gets any answer or a redirect", async () => {
    await openIt();
    minutesLater(6);
    server.answer((_, response) => response.writeHead(404).end());
    await expect(ask()).rejects.toMatchObject(fails("http", 404));
    expect(memory.breakers.get(hostOf())).toEqual({ failures: 0, openUntil: null });
    await openIt();
    minutesLater(6);
    const other = await startSourceServer();
    other.answer((_, response) => response.end("moved here"));
    server.answer((_, response) => response.writeHead(301, { location: other.url }).end());
    expect((await fresh()).finalUrl).toBe(`${other.url}/`);
    expect(memory.breakers.get(hostOf())).toEqual({ failures: 0, openUntil: null });
    await other.close();
  });

  test("does not open on 4xx answers", async () => {
    server.answer((_, response) => response.writeHead(404).end());
    for (let failure = 0; failure < 8; failure += 1) await fail();
    await expect(ask()).rejects.toMatchObject(fails("http", 404));
  });

  test("applies Retry-After on 429 and 503 without a retry", async () => {
    server.answer((_, response) => response.writeHead(429, { "retry-after": "120" }).end());
    await expect(ask()).rejects.toMatchObject(fails("rate_limited", 429));
    await expect(ask()).rejects.toMatchObject(fails("breaker_open"));
    expect(server.requests).toHaveLength(1);
    minutesLater(2.1);
    server.answer((_, response) => response.writeHead(503, { "retry-after": new Date(now.getTime() + 60_000).toUTCString() }).end());
    await expect(ask()).rejects.toMatchObject(fails("http", 503));
    expect(server.requests).toHaveLength(1);
    await expect(ask()).rejects.toMatchObject(fails("breaker_open"));
  });
});

describe("the host gate", () => {
  test("allows at most two concurrent requests to a host", async () => {
    let atOnce = 0;
    let most = 0;
    server.answer((_, response) => {
      most = Math.max(most, ++atOnce);
      setTimeout(() => {
        atOnce -= 1;
        response.end("ok");
      }, 20);
    });
    const polite = client({ gate: createHostGate({ maxPerHost: 2, spacingMs: 0 }) });
    await Promise.all(Array.from({ length: 8 }, () => ask("/", {}, polite)));
    expect(most).toBe(2);
    expect(server.requests).toHaveLength(8);
  });

  test("stops waiting when the job ends", async () => {
    const job = new AbortController();
    server.answer(() => setTimeout(() => job.abort(), 20));
    const polite = client({ signal: job.signal, gate: createHostGate({ maxPerHost: 1, spacingMs: 0 }) });
    const results = await Promise.allSettled([ask("/", {}, polite), ask("/", {}, polite)]);
    expect(results.map((result) => result.status === "rejected" && result.reason.fault)).toEqual(["cancelled", "cancelled"]);
  });
});
