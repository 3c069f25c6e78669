import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSourceHttp } from "@/lib/sources/http/http";
import { memoryInProcess, startSourceServer, type SourceServer } from "../../support/sources/source-server";

let server: SourceServer;
beforeAll(async () => {
  server = await startSourceServer();
});
afterAll(() => server.close());

const meter = (options: { signal?: AbortSignal; replayDir?: string } = {}) =>
  createSourceHttp({ memory: memoryInProcess(), userAgent: "t", isAllowedAddress: (address) => address === "127.0.0.1", ...options });

describe("a measurement", () => {
  test("accepts any status, follows no redirect and times each step", async () => {
    server.answer((_, response) => response.writeHead(302, { location: "/elsewhere" }).end("moved"));
    const measured = await meter().measure({ url: server.url, method: "GET" });
    expect(measured).toMatchObject({ status: 302, fault: null, dnsMs: null, tlsMs: null });
    expect(measured.tcpMs).toBeGreaterThanOrEqual(0);
    expect(measured.ttfbMs).toBeGreaterThan(0);
    expect(measured.totalMs).toBeGreaterThanOrEqual(measured.ttfbMs ?? Infinity);
    expect(server.requests).toHaveLength(1);
  });

  test("sends a body and keeps at most 64 KB of the answer", async () => {
    server.answer((request, response) => request.on("data", () => undefined).on("end", () => response.end(Buffer.alloc(200_000))));
    expect((await meter().measure({ url: server.url, method: "POST", body: "{}" })).bytes).toHaveLength(65_536);
  });

  test("returns timeout, network fault and forbidden address as values", async () => {
    server.answer(() => undefined);
    expect(await meter().measure({ url: server.url, method: "GET", timeoutMs: 50 })).toMatchObject({
      status: null,
      fault: "timeout",
      ttfbMs: null,
      totalMs: null,
    });
    expect(await meter().measure({ url: "http://nowhere.invalid/", method: "GET" })).toMatchObject({ status: null, fault: "network" });
    expect(await meter().measure({ url: "http://10.0.0.1/", method: "GET" })).toMatchObject({ status: null, fault: "forbidden_address" });
    expect(await meter().measure({ url: "http://[::1]:1/", method: "GET" })).toMatchObject({ status: null, fault: "forbidden_address" });
  });

  test("is cancelled when the job ends", async () => {
    const job = new AbortController();
    server.answer(() => job.abort());
    await expect(meter({ signal: job.signal }).measure({ url: server.url, method: "GET" })).rejects.toMatchObject({ fault: "cancelled" });
  });

  test("from a replay has only the timings that the replay declares", async () => {
    const replayDir = mkdtempSync(join(tmpdir(), "replay-"));
    writeFileSync(join(replayDir, "a"), "no");
    writeFileSync(
      join(replayDir, "replay.json"),
      JSON.stringify([
        { url: "https://a.invalid/", file: "a", status: 401 },
        { url: "https://b.invalid/", file: "a", status: 401, delay_ms: 12 },
      ]),
    );
    const http = meter({ replayDir });
    const untimed = { status: 401, fault: null, dnsMs: null, tcpMs: null, tlsMs: null };
    expect(await http.measure({ url: "https://a.invalid/", method: "GET" })).toMatchObject({ ...untimed, ttfbMs: null, totalMs: null });
    expect(await http.measure({ url: "https://b.invalid/", method: "GET" })).toMatchObject({ ...untimed, ttfbMs: 12, totalMs: 12 });
    expect(await http.measure({ url: "https://c.invalid/", method: "GET" })).toMatchObject({ status: null, fault: "network" });
    rmSync(replayDir, { recursive: true });
  });
});
