import { publicPages } from "./declared-pages";
import { mintToken } from "./mint-token";
import { expect, test } from "./test";

const documented = publicPages.filter(({ path }) => path.startsWith("/docs"));

for (const { address } of documented) {
  test(`${address} is also served as Markdown, and says where`, async ({ page, request }) => {
    await page.goto(address);
    const twin = await page.locator('link[rel="alternate"][type="text/markdown"]').getAttribute("href");
    expect(new URL(twin ?? "", page.url()).pathname).toBe(`${address}.md`);
    const answer = await request.get(`${address}.md`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
    const markdown = await answer.text();
    expect(markdown).toContain(`# ${await page.locator("h1").innerText()}`);
    for (const heading of await page.locator("main h2").allInnerTexts()) {
      // Made for readers of the page alone.
      if (heading !== "Run") expect(markdown).toContain(`## ${heading}`);
    }
  });
}

test("an address of the documentation that does not exist is a 404, as a page and as Markdown", async ({ request }) => {
  for (const address of ["/docs/api/noSuchOperation", "/docs/guides/no-such-guide", "/docs/api/noSuchOperation.md", "/docs/no/such.md"]) {
    expect((await request.get(address)).status(), address).toBe(404);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an operation is found by the words of a task", async ({ page }) => {
    await page.goto("/docs");
    await page.getByRole("searchbox", { name: "What do you want to do?" }).fill("forecast price");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByRole("link", { name: "GET /api/premium/forecast" }).first().click();
    await expect(page.locator("h1")).toHaveText("GET /api/premium/forecast");
    await expect(page.getByRole("region", { name: "Python" })).toContainText("urllib.request");
  });

  test("a task that fits nothing leads to examples that do", async ({ page }) => {
    await page.goto("/docs?q=purple+elephants");
    await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
    await page.getByRole("link", { name: "is claude down" }).click();
    await expect(page.locator("main").getByRole("listitem").filter({ hasText: "GET /" }).first()).toContainText("GET /api/status");
  });
});

test("a free call runs on its page, with what the reader put in", async ({ page }) => {
  await page.goto("/docs/api/getStatus");
  await page.getByRole("textbox", { name: "provider" }).fill("openai");
  await page.getByRole("button", { name: "Run, free" }).click();
  await expect(page.getByText("Answered with 200.")).toBeVisible();
  await expect(page.getByRole("region", { name: "The answer to this call" })).toContainText('"provider": "openai"');
});

test("a paid call is not made before its button is pressed, and then asks for a token", async ({ page }) => {
  const paid: string[] = [];
  page.on("request", (request) => void (request.url().includes("/api/premium/") && paid.push(request.url())));
  await page.goto("/docs/api/getPremiumForecast");
  await page.getByRole("textbox", { name: "horizon" }).fill("3");
  await page.getByRole("button", { name: "Run, 1 credit" }).click();
  await expect(page.getByText("A token is needed to run this")).toBeVisible();
  expect(paid).toEqual([]);
});

test("a call with a body runs with what the reader wrote there", async ({ page }) => {
  await page.goto("/docs/api/postReceiptVerify");
  await expect(page.getByText("This is a real call: what it changes stays changed.")).toBeVisible();
  await page.getByRole("textbox", { name: "Body, as JSON" }).fill('{"receipt":');
  await page.getByRole("button", { name: "Run, free" }).click();
  await expect(page.getByText("Answered with 400.")).toBeVisible();
  await expect(page.getByRole("region", { name: "The answer to this call" })).toContainText("invalid_request_body");
});

test("a call for the holder of a token asks for it, and is then made with it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => void (request.url().includes("/api/payment/balance") && asked.push(request.url())));
  await page.goto("/docs/api/getPaymentBalance");
  await page.getByRole("button", { name: "Run, free" }).click();
  await expect(page.getByText("A token is needed to run this")).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByLabel(/Access token/).fill(await mintToken(2));
  await page.getByRole("button", { name: "Run, free" }).click();
  await expect(page.getByText("Answered with 200.")).toBeVisible();
  await expect(page.getByRole("region", { name: "The answer to this call" })).toContainText('"balance": 2');
});

/** An operation of each kind of call stands for all. Their pages would pass the limit of pages a minute. */
for (const [kind, id] of [
  ["paid, with a body", "postPremiumWatches"],
  ["that ends something", "deletePremiumWatchesById"],
  ["without a body, by a token", "postPremiumWatchesByIdTest"],
  ["answered with a file", "getBulkByDateByFile"],
]) {
  test(`a call ${kind} can be run on its page`, async ({ request }) => {
    expect(await (await request.get(`/docs/api/${id}`)).text()).toMatch(/Run, (?:free|1 credit)/);
  });
}

test("a page with code asks for one file of the font of code and shows it", async ({ page }) => {
  const asked = new Set<string>();
  page.on("request", (request) => void (request.url().includes("geist-mono") && asked.add(request.url())));
  await page.goto("/docs/guides/quick-start", { waitUntil: "networkidle" });
  // The style sheet and the script that asks early name the file each. Another file would be loaded for nothing.
  expect(asked.size).toBe(1);
  expect(await page.evaluate(() => document.fonts.check('16px "Geist Mono"'))).toBe(true);
});

test("a page has the font of code loaded ahead only where it has a block of code", async ({ request }) => {
  const isAhead = async (address: string): Promise<boolean> => /geist-mono/.test((await request.get(address)).headers().link ?? "");
  for (const address of ["/docs/guides/quick-start", "/buy"]) expect(await isAhead(address), address).toBe(true);
  for (const address of ["/", "/status", "/models", "/models/openai/gpt-5", "/verify"]) expect(await isAhead(address), address).toBe(false);
});
