import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, useTestDatabase } from "../support/stores/database";
import type { GET } from "@/app/api/cron/[job]/route";

const SECRET = "a-secret-of-the-cron-test";
let opened: TestDatabase;
let route: { GET: typeof GET };

beforeAll(async () => {
  process.env.CRON_SECRET = SECRET;
  opened = await useTestDatabase();
  route = await import("@/app/api/cron/[job]/route");
});
afterAll(() => opened.close());

async function call(job: string, authorization?: string): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const request = new Request(`http://test.local/api/cron/${job}`, { headers: authorization ? { authorization } : {} });
  const response = await route.GET(request, { params: Promise.resolve({ job }) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, unknown> };
}

describe("GET /api/cron/[job]", () => {
  test.each([undefined, "Bearer wrong", `Basic ${SECRET}`, SECRET, `bearer ${SECRET} `, "Bearer ", "Bearer undefined"])(
    "answers 401 for the authorization %j",
    async (authorization) => {
      const { status, headers, body } = await call("prune-history", authorization);
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBe('Bearer realm="cron"');
      expect(body).toMatchObject({ ok: false, error: "invalid_token" });
    },
  );

  test("answers 404 for an unknown job, but only with the secret", async () => {
    expect((await call("no-such-job")).status).toBe(401);
    const { status, body } = await call("no-such-job", `Bearer ${SECRET}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ ok: false, error: "not_found" });
  });

  test("runs the job once per slot", async () => {
    const first = await call("prune-history", `Bearer ${SECRET}`);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ ok: true, job: "prune-history", status: "done" });
    expect((await call("prune-history", `Bearer ${SECRET}`)).body).toMatchObject({ ok: true, status: "not_claimed" });
  });
});
