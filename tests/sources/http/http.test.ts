import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { startSourceServer } from "../../support/sources/source-server";
import { ask, client, fails, fresh, hostOf, http, memory, server, useSourceClient } from "../../support/sources/source-client";

useSourceClient();

describe("an answer", () => {
  test("keeps its bytes unchanged, in any charset", async () => {
    const latin1 = Buffer.from([0xe9, 0xfe, 0xff, 0x00, 0x80]);
    server.answer((_, response) => response.writeHead(200, { "content-type": "text/xml; charset=iso-8859-1", etag: '"a"' }).end(latin1));
    const reading = await fresh();
    expect(Buffer.from(reading.bytes)).toEqual(latin1);
    expect(reading).toMatchObject({
      status: 200,
      contentType: "text/xml; charset=iso-8859-1",
      validators: { etag: '"a"', lastModified: null },
    });
  });

  test("is requested with name and contact in the user agent", async () => {
    server.answer((_, response) => response.end("ok"));
    await ask();
    expect(server.requests[0]?.headers["user-agent"]).toBe("Test-Data/1.0 (+https://data.example)");
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
  ])("in %s is decompressed", async (encoding, pack) => {
    server.answer((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(pack(Buffer.from("hello"))));
    expect(Buffer.from((await fresh()).bytes).toString()).toBe("hello");
  });

  test("of gzip bytes without content-encoding is decompressed", async () => {
    server.answer((_, response) => response.writeHead(200, { "content-type": "application/xml" }).end(gzipSync("<rss/>")));
    expect(Buffer.from((await fresh()).bytes).toString()).toBe("<rss/>");
  });

  test("declared as gzip but plain is accepted", async () => {
    server.answer((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("plain"));
    expect(Buffer.from((await fresh()).bytes).toString()).toBe("plain");
  });

  test("with damaged compression is an encoding fault", async () => {
    server.answer((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello".repeat(100)).subarray(0, 25)),
    );
    await expect(ask()).rejects.toMatchObject(fails("encoding"));
  });

  test("in an unknown encoding is an encoding fault", async () => {
    server.answer((_, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("x"));
    await expect(ask()).rejects.toMatchObject(fails("encoding"));
  });

  test("with an error status is a fault with that status", async () => {
    server.answer((_, response) => response.writeHead(404).end("nothing"));
    await expect(ask()).rejects.toMatchObject(fails("http", 404));
    expect(server.requests).toHaveLength(1);
  });

  test("with a status that the caller accepts is no fault", async () => {
    server.answer((_, response) => response.writeHead(401).end("who"));
    expect(await fresh("/", { acceptStatuses: [401] })).toMatchObject({ status: 401 });
  });
});

describe("limits", () => {
  test("missing headers are a timeout", async () => {
    server.answer(() => undefined);
    await expect(ask("/", { timeoutMs: 60 })).rejects.toMatchObject(fails("timeout"));
  });

  test("a trickling body is cut by the same limit", async () => {
    let trickle: NodeJS.Timeout | undefined;
    server.answer((request, response) => {
      response.writeHead(200).write("a");
      trickle = setInterval(() => response.write("a"), 10);
      request.socket.once("close", () => clearInterval(trickle));
    });
    await expect(ask("/", { timeoutMs: 150 })).rejects.toMatchObject(fails("timeout"));
    clearInterval(trickle);
  });

  test("an endless body is cut at the size limit", async () => {
    server.answer((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on("drain", pour);
      pour();
    });
    await expect(ask("/", { maxBytes: 100_000 })).rejects.toMatchObject(fails("too_large"));
  });

  test("a declared length over the limit is refused before reading", async () => {
    server.answer((_, response) => response.writeHead(200, { "content-length": "1000000" }).flushHeaders());
    await expect(ask("/", { maxBytes: 1000 })).rejects.toMatchObject(fails("too_large"));
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(20_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(20_000_000))],
  ])("a %s bomb is too large and does not fill the memory", async (encoding, bomb) => {
    server.answer((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(bomb));
    await expect(ask("/", { maxBytes: 1_000_000 })).rejects.toMatchObject(fails("too_large"));
  });

  test("a bomb in a bomb is too large", async () => {
    server.answer((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(gzipSync(Buffer.alloc(20_000_000)))),
    );
    await expect(ask("/", { maxBytes: 1_000_000 })).rejects.toMatchObject(fails("too_large"));
  });

  test("a request is cancelled when its job ends", async () => {
    const job = new AbortController();
    server.answer(() => job.abort());
    await expect(ask("/", {}, client({ signal: job.signal }))).rejects.toMatchObject(fails("cancelled"));
    await expect(ask("/", {}, client({ signal: job.signal }))).rejects.toMatchObject(fails("cancelled"));
    expect(memory.breakers.get(hostOf())?.failures ?? 0).toBe(0);
  });
});

describe("redirects", () => {
  test("are followed, and the final URL is returned", async () => {
    server.answer((request, response) =>
      request.url === "/old" ? response.writeHead(301, { location: "/new" }).end() : response.end("here"),
    );
    expect((await fresh("/old")).finalUrl).toBe(`${server.url}/new`);
  });

  test("are a fault after the fifth", async () => {
    server.answer((_, response) => response.writeHead(302, { location: "/again" }).end());
    await expect(ask()).rejects.toMatchObject(fails("redirect"));
    expect(server.requests).toHaveLength(6);
  });

  test.each([
    "http://10.0.0.1/",
    "http://[::1]/",
    "http://169.254.169.254/latest/meta-data",
    "http://2130706434/",
    "http://[::ffff:10.0.0.1]/",
    "file:///etc/passwd",
    "http://user:pass@127.0.0.1/",
  ])("to %s are refused", async (location) => {
    server.answer((_, response) => response.writeHead(302, { location }).end());
    await expect(ask()).rejects.toMatchObject(fails("forbidden_address"));
    expect(server.requests).toHaveLength(1);
  });

  test("without a target are a redirect fault", async () => {
    server.answer((_, response) => response.writeHead(302).end());
    await expect(ask()).rejects.toMatchObject(fails("redirect", 302));
  });

  test("to another origin drop the caller's headers", async () => {
    const other = await startSourceServer();
    other.answer((_, response) => response.end("other"));
    server.answer((_, response) => response.writeHead(302, { location: `${other.url}/x` }).end());
    await ask("/", { headers: { Authorization: "Bearer secret", "x-api-key": "secret" } });
    expect(JSON.stringify(other.requests[0]?.headers)).not.toContain("secret");
    await other.close();
  });

  test("never send a request body to another origin", async () => {
    server.answer((_, response) => response.writeHead(307, { location: "http://localhost:1/x" }).end());
    await expect(ask("/", { method: "POST", body: "secret" })).rejects.toMatchObject(fails("redirect", 307));
  });
});

describe("addresses", () => {
  test("a name that resolves to a private address is refused when connecting", async () => {
    server.answer((_, response) => response.end("secret"));
    const guarded = client({ isAllowedAddress: undefined });
    await expect(guarded.get({ source: "news/test", url: `http://localhost:${new URL(server.url).port}/` })).rejects.toMatchObject(
      fails("forbidden_address"),
    );
    await expect(ask("/", {}, guarded)).rejects.toMatchObject(fails("forbidden_address"));
    expect(server.requests).toHaveLength(0);
  });

  test("a name that does not resolve is a network fault", async () => {
    await expect(http.get({ source: "news/test", url: "http://nowhere.invalid/" })).rejects.toMatchObject(fails("network"));
  });
});

describe("conditional requests", () => {
  test("send the validators of this source and URL, and read 304 as `unchanged`", async () => {
    memory.keep("news/test", `${server.url}/feed`, { etag: '"v1"', lastModified: "Sun, 01 Mar 2026 00:00:00 GMT" });
    server.answer((request, response) => response.writeHead(request.headers["if-none-match"] === '"v1"' ? 304 : 200).end());
    expect(await ask("/feed")).toEqual({ kind: "unchanged" });
    expect(server.requests[0]?.headers["if-modified-since"]).toBe("Sun, 01 Mar 2026 00:00:00 GMT");
    expect((await ask("/other")).kind).toBe("fresh");
    expect((await ask("/feed", { isConditional: false })).kind).toBe("fresh");
  });

  test("treat an unrequested 304 as a fault", async () => {
    server.answer((_, response) => response.writeHead(304).end());
    await expect(ask()).rejects.toMatchObject(fails("http", 304));
  });
});

describe("a retry", () => {
  test("happens once after a server fault", async () => {
    server.answer((_, response, count) => response.writeHead(count === 1 ? 502 : 200).end("ok"));
    expect((await fresh()).status).toBe(200);
    expect(server.requests).toHaveLength(2);
  });

  test("happens once after a broken connection", async () => {
    server.answer((request, response, count) => (count === 1 ? request.socket.destroy() : response.end("ok")));
    expect((await fresh()).status).toBe(200);
  });

  test("does not happen twice", async () => {
    server.answer((_, response) => response.writeHead(500).end());
    await expect(ask()).rejects.toMatchObject(fails("http", 500));
    expect(server.requests).toHaveLength(2);
  });

  test("never repeats a POST", async () => {
    server.answer((_, response) => response.writeHead(500).end());
    await expect(ask("/", { method: "POST", body: "{}" })).rejects.toMatchObject(fails("http", 500));
    expect(server.requests).toHaveLength(1);
  });
});
