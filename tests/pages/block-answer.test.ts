import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cheapestGpus } from "@/lib/endpoints/gpu/pricing/cheapest";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { news } from "@/lib/endpoints/news";
import { ApiError } from "@/lib/errors";
import { blockAnswer, blockOf } from "@/lib/pages/block-answer";
import { forgetPrepared } from "../support/server/request";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

let opened: TestDatabase;
beforeEach(async () => {
  opened = await useTestDatabase();
  forgetPrepared();
});
afterEach(() => opened.close());

describe("the answer of one block", () => {
  test("has the age of its own dataset", async () => {
    const outcome = await blockAnswer(news, { limit: "8" });
    expect(outcome).toMatchObject({
      kind: "answer",
      answer: { articles: [] },
      stamp: { verb: "Read", capturedAt: null, cadenceSeconds: 600, freshness: "unknown" },
    });
  });

  test("is refused where its endpoint declares the refusal", async () => {
    const outcome = await blockAnswer(snapshotOn, {}, { date: "2020-01-01", type: "pricing" });
    expect(outcome).toMatchObject({ kind: "refused", code: "snapshot_not_found", status: 404 });
    if (outcome.kind !== "refused") return;
    expect(outcome.message).toContain("2020-01-01");
  });

  test("fails with a request id and without a foreign message when its table cannot be read", async () => {
    await opened.db.execute(sql`alter table gpu_offers rename to gpu_offers_gone`);
    const outcome = await blockAnswer(cheapestGpus, { gpu: "H100" });
    expect(outcome).toMatchObject({ kind: "failed", status: 500, requestId: expect.stringMatching(/^req_[0-9a-f]{16}$/) });
    expect(JSON.stringify(outcome)).not.toContain("gpu_offers");
  });

  test.each([
    ["a refusal that its endpoint does not declare", new ApiError("cve_not_found_in_any_source")],
    ["too many requests", new ApiError("rate_limit_exceeded", undefined, {}, { "Retry-After": "7" })],
  ])("fails by %s", async (_, error) => {
    const outcome = await blockOf(news, () => Promise.reject(error));
    expect(outcome).toMatchObject({
      kind: "failed",
      status: error.status,
      retryAfterSeconds: error.code === "rate_limit_exceeded" ? 7 : null,
    });
  });
});
