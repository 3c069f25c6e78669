import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { bumpVersion, recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { sources } from "@/db/schema/operations";
import { defineEndpoint } from "@/lib/http/endpoint";
import { ensureFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { recentCapture } from "@/lib/loaders/freshness/recent-capture";
import { integerParam, textParam } from "@/lib/schemas/params";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";
import { forgetPrepared, request } from "../support/server/request";
import { base } from "./base-declaration";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  forgetPrepared();
  await opened.db.delete(sources);
});

describe("prepared answers", () => {
  let computations = 0;
  let capturedAt: Date | null = null;
  const counted = defineEndpoint({
    ...base,
    path: "/api/counted",
    reads: ["provider_status"],
    query: z.object({ word: textParam(10).optional(), limit: integerParam(1, 5).optional() }),
    response: z.strictObject({ computations: z.int() }),
  }).handle(async (context) => {
    computations++;
    context.capturedAt(capturedAt);
    await Promise.resolve();
    return { computations };
  });
  beforeEach(() => {
    computations = 0;
    capturedAt = new Date();
  });

  test("computes once for parallel calls (single-flight)", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(counted)));
    expect(computations).toBe(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test("ignores the order of parameters and unknown parameters", async () => {
    await request(counted, "/api/counted?word=a&limit=2");
    await request(counted, "/api/counted?limit=2&utm=x&word=a");
    expect(computations).toBe(1);
    await request(counted, "/api/counted?limit=3&word=a");
    expect(computations).toBe(2);
  });

  test("recomputes after a new version of a dataset it reads, not of any other dataset", async () => {
    await request(counted);
    await bumpVersion(opened.db, "news", new Date());
    await request(counted);
    expect(computations).toBe(1);
    await bumpVersion(opened.db, "provider_status", new Date());
    await request(counted);
    expect(computations).toBe(2);
  });

  test("expires when its data turns stale, and a stale answer within ten seconds", async () => {
    capturedAt = new Date(Date.now() - 500_000);
    await request(counted);
    const [fresh] = [...preparedStore().answers.values()];
    expect(fresh?.expiresAt).toBe(capturedAt.getTime() + 600_000);
    forgetPrepared();
    capturedAt = new Date(Date.now() - 700_000);
    const { headers, body } = await request(counted);
    const [stale] = [...preparedStore().answers.values()];
    expect((stale?.expiresAt ?? 0) - Date.now()).toBeLessThanOrEqual(10_000);
    expect(headers.get("last-modified")).toBe(capturedAt.toUTCString());
    expect([body.captured_at, body.stale_after_seconds]).toEqual([capturedAt.toISOString(), 600]);
  });

  test("does not keep an error", async () => {
    let isBroken = true;
    const flaky = defineEndpoint({ ...base, path: "/api/flaky", response: z.strictObject({}) }).handle(() => {
      if (isBroken) throw new Error("not now");
      return {};
    });
    expect((await request(flaky, "/api/flaky")).status).toBe(500);
    isBroken = false;
    expect((await request(flaky, "/api/flaky")).status).toBe(200);
  });
});

describe("a long answer", () => {
  const TEXT = "long ".repeat(20_000);
  const long = defineEndpoint({
    ...base,
    path: "/api/long",
    reads: ["provider_status"],
    response: z.strictObject({ text: z.string() }),
  }).handle(() => ({ text: TEXT }));
  const kept = () => [...preparedStore().answers.values()][0];

  test("is kept compressed until it is asked for again, and reads the same in every form", async () => {
    const first = await request(long);
    expect([first.body.text, kept()?.identity, kept()?.br]).toEqual([TEXT, null, null]);
    expect(gunzipSync(kept()?.gzip ?? "").toString()).toBe(first.text);
    const head = await request(long, "/api/long", { method: "HEAD" });
    expect([head.text, head.headers.get("content-length")]).toEqual(["", String(first.text.length)]);
    const again = await request(long);
    expect([again.text, again.headers.get("etag")]).toEqual([first.text, first.headers.get("etag")]);
    await expect.poll(() => Buffer.from(kept()?.identity ?? "").toString()).toBe(first.text);
    expect(brotliDecompressSync(kept()?.br ?? "").toString()).toBe(first.text);
  });
});

describe("capture time", () => {
  const dated = defineEndpoint({
    ...base,
    path: "/api/dated",
    isPrepared: false,
    reads: ["provider_status", "harnesses"],
    response: z.strictObject({}),
  }).handle(() => ({}));
  const now = new Date();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const read = (name: string, at: Date, fault: string | null = null) => ({
    source: `provider_status/${name}`,
    dataset: "provider_status" as const,
    at,
    fault,
  });

  test("is the newest time since which four of five sources were read", async () => {
    const names = ["a", "b", "c", "d", "e"];
    await recordSourceOutcomes(
      opened.db,
      names.map((name, index) => read(name, ago((index + 1) * 100))),
    );
    expect((await request(dated)).body.captured_at).toBe(ago(400).toISOString());
  });

  test("keeps a source's older reading after a failed attempt", async () => {
    await recordSourceOutcomes(opened.db, [read("a", ago(300))]);
    await recordSourceOutcomes(opened.db, [read("a", ago(10), "timeout")]);
    expect((await request(dated)).body.captured_at).toBe(ago(300).toISOString());
  });

  test("is null when nothing was read", async () => {
    const { body, headers } = await request(dated);
    expect([body.captured_at, body.stale_after_seconds, headers.get("last-modified")]).toEqual([null, 600, null]);
  });

  test("is remembered by its readings, but not while one of them lies in the future", async () => {
    const captureAt = (moment: Date) => recentCapture(opened.db, "provider_status", moment);
    await recordSourceOutcomes(opened.db, [read("a", ago(600)), read("b", ago(-600))]);
    await ensureFreshVersions(opened.db);
    expect(await captureAt(now)).toBeNull();
    expect(await captureAt(ago(-700))).toEqual(ago(600));
    // Before the moment at which it was remembered, "b" lies in the future again.
    expect(await captureAt(now)).toBeNull();
    await recordSourceOutcomes(opened.db, [read("b", ago(100))]);
    forgetPrepared();
    await ensureFreshVersions(opened.db);
    expect(await captureAt(now)).toEqual(ago(600));
  });
});
