import { afterEach, expect, test, vi } from "vitest";
import type { PreparedResponse } from "@/lib/loaders/freshness/prepared-answers";

const answer: PreparedResponse = {
  identity: new Uint8Array(1),
  gzip: null,
  br: null,
  etag: '"1"',
  headers: {},
  expiresAt: 60_000,
  versions: {},
};

/** The module as a process in this mode has it. */
async function storeIn(mode: "development" | "production") {
  vi.stubEnv("NODE_ENV", mode);
  vi.resetModules();
  return import("@/lib/loaders/freshness/prepared-answers");
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test("an answer is kept, except while developing, where it would outlive the code that it was made by", async () => {
  const developing = await storeIn("development");
  developing.cachePrepared("GET /developing", answer);
  expect(developing.findPreparedAnswer("GET /developing", 0)).toBeNull();
  const serving = await storeIn("production");
  serving.cachePrepared("GET /serving", answer);
  expect(serving.findPreparedAnswer("GET /serving", 0)).toBe(answer);
});
