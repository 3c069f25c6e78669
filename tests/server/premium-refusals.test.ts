import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpCall, newAddress } from "../support/server/http-call";
import { fundedToken } from "../support/money/money";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { inTier, WORLD_DRIVER } from "../support/lacks";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";

const CREDITS = 20;
const REFUSED = [
  ["GET", "/api/premium/providers/%E0%A4%A", 400],
  ["GET", "/api/premium/%", 400],
  ["GET", "/api/premium/routing/%zz?task=code", 400],
  ["GET", "/api/premium/../premium/routing", 400],
  ["GET", "/api/%70remium/nothing-here", 404],
  ["GET", "/api/premium", 404],
  ["POST", "/api/premium/providers/%ff", 400],
  ["PUT", "/api/premium/routing", 405],
  ["TRACE", "/api/premium/routing", 405],
] as const;

beforeAll(ensureBuild);

describe("a call of a paid path that no endpoint answers", () => {
  let world: MoneyWorld;
  let server: TestServer;
  let bearer: { Authorization: string };
  beforeAll(async () => {
    world = await moneyWorld(WORLD_DRIVER);
    ({ bearer } = await world.reading((db) => fundedToken(db, CREDITS)));
    server = await startServer(world.variables);
  });
  afterAll(async () => {
    await server?.stop();
    await world?.close();
  });

  test.each(REFUSED)("answers %s %s with %i, the charge and the balance", async (method, target, status) => {
    const withToken = await httpCall(server.port, { method, target, headers: { authorization: bearer.Authorization } });
    expect([withToken.status, withToken.headers["content-type"], JSON.parse(withToken.text).billing]).toEqual([
      status,
      "application/problem+json",
      { credits_charged: 0, credits_remaining: CREDITS },
    ]);
    const withoutToken = await httpCall(server.port, { method, target });
    expect([withoutToken.status, JSON.parse(withoutToken.text).billing]).toEqual([status, { credits_charged: 0, credits_remaining: 0 }]);
  });

  test("counts refused unreadable paths like all calls", async () => {
    const address = newAddress();
    const { headers } = await httpCall(server.port, { target: "/api/premium/%", address });
    expect(headers["ratelimit-remaining"]).toBe("119");
  });

  const claim = async (target: string) =>
    httpCall(server.port, {
      target: `/api/payment/claim-message?${new URLSearchParams({ purpose: "call", tx_hash: `0x${"ab".repeat(32)}`, target })}`,
    });

  test.each([
    "//%5B",
    "//[",
    "/\\[",
    "//host/api/premium/routing",
    "api/premium/routing",
    "https://example.org/",
    "/a b",
    `/${"x".repeat(2000)}`,
  ])("refuses a claim message for the target %s with 400", async (target) => {
    const { status, text } = await claim(target);
    expect([status, JSON.parse(text)]).toMatchObject([400, { error: "invalid_parameter", parameter: "target" }]);
  });

  test("answers every claim target with 200 or 400", async () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(
          "/",
          "\\",
          "//",
          "%5B",
          "[",
          "]",
          "@",
          ":",
          "?",
          "#",
          "%",
          "%zz",
          "..",
          "&a=1",
          "api/premium/routing",
          "xn--",
          "\u0000",
          "é",
        ),
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(parts, async (pieces) => {
        const { status, text } = await claim(`/${pieces.join("")}`);
        expect([200, 400], text.slice(0, 200)).toContain(status);
      }),
      { numRuns: inTier(50, 150) },
    );
  });
});
