import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, ApiRequest } from "@/lib/http/answer";
import { readers } from "@/lib/http/readers";
import { readDirectly } from "@/lib/server/read-directly";

const PATH = "/api/premium/direct";
const SHORT = '{"short":true}';
const LONG = JSON.stringify({ text: "again and ".repeat(200) });

const requests: ApiRequest[] = [];
let aheadParts: [part: Uint8Array, isWhole: boolean][] = [];

beforeAll(() => {
  readers().set(PATH, async (request): Promise<Answer> => {
    requests.push(request);
    if (request.url.endsWith("?fail=1")) throw new Error("on purpose");
    for (const part of aheadParts) request.compressAhead?.(...part);
    if (request.url.endsWith("?ahead=1")) return { status: 200, headers: {}, body: aheadParts.at(-1)?.[0] ?? null };
    return { status: 200, headers: { "X-Mark": "ours" }, body: request.url.endsWith("?long=1") ? LONG : SHORT };
  });
});
afterAll(() => void readers().delete(PATH));

async function answerTo(target: string, headers: Record<string, string> = {}) {
  const answer = await readDirectly({ url: `${PATH}${target}`, headers });
  if (!answer) throw new Error("not read directly");
  return { ...answer, body: Buffer.from(answer.body ?? "") };
}

describe("a route loaded by Next", () => {
  test("gets the whole target and the headers", async () => {
    const { status, headers, body } = await answerTo("?a=%20b&a=2", { authorization: "Bearer x", "x-odd": "\u00e9" });
    expect([status, headers, body.toString()]).toEqual([200, { "X-Mark": "ours" }, SHORT]);
    const last = requests.at(-1);
    expect([last?.method, last?.url, last?.body]).toEqual(["GET", `http://localhost${PATH}?a=%20b&a=2`, null]);
    expect([last?.headers.get("authorization"), last?.headers.get("x-odd")]).toEqual(["Bearer x", "\u00e9"]);
  });

  test("answers gzip where it is accepted, with Vary", async () => {
    const packed = await answerTo("?long=1", { "accept-encoding": "br, gzip;q=0.5" });
    expect([packed.headers["Content-Encoding"], packed.headers.Vary, gunzipSync(packed.body).toString()]).toEqual([
      "gzip",
      "Accept-Encoding",
      LONG,
    ]);
    for (const headers of [{}, { "accept-encoding": "br" }, { "accept-encoding": "gzip;q=0, *" }] as Record<string, string>[]) {
      const plain = await answerTo("?long=1", headers);
      expect([plain.headers["Content-Encoding"], plain.headers.Vary, plain.body.toString()]).toEqual([undefined, "Accept-Encoding", LONG]);
    }
    expect((await answerTo("", { "accept-encoding": "gzip" })).headers["Content-Encoding"]).toBeUndefined();
  });

  const part = (text: string): [Uint8Array, boolean] => [Buffer.from(text), false];
  const whole = (text: string): [Uint8Array, boolean] => [Buffer.from(text), true];
  const LOUD = LONG.toUpperCase();

  test.each([
    ["part by part", [part(LOUD.slice(0, 1100)), part(LOUD.slice(0, 1500)), whole(LOUD)]],
    ["after another body", [part(SHORT), whole("x".repeat(5000)), part("y".repeat(5000)), whole(LOUD)]],
  ])("sends the bytes compressed ahead %s, and none of them when the answer differs", async (_, parts) => {
    aheadParts = parts;
    const sent = await answerTo("?ahead=1", { "accept-encoding": "gzip" });
    expect([sent.headers["Content-Encoding"], gunzipSync(sent.body).toString()]).toEqual(["gzip", LOUD]);
    expect((await answerTo("?ahead=1")).body.toString()).toBe(LOUD);
    expect(gunzipSync((await answerTo("?long=1", { "accept-encoding": "gzip" })).body).toString()).toBe(LONG);
    expect((await answerTo("", { "accept-encoding": "gzip" })).body.toString()).toBe(SHORT);
    expect((await answerTo("?fail=1", { "accept-encoding": "gzip" })).status).toBe(500);
    aheadParts = [];
  });

  test("answers 500 when its handler fails", async () => {
    const { status, body } = await answerTo("?fail=1");
    expect([status, JSON.parse(body.toString())]).toEqual([
      500,
      expect.objectContaining({ ok: false, error: "internal_error", instance: PATH }),
    ]);
    expect(body.toString()).not.toContain("on purpose");
  });
});

test("leaves other paths, other spellings and invalid headers to Next", async () => {
  for (const url of [`${PATH}/`, `${PATH}/more`, "/api/premium/d%69rect", "/", ""]) {
    expect([url, await readDirectly({ url, headers: {} })]).toEqual([url, null]);
  }
  expect(await readDirectly({ url: PATH, headers: { "x-bad": "a\u0000b" } })).toBeNull();
});
