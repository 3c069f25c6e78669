import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ApiResponse, ApiRequest } from "@/lib/http/answer";
import { answerPacked } from "@/lib/server/api/pack-answer";

const SHORT = '{"short":true}';
const LONG = JSON.stringify({ text: "again and ".repeat(200) });
/** Too long to be compressed at once. */
const LOUD = JSON.stringify({ text: "again and ".repeat(20_000) }).toUpperCase();
const VERY_LONG = LOUD.toLowerCase();

type Part = readonly [part: Uint8Array, isWhole: boolean];
const part = (text: string): Part => [Buffer.from(text), false];
const whole = (text: string): Part => [Buffer.from(text), true];

async function packed(body: string, acceptEncoding: string | null, parts: readonly Part[] = [], gzip: Uint8Array | null = null) {
  const headers = new Headers(acceptEncoding === null ? {} : { "accept-encoding": acceptEncoding });
  const request: ApiRequest = { method: "GET", url: "http://test.local/api/x", headers, body: null };
  const answer = await answerPacked(async ({ compressAhead }): Promise<ApiResponse> => {
    for (const ahead of parts) compressAhead?.(...ahead);
    return { status: 200, headers: { "X-Mark": "ours" }, body, gzip };
  }, request);
  return { ...answer, body: Buffer.from(answer.body ?? "") };
}

describe("an answer of the API", () => {
  test("is compressed by gzip where that is accepted, with Vary", async () => {
    const { headers, body } = await packed(LONG, "br, gzip;q=0.5");
    expect([headers, gunzipSync(body).toString()]).toEqual([
      { "X-Mark": "ours", Vary: "Accept-Encoding", "Content-Encoding": "gzip" },
      LONG,
    ]);
    for (const accepted of [null, "br", "gzip;q=0, *"]) {
      const plain = await packed(LONG, accepted);
      expect([plain.headers, plain.body.toString()]).toEqual([{ "X-Mark": "ours", Vary: "Accept-Encoding" }, LONG]);
    }
    expect((await packed(SHORT, "gzip")).headers).toEqual({ "X-Mark": "ours" });
  });

  test("is sent in the compressed form that it brings", async () => {
    const ready = Buffer.from("compressed before");
    expect((await packed(LONG, "gzip", [], ready)).body).toEqual(ready);
    expect((await packed(LONG, null, [], ready)).body.toString()).toBe(LONG);
  });

  test.each([
    ["part by part", [part(LOUD.slice(0, 110_000)), part(LOUD.slice(0, 150_000)), whole(LOUD)]],
    ["after another body", [part(SHORT), whole("x".repeat(500_000)), part("y".repeat(500_000)), whole(LOUD)]],
  ])("uses the bytes compressed ahead %s, and none of them when the answer differs", async (_, parts) => {
    const sent = await packed(LOUD, "gzip", parts);
    expect([sent.headers["Content-Encoding"], gunzipSync(sent.body).toString()]).toEqual(["gzip", LOUD]);
    expect((await packed(LOUD, null, parts)).body.toString()).toBe(LOUD);
    expect(gunzipSync((await packed(VERY_LONG, "gzip", parts)).body).toString()).toBe(VERY_LONG);
    expect(gunzipSync((await packed(LONG, "gzip", parts)).body).toString()).toBe(LONG);
    expect((await packed(SHORT, "gzip", parts)).body.toString()).toBe(SHORT);
  });

  test("that fails passes its failure on", async () => {
    const request: ApiRequest = {
      method: "GET",
      url: "http://test.local/",
      headers: new Headers({ "accept-encoding": "gzip" }),
      body: null,
    };
    await expect(answerPacked(() => Promise.reject(new Error("on purpose")), request)).rejects.toThrow("on purpose");
  });
});
