import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHostGate } from "@/lib/sources/http/host-gate";
import { createSourceHttp } from "@/lib/sources/http/http";
import type { SourceHttp, SourceRequest } from "@/lib/sources/http/source";
import { memoryInProcess, type MemoryInProcess } from "../../support/sources/source-server";

let parent: string;
let folder: string;
let memory: MemoryInProcess;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "replay-"));
  folder = join(parent, "replay");
  mkdirSync(folder);
  memory = memoryInProcess();
});
afterEach(() => rmSync(parent, { recursive: true }));

function replay(entries: unknown, signal?: AbortSignal): SourceHttp {
  writeFileSync(join(folder, "replay.json"), typeof entries === "string" ? entries : JSON.stringify(entries));
  return createSourceHttp({
    memory,
    userAgent: "t",
    replayDir: folder,
    gate: createHostGate({ maxPerHost: 9, spacingMs: 0 }),
    backoffMs: 1,
    signal,
  });
}
const file = (name: string, bytes: string | Uint8Array) => writeFileSync(join(folder, name), bytes);
const ask = (http: SourceHttp, url: string, rest: Partial<SourceRequest> = {}) => http.get({ source: "news/a", url, ...rest });

describe("a replay", () => {
  test("answers a listed URL from its file without DNS", async () => {
    file("a.xml", "<rss/>");
    const http = replay([{ url: "https://a.invalid/feed", file: "a.xml", headers: { "Content-Type": "text/xml" } }]);
    expect(await ask(http, "https://a.invalid/feed")).toMatchObject({
      kind: "fresh",
      status: 200,
      contentType: "text/xml",
      bytes: Buffer.from("<rss/>"),
    });
  });

  test("answers an unlisted URL with a network fault", async () => {
    await expect(ask(replay([]), "https://a.invalid/feed")).rejects.toMatchObject({ fault: "network" });
  });

  test("applies every limit", async () => {
    file("big", Buffer.alloc(5000));
    file("bomb", gzipSync(Buffer.alloc(5_000_000)));
    const http = replay([
      { url: "https://a.invalid/big", file: "big" },
      { url: "https://a.invalid/bomb", file: "bomb", headers: { "content-encoding": "gzip" } },
      { url: "https://a.invalid/slow", file: "big", delay_ms: 60_000 },
    ]);
    await expect(ask(http, "https://a.invalid/big", { maxBytes: 1000 })).rejects.toMatchObject({ fault: "too_large" });
    await expect(ask(http, "https://a.invalid/bomb", { maxBytes: 10_000 })).rejects.toMatchObject({ fault: "too_large" });
    await expect(ask(http, "https://a.invalid/slow", { timeoutMs: 30 })).rejects.toMatchObject({ fault: "timeout" });
  });

  test("follows redirects by status and location, and stops a loop", async () => {
    file("b", "here");
    const http = replay([
      { url: "https://a.invalid/old", status: 301, headers: { Location: "https://b.invalid/new" } },
      { url: "https://b.invalid/new", file: "b" },
      { url: "https://a.invalid/loop", file: "b", status: 302, headers: { location: "/loop" } },
    ]);
    expect(await ask(http, "https://a.invalid/old")).toMatchObject({ finalUrl: "https://b.invalid/new" });
    await expect(ask(http, "https://a.invalid/loop")).rejects.toMatchObject({ fault: "redirect" });
  });

  test("answers 304 to the stored ETag or date", async () => {
    file("a", "x");
    const http = replay([
      { url: "https://a.invalid/etag", file: "a", headers: { ETag: '"1"' } },
      { url: "https://a.invalid/date", file: "a", headers: { "Last-Modified": "Sun, 01 Mar 2026 00:00:00 GMT" } },
    ]);
    memory.keep("news/a", "https://a.invalid/etag", { etag: '"1"', lastModified: null });
    memory.keep("news/a", "https://a.invalid/date", { etag: null, lastModified: "Sun, 01 Mar 2026 00:00:00 GMT" });
    expect((await ask(http, "https://a.invalid/etag")).kind).toBe("unchanged");
    expect((await ask(http, "https://a.invalid/date")).kind).toBe("unchanged");
    memory.keep("news/a", "https://a.invalid/etag", { etag: '"0"', lastModified: null });
    expect((await ask(http, "https://a.invalid/etag")).kind).toBe("fresh");
  });

  test("opens the breaker of a host that keeps failing", async () => {
    file("a", "down");
    const http = replay([{ url: "https://a.invalid/", file: "a", status: 500 }]);
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(ask(http, "https://a.invalid/")).rejects.toMatchObject({ fault: "http", status: 500 });
    }
    await expect(ask(http, "https://a.invalid/")).rejects.toMatchObject({ fault: "breaker_open" });
  });

  test("is cancelled when the job ends", async () => {
    const job = new AbortController();
    file("a", "x");
    const http = replay([{ url: "https://a.invalid/", file: "a", delay_ms: 60_000 }], job.signal);
    const request = ask(http, "https://a.invalid/");
    job.abort();
    await expect(request).rejects.toMatchObject({ fault: "cancelled" });
  });

  test("refuses a file outside its folder, by path or by link", async () => {
    writeFileSync(join(parent, "secret"), "s");
    expect(() => replay([{ url: "https://a.invalid/", file: "../secret" }])).toThrow(/entry 1: file: .* outside the folder/);
    symlinkSync(join(parent, "secret"), join(folder, "link"));
    await expect(ask(replay([{ url: "https://a.invalid/", file: "link" }]), "https://a.invalid/")).rejects.toMatchObject({
      fault: "network",
    });
  });

  test.each([
    ["{", /replay\.json: /],
    [{}, /replay\.json: is not a list/],
    [[{ url: "nope", file: "a" }], /entry 1: url/],
    [[{ url: "https://a.invalid/", file: "a", status: "200" }], /entry 1: status/],
    [[{ url: "https://a.invalid/", file: "a" }, 7], /entry 2/],
  ])("names the problem in replay.json: %j", (entries, message) => {
    expect(() => replay(entries)).toThrow(message);
  });
});
