import { formatUptime } from "@/lib/domain/pages/format";
import { mintToken } from "./mint-token";
import { expect, test } from "./test";
import { answerTooMany } from "./too-many";

interface Service {
  name: string;
  status: string;
}

test("/status counts, filters and dates what the API answers", async ({ page, request }) => {
  const { services } = (await (await request.get("/api/status")).json()) as { services: Service[] };
  const troubled = services.filter(({ status }) => status === "down" || status === "degraded");
  expect(troubled.length).toBeGreaterThan(0);
  await page.goto("/status");
  await expect(page).toHaveTitle(new RegExp(`^\\(${troubled.length}\\) Status`));
  await expect(page.locator("main tbody tr").first()).toContainText(/down/i);
  await page.getByRole("navigation", { name: "Filter by state" }).getByRole("link", { name: /Down/ }).click();
  await expect(page.locator("main tbody tr")).toHaveCount(services.filter(({ status }) => status === "down").length);
});

test("/status prints each uptime as the API gives it", async ({ page, request }) => {
  const { services } = await (await request.get("/api/status/days")).json();
  await page.goto("/status");
  for (const { name, uptime_pct, days_with_data, days } of services.slice(0, 10)) {
    const row = page.locator("main tbody tr").filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(row).toContainText(
      days_with_data < days.length ? `${formatUptime(uptime_pct)}, ${days_with_data} of ${days.length} days` : formatUptime(uptime_pct),
    );
  }
});

test("a provider's days are read by keyboard, pinned in the address and read again from it", async ({ page, request }) => {
  const { days } = await (await request.get("/api/history/status/uptime?provider=anthropic")).json();
  await page.goto("/providers/anthropic");
  const slider = page.getByRole("slider", { name: "Uptime of Anthropic" });
  await expect(slider).toHaveCount(1);
  await slider.focus();
  await page.keyboard.press("Home");
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuenow", "9");
  await expect(slider).toHaveAttribute("aria-valuetext", new RegExp(days[8].status));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`day=${days[8].date}`));
  await page.reload();
  await expect(slider).toHaveAttribute("aria-valuenow", "9");
});

test("a pointer anywhere on the strip reads the nearest day", async ({ page }) => {
  await page.goto("/providers/groq");
  const slider = page.getByRole("slider", { name: /^Uptime of/ });
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.locator("svg:visible").boundingBox();
  if (!box) throw new Error("the strip is not drawn");
  await page.mouse.move(box.x + 2, box.y + 2);
  await expect(slider).toHaveAttribute("aria-valuenow", "1");
  await page.mouse.move(box.x + box.width - 2, box.y + box.height - 2);
  await expect(slider).toHaveAttribute("aria-valuenow", "30");
});

test("other names of a provider lead to its one address, unknown ones to a 404", async ({ page }) => {
  await page.goto("/status/Claude");
  await expect(page).toHaveURL(/\/providers\/anthropic$/);
  expect((await page.goto("/providers/nobody-is-called-so"))?.status()).toBe(404);
});

test.describe("an answer that costs credits", () => {
  test("is asked for by its button alone, with a receipt that verifies, and leaves the token nowhere", async ({ page }) => {
    const token = await mintToken(20);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/premium/")) asked.push(request.url());
    });
    await page.goto("/providers/anthropic");
    const block = page.getByRole("region", { name: "Uptime of a year" });
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(block.getByText("A token is needed")).toBeVisible();
    expect(asked).toEqual([]);
    await expect(block.getByLabel(/Access token/)).toBeFocused();
    await block.getByLabel(/Access token/).fill(token);
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(block.getByText("19 credits left")).toBeVisible();
    await expect(block.getByText("1 credit charged")).toBeVisible();
    await block.getByRole("button", { name: "Verify" }).click();
    await expect(block.getByText("The signature is valid")).toBeVisible();
    expect(asked).toHaveLength(1);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]));
    expect(kept).not.toContain(token);
    expect(await page.content()).not.toContain(token);
  });

  test("keeps what was typed when the token is not accepted, and says so", async ({ page }) => {
    await page.goto("/providers/anthropic");
    const block = page.getByRole("region", { name: "Profile of Anthropic" });
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await block.getByLabel(/Access token/).fill("aed_live_unknown");
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(block.getByRole("alert")).toContainText("This token is not accepted");
    await expect(block.getByLabel(/Access token/)).toHaveValue("aed_live_unknown");
  });

  test("says which credits are missing, and that nothing was charged", async ({ page }) => {
    const token = await mintToken(1);
    await page.goto("/providers/anthropic");
    const block = page.getByRole("region", { name: "Measured latency and availability of a year" });
    await block.getByRole("button", { name: "Run, 5 credits" }).click();
    await block.getByLabel(/Access token/).fill(token);
    await block.getByRole("button", { name: "Run, 5 credits" }).click();
    await expect(block.getByRole("alert")).toContainText("too few credits (402)");
  });

  test("counts down what the service asks to wait, and repeats with the same key after no answer", async ({ page }) => {
    const keys: (string | undefined)[] = [];
    let isOffline = true;
    await page.route("**/api/premium/**", (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (isOffline) return route.abort();
      return answerTooMany(route);
    });
    await page.goto("/providers/anthropic");
    const block = page.getByRole("region", { name: "Profile of Anthropic" });
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await block.getByLabel(/Access token/).fill("aed_live_any");
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(block.getByRole("alert")).toContainText("No answer");
    isOffline = false;
    await block.getByRole("button", { name: "Try again" }).click();
    await expect(block.getByRole("button", { name: /Try again in \d+ s/ })).toBeDisabled();
    await expect(block.getByRole("alert")).toContainText("req_0123456789abcdef");
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
});
