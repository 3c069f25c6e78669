import { afterAll, beforeAll, expect, test } from "vitest";
import { currentSession, requireSession, signInWithToken, signOut } from "@/lib/http/session/account-session";
import { fundedAccount } from "../../support/money/paid-calls";
import { browserAt, type Browser } from "../../support/money/visits";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

const SITE = "http://192.168.1.20:3000";

let opened: TestDatabase;
beforeAll(async () => {
  delete process.env.PUBLIC_BASE_URL;
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const sealedIn = (browser: Browser): string => /^session=([^;]+)/.exec(browser.written()[0] ?? "")?.[1] ?? "";

test("a session's cookie in quotes opens its session, and what only looks like one opens none", async () => {
  const { token, accountId } = await fundedAccount(opened.db, 1);
  const browser = browserAt(SITE);
  await signInWithToken(browser, token);
  const sealed = decodeURIComponent(sealedIn(browser));
  const sessionOf = (value: string) => currentSession(browserAt(SITE, [["session", value]]));
  expect(await sessionOf(`"${sealed}"`)).toMatchObject({ accountId });
  const [, id, salt] = sealed.split("*");
  for (const value of ["", '""', `"${sealed}`, sealed.slice(1), `Fe26.2*${id}*${salt}*a*b*1x*d*e~2`, `Fe26.2*1*a*b*c**d*e~2`, "*", "~2"]) {
    expect([value, await sessionOf(value)]).toEqual([value, null]);
  }
});

test("without https the cookie has no prefix, and without a public address the host decides whose form it is", async () => {
  const { token, accountId } = await fundedAccount(opened.db, 1);
  const browser = browserAt(SITE);
  await signInWithToken(browser, token);
  const [cookie = ""] = browser.written();
  expect(cookie).toMatch(/^session=/);
  expect(cookie.toLowerCase()).toContain("httponly");
  expect(cookie.toLowerCase()).not.toContain("secure");
  expect(await currentSession(browser)).toMatchObject({ accountId });
  browser.headers.set("origin", "http://192.168.1.20:4000");
  await expect(signOut(browser)).rejects.toMatchObject({ code: "foreign_origin" });
  expect(await requireSession(browser)).toMatchObject({ accountId });
});
