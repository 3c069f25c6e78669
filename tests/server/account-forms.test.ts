import { afterAll, beforeAll, expect, test } from "vitest";
import { fundedAccount } from "../support/money/paid-calls";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { WORLD_DRIVER } from "../support/lacks";
import { formIn } from "../support/server/sign-in-by-form";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";

/** The forms of the account as a browser without JavaScript sends them. The server's output is searched for tokens when it stops. */
let world: MoneyWorld;
let server: TestServer;
let token: string;

beforeAll(async () => {
  await ensureBuild();
  world = await moneyWorld(WORLD_DRIVER);
  token = await world.reading(async (db) => (await fundedAccount(db, 77)).token);
  server = await startServer({ ...world.variables, LOG_LEVEL: "debug" });
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

interface Page {
  status: number;
  html: string;
  cookie: string;
  location: string | null;
  headers: Headers;
}

let addresses = 0;

async function load(path: string, cookie = "", init: RequestInit = {}): Promise<Page> {
  const headers = { cookie, "x-forwarded-for": `198.51.100.${++addresses % 250}`, ...(init.headers as Record<string, string>) };
  const answer = await fetch(`${server.baseUrl}${path}`, { redirect: "manual", ...init, headers });
  const set = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  return {
    status: answer.status,
    html: await answer.text(),
    cookie: set.join("; "),
    location: answer.headers.get("location"),
    headers: answer.headers,
  };
}

async function signIn(given: string, headers: Record<string, string> = { origin: server.baseUrl }): Promise<Page> {
  const body = formIn((await load("/account")).html, 'name="token"');
  body.set("token", given);
  return load("/account", "", { method: "POST", body, headers });
}

test("a token signs in by a plain form, and its account is a page for that cookie alone", async () => {
  const { status, cookie, location } = await signIn(token);
  expect([status, location]).toEqual([303, "/account"]);
  expect(cookie).toMatch(/^session=Fe26.+; signed_in=[0-9a-f]{16}$/);
  const own = await load("/account", cookie);
  expect(own.html).toContain("77 credits");
  expect(own.headers.get("cache-control")).toContain("no-store");
  expect((await load("/account", cookie.replace(/\*\w{10}/, "*0123456789"))).html).not.toContain("77 credits");
  expect((await load("/account")).html).not.toContain("77 credits");
});

test("the hint alone, without the session, opens nothing", async () => {
  expect((await load("/account", "signed_in=0123456789abcdef")).html).toContain("Access token");
});

test.each([
  ["another site", { origin: "https://evil.example" }],
  ["a hidden origin", { origin: "null" }],
  ["no origin", {}],
  ["a page that the browser calls foreign", { "sec-fetch-site": "cross-site" }],
])("a form from %s signs nobody in", async (_, headers) => {
  const { status, cookie, html } = await signIn(
    token,
    "sec-fetch-site" in headers ? { origin: server.baseUrl, ...headers } : (headers as Record<string, string>),
  );
  expect([status, cookie]).toEqual([403, ""]);
  expect(html).not.toContain(token);
});

test("a refused token is neither repeated by the page nor printed", async () => {
  const unknown = `aed_live_${"0".repeat(64)}`;
  const { html, cookie } = await signIn(unknown);
  expect(html).toContain("The token is not accepted");
  expect(html).not.toContain(unknown);
  expect(cookie).toBe("");
  expect(server.output()).not.toContain(unknown);
});
