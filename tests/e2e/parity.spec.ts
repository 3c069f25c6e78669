import { declaredPages } from "./declared-pages";
import { expect, test } from "./test";

/** The address that a copied curl asks for. */
const addressIn = (curl: string): string => /curl -s '([^']+)'/.exec(curl)?.[1] ?? `no address in ${curl}`;

/** An age grows between the two requests; the time that it is counted from stands beside it. */
const withoutAges = (json: string): string => json.replace(/"age_seconds":\s*\d+/g, '"age_seconds": 0');

for (const { address } of declaredPages.filter(({ audience }) => audience === "public")) {
  test(`${address}: the copied curl gets what the JSON view shows`, async ({ page, context, request, baseURL }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(address);
    await page.getByRole("button", { name: "API", exact: true }).click();
    await page.getByText("Copy curl").first().click();
    const copied = new URL(addressIn(await page.evaluate(() => navigator.clipboard.readText())));
    const answer = await request.get(`${baseURL}${copied.pathname}${copied.search}`);
    await page.goto(`${address}?view=json`);
    const raw = page.getByRole("link", { name: "Open the raw answer" });
    if ((await raw.count()) === 0) {
      // A paid answer is not shown before it is paid for: the curl asks for the same price.
      expect(answer.status()).toBe(402);
      return;
    }
    expect(answer.status()).toBe(200);
    const whole = withoutAges(JSON.stringify(await answer.json(), null, 2));
    const shown = withoutAges(
      await page
        .getByLabel(/as JSON$/)
        .first()
        .innerText(),
    );
    const plain = (text: string): string => text.replace(/\s+/g, "");
    if (plain(shown).length < plain(whole).length) expect(plain(whole).startsWith(plain(shown))).toBe(true);
    else expect(JSON.parse(shown)).toEqual(JSON.parse(whole));
  });
}
