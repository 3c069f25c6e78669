import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { definePage } from "@/lib/pages/define";
import { choiceParameter, textParameter } from "@/lib/pages/parameters";
import { RENDER_LIMIT } from "@/lib/http/limits/limits";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { createAddressReader, trustOf } from "@/lib/server/client-address";
import { asPublicPage } from "@/lib/server/pages/page-address";
import { servePages } from "@/lib/server/pages/serve-pages";
import { serveHttp, type HttpServer } from "@/lib/server/serve-http";
import { httpCall, newAddress, type HttpAnswer } from "../support/server/http-call";

const common = { description: "For the test", label: null, group: "Now", endpoints: [] } as const;
const list = definePage({
  ...common,
  path: "/list",
  title: "List",
  audience: "public",
  parameters: { q: textParameter(), sort: choiceParameter(["up", "down"]) },
});
const item = definePage({ ...common, path: "/items/[...id]", title: "Item", audience: "public", parameters: {} });

let server: HttpServer;
let pages: RequestListener;
let rendered: string[] = [];
/** Targets of all requests, and of those that were answered or whose reader has left. */
let asked: string[] = [];
let ended: string[] = [];
let render: RequestListener;
let readVersions: () => Promise<boolean>;

const userOf = (cookie = ""): string => /session=(\w+)/.exec(cookie)?.[1] ?? "nobody";
const nonceOf = (policy: unknown): string => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? "";

/** Answers as Next does: a page says who reads it, and which address was rendered. */
const page: RequestListener = (request, response) => {
  rendered.push(request.url ?? "");
  const headers = {
    "Content-Type": request.headers.rsc === undefined ? "text/html; charset=utf-8" : "text/x-component",
    Vary: "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch",
    "Cache-Control": "private, no-cache, no-store",
  };
  for (const [name, value] of Object.entries(headers)) if (!response.hasHeader(name)) response.setHeader(name, value);
  response.flushHeaders();
  response.write(
    `<p>${userOf(request.headers.cookie)} at ${request.url}, ${String(request.headers["next-router-state-tree"] ?? "document")}</p>`,
  );
  response.end();
};

beforeAll(async () => {
  const addressOf = createAddressReader("127.0.0.0/8");
  server = await serveHttp(0, trustOf("127.0.0.0/8"), (request, response) => {
    addressOf(request);
    const target = request.url ?? "";
    asked.push(target);
    response.once("close", () => ended.push(target));
    pages(request, response);
  });
});
beforeEach(() => {
  rendered = [];
  asked = [];
  ended = [];
  render = page;
  readVersions = async () => true;
  preparedStore().versions = new Map([["news", 1]]);
  const renderNow: RequestListener = (request, response) => render(request, response);
  pages = servePages(renderNow, [list, item].map(asPublicPage), () => readVersions());
});
afterAll(async () => {
  preparedStore().versions = new Map();
  await server.close();
});

const get = (target: string, headers: Record<string, string> = {}, address = newAddress()): Promise<HttpAnswer> =>
  httpCall(server.port, { target, headers, address });

