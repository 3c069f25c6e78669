import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as client from "@/lib/client";
import { clientGuide } from "@/lib/docs/guides/client";
import { ERRORS } from "@/lib/errors";
import { site } from "../support/models/catalog";
import { startScriptedServer, type ScriptedServer } from "../support/client/scripted-server";

let server: ScriptedServer;
beforeAll(async () => void (server = await startScriptedServer()));
afterAll(() => server?.stop());

const call = () => client.createClient({ baseUrl: server.url, retries: false }).GET("/api/status");

const CLASS_OF: Readonly<Record<number, string>> = {
  400: "InvalidRequestError",
  401: "AuthenticationError",
  402: "PaymentRequiredError",
  403: "ForbiddenError",
  404: "NotFoundError",
  405: "InvalidRequestError",
  409: "ConflictError",
  410: "NotFoundError",
  413: "InvalidRequestError",
  422: "InvalidRequestError",
  429: "RateLimitError",
  500: "UnavailableError",
  502: "UnavailableError",
  503: "UnavailableError",
  504: "UnavailableError",
};

test("every error of the service is one of a class that its status decides, with code, hint, status and request id", async () => {
  for (const [code, { status, title, hint }] of Object.entries(ERRORS)) {
    const body = { ok: false, error: code, message: title, hint, status, request_id: "req_body" };
    server.script({ status, headers: { "X-Request-Id": "req_header", "Content-Type": "application/problem+json" }, body });
    const error = await call().catch((thrown: unknown) => thrown);
    expect(error, code).toBeInstanceOf(client.ServiceError);
    expect(error, code).toMatchObject({
      name: CLASS_OF[status],
      code,
      hint,
      status,
      message: title,
      requestId: "req_header",
      problem: body,
    });
  }
});

describe("an answer that is not of this API", () => {
  test.each([
    ["a page in HTML", 502, "<html><body>Bad Gateway</body></html>"],
    ["nothing", 500, ""],
    ["null", 404, "null"],
    ["a list", 400, "[]"],
    ["an object without a code", 403, '{"message":"no"}'],
    ["a page with status 200, as of a sign-in of a network", 200, "<html>Welcome</html>"],
    ["nothing with status 200", 200, ""],
  ])("%s is an error that says so", async (_, status, body) => {
    server.script({ status, body, headers: { "X-Request-Id": "req_2" } });
    await expect(call()).rejects.toMatchObject({ code: "unreadable_answer", status, requestId: "req_2", problem: null });
  });
});

test("a copy that is current is told as such", async () => {
  server.script({ status: 304, body: "", headers: { "Content-Length": "0" } });
  await expect(call()).rejects.toMatchObject({ name: "ServiceError", code: "not_modified", status: 304 });
});

test("texts are read as texts", async () => {
  server.script({ body: "# Data\n", headers: { "Content-Type": "text/plain" } });
  const { data } = await client.createClient({ baseUrl: server.url }).GET("/llms.txt", { parseAs: "text" });
  expect(data).toBe("# Data\n");
});

test("the guide explains every class of errors, and no other", () => {
  const isClass = (value: unknown): boolean => typeof value === "function" && (value as { prototype?: unknown }).prototype instanceof Error;
  const classes = Object.entries(client).flatMap(([name, value]) => (isClass(value) ? [name] : []));
  const told = clientGuide
    .doc(site)
    .sections.flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === "fields" ? block.fields.map(({ name }) => name) : []));
  expect(told.toSorted()).toEqual(classes.toSorted());
});
