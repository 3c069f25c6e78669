import { once } from "node:events";
import { connect } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SentAnswer } from "@/lib/http/answer";
import { limiterOf } from "@/lib/http/limits/limiter";
import { LIMITS } from "@/lib/http/limits/limits";
import { keepPreparedAnswer, keepTarget, preparedStore, shareTarget, type PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import { startFront } from "@/lib/server/front/start-front";
import type { SentRequest } from "@/lib/server/api/api-request";
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
  store.mirror?.versions(store.versions, store.versionsReadAt);
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

let lastTarget = 0;

/** Stores an answer as the route handler does once it is asked for again. */
function prepare(text: string, more: Partial<PreparedAnswer> = {}): string {
  const target = `/api/target-${++lastTarget}`;
  keepPreparedAnswer(target, {
    identity: bytesOf(text),
    gzip: null,
    br: null,
    etag: 'W/"e"',
    headers: { "Content-Type": "text/plain", ETag: 'W/"e"' },
    expiresAt: Date.now() + 60_000,
    versions: { news: 1 },
    ...more,
  });
  keepTarget(target, target);
  shareTarget(target, target);
  return target;
}

const textOf = async (target: string, headers = {}): Promise<string> => (await httpCall(front.port, { target, headers })).text;

/** The same, and waits until the front's thread has it. */
async function preparedInFront(text: string, more: Partial<PreparedAnswer> = {}): Promise<string> {
  const target = prepare(text, more);
  await expect.poll(() => textOf(target, { "accept-encoding": "identity" })).toBe(text);
  return target;
}

test("reports answers and crawler visits to the main thread within about a second", async () => {
  const target = prepare("prepared");
  await httpCall(front.port, { target, headers: { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)" } });
  await httpCall(front.port, { target, headers: { "user-agent": "someone", "if-none-match": "*" } });
  const sum = () =>
    front.tallies.reduce(
      (all, { prepared, notModified, crawlers }) => [all[0] + prepared, all[1] + notModified, all[2] + crawlers.length] as const,
      [0, 0, 0] as readonly [number, number, number],
    );
  await expect.poll(sum).toEqual([2, 1, 1]);
  expect(front.tallies.flatMap(({ crawlers }) => crawlers)).toEqual([
    { userAgent: expect.stringContaining("GPTBot"), path: target, at: expect.any(Date) },
  ]);
});

describe("prepared answers", () => {
  test("are sent without the main thread, with HEAD and 304 as in the handler; other methods go to the main thread", async () => {
    const target = await preparedInFront("prepared");
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
    expect((await httpCall(front.port, { target, method: "POST" })).text).toBe("main thread");
  });

  test("use the client's preferred encoding once it is available", async () => {
    const target = await preparedInFront("plain", { gzip: gzipSync("as gzip"), br: brotliCompressSync("as br") });
    const encoded = async (accepted: string) => {
      const { headers, text } = await httpCall(front.port, { target, headers: { "accept-encoding": accepted } });
      return [headers["content-encoding"], text];
    };
    expect(await encoded("identity")).toEqual([undefined, "plain"]);
    expect(await encoded("deflate")).toEqual([undefined, "plain"]);
    expect(await encoded("gzip, deflate")).toEqual(["gzip", "as gzip"]);
    expect(await encoded("gzip;q=0.5, br")).toEqual(["br", "as br"]);
    const unpacked = await preparedInFront("plain");
    expect(await httpCall(front.port, { target: unpacked, headers: { "accept-encoding": "gzip" } })).toMatchObject({
      text: "plain",
      headers: { "content-length": "5" },
    });
  });

  test("are replaced when the main thread prepares a new one", async () => {
    const target = await preparedInFront("first");
    await expect.poll(() => textOf(target)).toBe("first");
    keepPreparedAnswer(target, { ...(preparedStore().answers.get(target) as PreparedAnswer), identity: bytesOf("second") });
    shareTarget(target, target);
    await expect.poll(() => textOf(target)).toBe("second");
  });

  test("are not sent when expired or made from older data", async () => {
    const target = prepare("old");
    const expired = prepare("expired", { expiresAt: Date.now() - 1 });
    setVersions({ news: 2 });
    front.readVersions(async () => setVersions({ news: 2 }));
    expect([await textOf(target), await textOf(expired)]).toEqual(["main thread", "main thread"]);
  });

  test("wait for old versions to be read again, and are sent as they are, however old, while that fails", async () => {
    const target = await preparedInFront("prepared");
    const age = () => preparedStore().mirror?.versions(preparedStore().versions, Date.now() - 10_000);
    let readings = 0;
    front.readVersions(async () => {
      readings++;
      setVersions({ news: 1 });
    });
    age();
    const answers: string[] = [];
    const askTwice = async () => (answers.push(...(await Promise.all([textOf(target), textOf(target)]))), readings);
    await expect.poll(askTwice).toBe(1);
    expect(new Set(answers)).toEqual(new Set(["prepared"]));
    front.readVersions(() => Promise.reject(new Error("no database")));
    preparedStore().mirror?.versions(new Map([["news", 2]]), Date.now() - 10_000);
    await expect.poll(() => textOf(target)).toBe("prepared");
    expect(await textOf("/api/not-prepared")).toBe("main thread");
  });

  test("are sent to the front again after it has evicted them", async () => {
    const target = await preparedInFront("prepared");
    for (let odd = 0; odd < 300; odd++) {
      preparedStore().mirror?.answer(`odd-${odd}`, { ...(preparedStore().answers.get(target) as PreparedAnswer) });
    }
    await expect.poll(() => textOf(target)).toBe("main thread");
    keepPreparedAnswer(target, { ...(preparedStore().answers.get(target) as PreparedAnswer) });
    shareTarget(target, target);
    await expect.poll(() => textOf(target)).toBe("prepared");
  });
});

describe("requests of the API", () => {
  const PAID = "/api/premium/told?a=%20b";
  const OK = { status: 200, headers: {}, body: "main thread" };
  beforeEach(() => front.answers(async () => OK));

  test("reach the main thread with method, target, headers, body and the client's address", async () => {
    const received: SentRequest[] = [];
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
      { ...sent, method: "GET", body: null, allowance: null },
      { ...sent, method: "POST", allowance: null, body: new TextEncoder().encode("{}") },
    ]);
  });

  test("are all below /api, in any method, and documents; the rest is forwarded", async () => {
    for (const target of ["/api", "/api/", "/api/x/y", "/document.txt", "/document.txt?a=1"]) {
      expect([target, await textOf(target)]).toEqual([target, "main thread"]);
    }
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      expect([method, (await httpCall(front.port, { target: "/api/x", method })).text]).toEqual([method, "main thread"]);
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
    let resolve: (answer: SentAnswer) => void = () => undefined;
    const late = new Promise<SentAnswer>((done) => (resolve = done));
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
  test("is shared by the front and the main thread, and the front itself refuses what is above it", async () => {
    const target = await preparedInFront("prepared");
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
    await expect.poll(() => front.tallies.reduce((sum, { limited }) => sum + limited, 0)).toBe(3);
  });
});

describe("the end of the front's thread", () => {
  const nothing = {
    readVersions: async () => undefined,
    served: { documents: new Map(), probes: new Set<string>(), routes: [], longestBody: 0 },
    answer: () => Promise.reject(new Error("nothing is answered here")),
    refuse: () => Promise.reject(new Error("nothing is refused here")),
    onTally: () => undefined,
  };

  test("rejects a used port with the error of listen", async () => {
    const second = await startFront({ ...nothing, onDeath: () => undefined });
    await expect(second.listen(front.port, "unused")).rejects.toMatchObject({ code: "EADDRINUSE" });
    await second.stop();
  });

  test("reports a crash with its cause, and rejects pending requests", async () => {
    const deaths: Error[] = [];
    const dying = await startFront({
      ...nothing,
      onDeath: (error) => deaths.push(error),
      program: new URL("../support/server/dying-front.ts", import.meta.url),
    });
    const counted = (await limiterOf("free")).take("203.0.113.1");
    await expect(dying.listen(0, "unused")).rejects.toThrow("the front thread ended");
    await expect(counted).rejects.toThrow("the front thread ended");
    expect(deaths).toEqual([expect.objectContaining({ message: "a fault of the front's own" })]);
  });

  test("lets a running answer finish when stopped, and refuses new callers", async () => {
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
});
