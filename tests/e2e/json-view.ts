import { expect, type APIRequestContext, type APIResponse, type Page } from "@playwright/test";
import { copiedBy } from "./copied";

/** The address that a copied curl asks for. */
const addressIn = (curl: string): string => /curl -s '([^']+)'/.exec(curl)?.[1] ?? `no address in ${curl}`;

/** An age grows between two requests; the time that it is counted from stands beside it. */
const withoutAges = (json: string): string => json.replace(/"age_seconds":\s*\d+/g, '"age_seconds": 0');

const plain = (text: string): string => text.replace(/\s+/g, "");

/** What the curl that the page's API menu copies is answered with. */
export async function answerToCopiedCurl(page: Page, request: APIRequestContext): Promise<APIResponse> {
  await page.getByRole("button", { name: "API", exact: true }).click();
  const curl = await copiedBy(page, () => page.getByText("Copy curl").first().click());
  const { pathname, search } = new URL(addressIn(curl));
  const body = / -d '([^']+)'/.exec(curl)?.[1];
  return body ? request.post(pathname + search, { data: JSON.parse(body) }) : request.get(pathname + search);
}

/** The JSON view that is open shows that answer; one that is paid is not shown before it is paid for. */
export async function expectShownAnswer(page: Page, answer: APIResponse): Promise<void> {
  if ((await page.getByRole("link", { name: "Open the raw answer" }).count()) === 0) {
    expect(answer.status(), "the curl asks for the same price").toBe(402);
    return;
  }
  expect(answer.status()).toBe(200);
  const whole = withoutAges(JSON.stringify(await answer.json(), null, 2));
  const view = page.getByLabel(/as JSON$/).first();
  const shown = withoutAges(await view.innerText());
  if (plain(shown).length < plain(whole).length) expect(plain(whole).startsWith(plain(shown))).toBe(true);
  else expect(JSON.parse(shown)).toEqual(JSON.parse(whole));
}