describe("what is kept", () => {
  test("a public page is rendered once for all readers without a session, whatever stands in the address beside its parameters", async () => {
    const first = await get("/list?q=a&sort=up", { cookie: "theme=dark; session_hint=1" });
    const second = await get("/list?utm_source=x&sort=up&q=a&q=");
    expect(rendered).toEqual(["/list?q=a&sort=up"]);
    expect(second.text).toBe(first.text);
    expect(second.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  });

  test("a value that the page does not accept is part of the address, since the page names it", async () => {
    await get("/list?sort=up");
    await get("/list?sort=banana");
    expect(rendered).toEqual(["/list?sort=up", "/list?sort=banana"]);
  });

  test.each(["session", "__Host-session"])("two users with the cookie %s and a stranger never get each other's page", async (cookie) => {
    for (const target of ["/list", "/account"]) {
      for (let round = 0; round < 2; round++) {
        expect((await get(target, { cookie: `theme=dark; ${cookie}=ann` })).text).toContain("<p>ann at");
        expect((await get(target, { cookie: `${cookie}=bob` })).text).toContain("<p>bob at");
        expect((await get(target)).text).toContain("<p>nobody at");
      }
    }
    // The stranger's reading of the public page was kept, and nothing else.
    expect(rendered.filter((target) => target === "/list")).toHaveLength(5);
    expect(rendered.filter((target) => target === "/account")).toHaveLength(6);
  });

  test("cookies and credentials of the reader who comes first do not reach a page that is kept", async () => {
    let seen: unknown;
    render = ({ headers: { cookie, authorization } }, response) => {
      seen = { cookie, authorization };
      response.end();
    };
    await get("/list", { cookie: "theme=dark", authorization: "Bearer x" });
    expect(seen).toEqual({ cookie: undefined, authorization: undefined });
  });

  test.each([
    ["sets a cookie", { "Set-Cookie": "a=b" }, 200],
    ["is private", { "Cache-Control": "private" }, 200],
    ["must not be stored", { "Cache-Control": "no-store" }, 200],
    ["varies by something else", { Vary: "rsc, Accept-Language" }, 200],
    ["is an error", {}, 404],
    ["is not a rendering", { "Content-Type": "application/json" }, 200],
  ])("an answer that %s is not kept", async (_, headers, status) => {
    render = (request, response) => {
      response.statusCode = status;
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      page(request, response);
    };
    await get("/list");
    await get("/list");
    expect(rendered).toHaveLength(2);
  });

  test.each([
    '<template data-dgst="1"></template>',
    '7:E{"digest":"1"}',
    '<div role="alert" data-failed-block="true">',
    '{"failure":{"kind":"failed"}}',
  ])("a page of which a part failed (%s) is rendered again for the next reader", async (mark) => {
    render = (request, response) => {
      rendered.push(request.url ?? "");
      response.setHeader("Content-Type", "text/html");
      response.end(`<p>other parts</p>\n${mark}`);
    };
    await get("/list");
    await get("/list");
    expect(rendered).toHaveLength(2);
  });

  test("documents and each of the router's requests have their own place", async () => {
    const router = { rsc: "1", "next-router-state-tree": "a" };
    for (let round = 0; round < 2; round++) {
      expect((await get("/items/x/y.z")).text).toContain("document");
      expect((await get("/items/x/y.z?_rsc=1abc", router)).text).toContain(", a");
      expect((await get("/items/x/y.z?_rsc=1abc", { ...router, "next-router-state-tree": "b" })).text).toContain(", b");
    }
    expect(rendered).toEqual(["/items/x/y.z", "/items/x/y.z?_rsc=1abc", "/items/x/y.z?_rsc=1abc"]);
  });

  test("new data ends what is kept, also when nobody else has asked for the versions meanwhile", async () => {
    await get("/list");
    readVersions = async () => Boolean((preparedStore().versions = new Map([["news", 2]])));
    await get("/list");
    expect(rendered).toHaveLength(2);
  });

  test("while the versions cannot be read, what is kept is sent, of older data too", async () => {
    await get("/list");
    preparedStore().versions = new Map([["news", 2]]);
    for (readVersions of [() => Promise.reject(new Error("away")), async () => false]) expect((await get("/list")).status).toBe(200);
    expect(rendered).toHaveLength(1);
  });

  test("readers who ask for the same page at the same time share one rendering, and one who leaves takes it from nobody", async () => {
    const waiting: (() => void)[] = [];
    render = (request, response) => void waiting.push(() => page(request, response));
    const abort = new AbortController();
    const leaver = fetch(`http://127.0.0.1:${server.port}/list`, { signal: abort.signal }).catch(() => "left");
    await expect.poll(() => waiting.length).toBe(1);
    const others = [get("/list"), get("/list")];
    abort.abort();
    expect(await leaver).toBe("left");
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    expect(rendered).toHaveLength(1);
  });

  test("HEAD has the headers of the page, and what it rendered serves the next reader", async () => {
    const head = await httpCall(server.port, { method: "HEAD", target: "/list" });
    expect(head.text).toBe("");
    expect((await get("/list")).headers["content-length"]).toBe(head.headers["content-length"]);
    expect(rendered).toHaveLength(1);
  });

  test.each(["gzip", "br"])("a long page is compressed with %s", async (encoding) => {
    const long = "<p>word</p>".repeat(500);
    render = (_, response) => {
      response.setHeader("Content-Type", "text/html");
      response.end(long);
    };
    const answer = await get("/list", { "accept-encoding": encoding });
    expect(answer.headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
    expect(answer.text).toBe(long);
  });
});

describe("inline scripts", () => {
  const hashOf = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  const scriptsOf = (html: string): string[] => [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? "");

  test("Next's own run by their hashes; one that came with data has neither nonce nor hash", async () => {
    render = (request, response) => {
      const nonce = nonceOf(request.headers["content-security-policy"]);
      response.setHeader("Content-Type", "text/html");
      response.end(
        `<head><script src="/a.js" nonce="${nonce}"></script><script nonce="${nonce}">one</script><script nonce="${nonce}">two</script></head>` +
          `<script>evil</script><script nonce="guessed">guess</script><script nonce="${nonce}" id="x">three</script>`,
      );
    };
    for (let round = 0; round < 2; round++) {
      const { text, headers } = await get("/list", { "content-security-policy": "script-src 'nonce-guessed'" });
      const policy = String(headers["content-security-policy"]);
      expect(scriptsOf(text)).toEqual(["one;two", "evil"]);
      for (const script of ["one;two", "three"]) expect(policy).toContain(hashOf(script));
      for (const script of ["evil", "guess"]) expect(policy).not.toContain(hashOf(script));
      expect(policy).not.toMatch(/script-src[^;]*(?:unsafe-inline|nonce)/);
    }
  });

  test("of a page that is not public are left to the proxy: the request has no policy, whatever the reader sends", async () => {
    let policy: unknown = "not asked";
    render = (request, response) => {
      policy = request.headers["content-security-policy"];
      response.end();
    };
    await get("/account", { "content-security-policy": "script-src 'nonce-guessed'" });
    expect(policy).toBeUndefined();
  });
});

describe("the limit", () => {
  test("counts renderings by address and refuses with a page that says when to come back", async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: RENDER_LIMIT.calls }, (_, index) => get(`/missing-${index}`, {}, address)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const refused = await get("/missing", {}, address);
    expect(refused).toMatchObject({
      status: 429,
      headers: { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff", "cache-control": "no-store" },
    });
    expect(refused.headers["content-security-policy"]).toContain("default-src 'self'");
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.text).toContain(`Try again in ${refused.headers["retry-after"]} seconds`);
    expect(refused.raw.byteLength).toBeLessThan(8192);
    expect((await get("/missing")).status).toBe(200);
  });

  test("does not count pages that are kept, nor answers that are not pages", async () => {
    const address = newAddress();
    const original = render;
    render = (request, response) => (request.url === "/file.txt" ? response.end("text") : original(request, response));
    for (let call = 0; call < RENDER_LIMIT.calls; call++) await get("/file.txt", {}, address);
    for (let call = 0; call < RENDER_LIMIT.calls; call++) await get("/list", {}, address);
    expect((await get("/list?q=other", {}, address)).status).toBe(200);
  });

  test("two pages at most are rendered at a time, and a reader who has left is not waited for", async () => {
    const waiting: (() => void)[] = [];
    render = (request, response) => void waiting.push(() => page(request, response));
    const abort = new AbortController();
    const first = get("/list?q=1");
    const second = get("/list?q=2");
    await expect.poll(() => waiting.length).toBe(2);
    const leaver = fetch(`http://127.0.0.1:${server.port}/list?q=3`, { signal: abort.signal }).catch(() => "left");
    await expect.poll(() => asked).toContain("/list?q=3");
    const fourth = get("/list?q=4");
    abort.abort();
    expect(await leaver).toBe("left");
    await expect.poll(() => ended).toContain("/list?q=3");
    expect(waiting).toHaveLength(2);
    waiting[0]?.();
    waiting[1]?.();
    await expect.poll(() => waiting.length).toBe(3);
    waiting[2]?.();
    expect((await Promise.all([first, second, fourth])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(rendered).not.toContain("/list?q=3");
  });

  test("API and files of the build pass by", async () => {
    render = (_, response) => response.end("passed");
    const address = newAddress();
    for (let call = 0; call < RENDER_LIMIT.calls; call++) await get(`/missing-${call}`, {}, address);
    for (const target of ["/api/news", "/_next/static/a.js"]) expect((await get(target, {}, address)).text).toBe("passed");
  });
});
