import { afterAll, beforeAll, expect, test } from "vitest";
import { httpCall } from "../support/server/http-call";
import { startTestFront, type TestFront } from "../support/server/front";

/** What nobody can read reaches neither the main thread nor Next. */
let front: TestFront;
const reached: string[] = [];
beforeAll(async () => {
  front = await startTestFront();
  front.behind((request, response) => (reached.push(request.url ?? ""), response.end("behind")));
  front.answers(async ({ url }) => (reached.push(url), { status: 200, headers: {}, body: "main" }));
});
afterAll(() => front.stop());

const ask = (target: string, call = {}) => httpCall(front.port, { target, ...call });

test.each(["/x/../api/news", "/./api/news", "/%2e/api/news", "/api/%00", "/api/news?q=%ff", "/api/news?q=a%00b"])(
  "%s is refused in JSON",
  async (target) => {
    const { status, headers, text } = await ask(target);
    expect([status, headers["content-type"], JSON.parse(text).error]).toEqual([400, "application/problem+json", "malformed_request"]);
    expect(reached).toEqual([]);
  },
);

test.each(["providers", "security", "benchmarks", "docs", "og", "markdown"].map((folder) => `/${folder}/%ff`))(
  "%s is refused with a page",
  async (target) => {
    for (const method of ["GET", "HEAD", "POST"]) {
      const { status, headers } = await ask(target, { method });
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([400, "text/html; charset=utf-8", "private, no-store"]);
      expect(headers["content-security-policy"]).toContain("default-src 'self'");
    }
    expect(reached).toEqual([]);
  },
);

test.each(["a=%00", "session=%ff"])("a cookie %s is refused", async (cookie) => {
  for (const target of ["/api/news", "/news"]) expect([target, (await ask(target, { headers: { cookie } })).status]).toEqual([target, 400]);
  expect(reached).toEqual([]);
});

test("a form with NUL is refused before it is sent on", async () => {
  const headers = { "content-type": "text/plain;charset=UTF-8" };
  for (const body of ["a\0b", '["a\\u0000"]']) expect((await ask("/account", { method: "POST", body, headers })).status).toBe(400);
  expect(reached).toEqual([]);
});

test("Next's optimizer of images is asked by nobody", async () => {
  for (const target of ["/_next/image?url=%2Fapi%2Fmodels&w=64&q=75", "/_next/image?url=/api&w=64&q=75", "/_next/image"]) {
    expect([target, (await ask(target)).status]).toEqual([target, 404]);
  }
  expect(reached).toEqual([]);
});

test("others are answered", async () => {
  for (const target of ["/models?q=%C3%A4", "/api/news?q=50%25"]) expect((await ask(target)).status).toBe(200);
  expect(reached).toHaveLength(2);
});
