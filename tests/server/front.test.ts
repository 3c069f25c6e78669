import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SentResponse } from "@/lib/http/answer";
import { requestCounts } from "@/lib/http/call/request-counts";
import { crawlerRecorder } from "@/lib/http/crawlers/recorder";
import { limiterOf } from "@/lib/http/limits/limiter";
import { LIMITS } from "@/lib/http/limits/limits";
import { cachePrepared, cacheTarget, preparedStore, type PreparedResponse } from "@/lib/loaders/freshness/prepared-answers";
import type { ReceivedRequest } from "@/lib/server/api/api-request";
import { httpCall, newAddress } from "../support/server/http-call";
import { LONGEST_BODY, startTestFront, type TestFront } from "../support/server/front";

let front: TestFront;
beforeAll(async () => {
  front = await startTestFront("127.0.0.0/8");
});
afterAll(() => front.stop());
beforeEach(() => {
  front.behind((_, response) => response.end("behind"));
  front.readVersions(async () => setVersions({ news: 1 }));
  setVersions({ news: 1 });
});

function setVersions(versions: Record<string, number>): void {
  const store = preparedStore();
  store.versions = new Map(Object.entries(versions));
  store.versionsReadAt = Date.now();
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

let lastTarget = 0;

/** Stores an answer as the handler does. */
function prepare(text: string, more: Partial<PreparedResponse> = {}): string {
  const target = `/api/target-${++lastTarget}`;
  cachePrepared(target, {
    identity: bytesOf(text),
    gzip: null,
    br: null,
    etag: 'W/"e"',
    headers: { "Content-Type": "text/plain", ETag: 'W/"e"' },
    expiresAt: Date.now() + 60_000,
    versions: { news: 1 },
    ...more,
  });
  cacheTarget(target, target);
  return target;
}

const textOf = async (target: string, headers = {}): Promise<string> => (await httpCall(front.port, { target, headers })).text;

test("counts prepared answers and the visits of crawlers", async () => {
  const target = prepare("prepared");
  const bots: string[] = [];
  crawlerRecorder().attach(async ({ recent }) => void bots.push(...recent.map(({ bot }) => bot)));
  const { prepared, notModified } = requestCounts();
  await httpCall(front.port, { target, headers: { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)" } });
  await httpCall(front.port, { target, headers: { "user-agent": "someone", "if-none-match": "*" } });
  expect(requestCounts()).toMatchObject({ prepared: prepared + 2, notModified: notModified + 1 });
  await crawlerRecorder().close();
  expect(bots).toEqual(["GPTBot"]);
});

describe("prepared answers", () => {
  test("are sent without the handler, with HEAD and 304 as from it; other methods go to the handler", async () => {
    const target = prepare("prepared");
    const get = await httpCall(front.port, { target });
    expect([get.status, get.text, get.headers["content-length"], get.headers["ratelimit-remaining"]]).toEqual([
      200,
      "prepared",
      "8",
      String(LIMITS.free.calls - 1),
    ]);
    const head = await httpCall(front.port, { target, method: "HEAD" });
    expect([head.status, head.raw.byteLength, head.headers["content-length"]]).toEqual([200, 0, "8"]);
    const unchanged = await httpCall(front.port, { target, headers: { "if-none-match": '"e"' } });
    expect([unchanged.status, unchanged.raw.byteLength, unchanged.headers["content-type"], unchanged.headers.etag]).toEqual([
      304,
      0,
      undefined,
      'W/"e"',
    ]);
    expect((await httpCall(front.port, { target, method: "POST" })).text).toBe("handler");
  });

  test("use the client's preferred encoding once it is available", async () => {
    const target = prepare("plain", { gzip: gzipSync("as gzip"), br: brotliCompressSync("as br") });
    const encoded = async (accepted: string) => {
      const { headers, text } = await httpCall(front.port, { target, headers: { "accept-encoding": accepted } });
      return [headers["content-encoding"], text];
    };
    expect(await encoded("identity")).toEqual([undefined, "plain"]);
    expect(await encoded("deflate")).toEqual([undefined, "plain"]);
    expect(await encoded("gzip, deflate")).toEqual(["gzip", "as gzip"]);
    expect(await encoded("gzip;q=0.5, br")).toEqual(["br", "as br"]);
    const unpacked = prepare("plain");
    expect(await httpCall(front.port, { target: unpacked, headers: { "accept-encoding": "gzip" } })).toMatchObject({
      text: "plain",
      headers: { "content-length": "5" },
    });
  });

  test("are replaced when the handler prepares a new one", async () => {
    const target = prepare("first");
    expect(await textOf(target)).toBe("first");
    cachePrepared(target, { ...(preparedStore().answers.get(target) as PreparedResponse), identity: bytesOf("second") });
    expect(await textOf(target)).toBe("second");
  });

  test("are not sent when expired or made from older data", async () => {
    const target = prepare("old");
    const expired = prepare("expired", { expiresAt: Date.now() - 1 });
    setVersions({ news: 2 });
    front.readVersions(async () => setVersions({ news: 2 }));
    expect([await textOf(target), await textOf(expired)]).toEqual(["handler", "handler"]);
  });

  test("wait for old versions to be read again, and are sent as they are, however old, while that fails", async () => {
    const target = prepare("prepared");
    const age = () => (preparedStore().versionsReadAt = Date.now() - 10_000);
    let readings = 0;
    front.readVersions(async () => {
      readings++;
      setVersions({ news: 1 });
    });
    age();
    expect(await Promise.all([textOf(target), textOf(target)])).toEqual(["prepared", "prepared"]);
    expect(readings).toBe(1);
    front.readVersions(() => Promise.reject(new Error("no database")));
    setVersions({ news: 2 });
    age();
    expect(await textOf(target)).toBe("prepared");
    expect(await textOf("/api/not-prepared")).toBe("handler");
  });

  test("that are kept compressed only, or are not compressed yet, are left to the handler", async () => {
    const long = "x".repeat(2000);
    const compressed = prepare(long, { identity: null, gzip: gzipSync(long) });
    const plain = prepare(long);
    expect(await textOf(compressed, { "accept-encoding": "gzip" })).toBe("handler");
    expect(await textOf(plain, { "accept-encoding": "gzip" })).toBe("handler");
    expect(await textOf(plain, { "accept-encoding": "identity" })).toBe(long);
  });
});

describe("requests of the API", () => {
  const PAID = "/api/premium/told?a=%20b";
  const OK = { status: 200, headers: {}, body: "handler" };
  beforeEach(() => front.answers(async () => OK));

  test("reach the handler with method, target, headers, body and the client's address", async () => {
    const received: ReceivedRequest[] = [];
    front.answers(
      async (request) => (
        received.push(request),
        { status: 402, headers: { "Content-Type": "application/json", "X-Mark": "ours" }, body: new TextEncoder().encode('{"ok":false}') }
      ),
    );
    const call = { target: PAID, headers: { authorization: "Bearer x" }, address: "203.0.113.9" };
    const { status, headers, text } = await httpCall(front.port, call);
    expect([status, text, headers["content-length"], headers["x-mark"]]).toEqual([402, '{"ok":false}', "12", "ours"]);
    await httpCall(front.port, { ...call, method: "POST", body: "{}" });
    const sent = { url: PAID, headers: expect.objectContaining({ authorization: "Bearer x", "x-client-address": "203.0.113.9" }) };
    expect(received).toEqual([
      { ...sent, method: "GET", body: null },
      { ...sent, method: "POST", body: Buffer.from("{}") },
    ]);
  });

  test("are all below /api, in any method, and documents; the rest is forwarded", async () => {
    for (const target of ["/api", "/api/", "/api/x/y", "/document.txt", "/document.txt?a=1"]) {
      expect([target, await textOf(target)]).toEqual([target, "handler"]);
    }
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect([method, (await httpCall(front.port, { target: "/api/x", method })).text]).toEqual([method, "handler"]);
    }
    for (const target of ["/", "/apis", "/document.txt/x", "/page"]) expect([target, await textOf(target)]).toEqual([target, "behind"]);
  });

  test("are refused when their body is longer than any endpoint takes, and the connection ends", async () => {
    let asked = 0;
    front.answers(async () => (asked++, OK));
    const body = "x".repeat(LONGEST_BODY + 1);
    const { status, headers, text } = await httpCall(front.port, { target: "/api/x", method: "POST", body });
    expect([status, headers.connection, JSON.parse(text)]).toEqual([413, "close", expect.objectContaining({ error: "payload_too_large" })]);
    expect(asked).toBe(0);
    expect((await httpCall(front.port, { target: "/api/x", method: "POST", body: body.slice(1) })).status).toBe(200);
  });

  test("disturb nobody after their caller has hung up", async () => {
    let resolve: (answer: SentResponse) => void = () => undefined;
    const late = new Promise<SentResponse>((done) => (resolve = done));
    const hasArrived = new Promise<void>((onRead) => front.answers(() => (onRead(), late)));
    const caller = connect(front.port, "127.0.0.1", () => caller.write(`GET ${PAID} HTTP/1.1\r\nHost: x\r\n\r\n`));
    await hasArrived;
    caller.destroy();
    await once(caller, "close");
    resolve({ status: 200, headers: {}, body: "late" });
    expect(await textOf("/page")).toBe("behind");
    expect(await textOf(PAID)).toBe("late");
  });
});

describe("the count of free calls", () => {
  test("is shared by prepared answers and handlers, and what is above it reaches no handler", async () => {
    const target = prepare("prepared");
    const address = newAddress();
    const limiter = await limiterOf("free");
    for (let call = 0; call < LIMITS.free.calls / 2; call++) {
      const { headers } = await httpCall(front.port, { target, address });
      const { remaining } = await limiter.take(address);
      expect([Number(headers["ratelimit-remaining"]), remaining]).toEqual([
        LIMITS.free.calls - 2 * call - 1,
        LIMITS.free.calls - 2 * call - 2,
      ]);
    }
    expect((await limiter.take(address)).isAllowed).toBe(false);
    const { limited } = requestCounts();
    for (const refused of [target, "/api/not-prepared", "/api/premium/told"]) {
      const { status, headers, text } = await httpCall(front.port, { target: refused, address });
      expect([refused, status, Number(headers["retry-after"]) > 0, JSON.parse(text).error]).toEqual([
        refused,
        429,
        true,
        "rate_limit_exceeded",
      ]);
    }
    expect((await httpCall(front.port, { target: "/page", address })).text).toBe("behind");
    expect(await textOf(target)).toBe("prepared");
    expect(requestCounts().limited).toBe(limited + 3);
  });
});

test("a stopped front lets a running answer finish, and refuses new callers", async () => {
  const other = await startTestFront();
  const hasArrived = new Promise<void>((resolve) =>
    other.behind((_, response) => {
      resolve();
      setTimeout(() => response.end("finished"), 300);
    }),
  );
  const answer = httpCall(other.port, { target: "/page" });
  await hasArrived;
  const stopped = other.stop();
  expect((await answer).text).toBe("finished");
  await stopped;
  await expect(httpCall(other.port, { target: "/api/x" })).rejects.toThrow("ECONNREFUSED");
});
