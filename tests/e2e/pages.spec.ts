import { copiedBy } from "./copied";
import { openPalette } from "./palette";
import { expect, test } from "./test";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("/status has a bar strip per service, and shows unread services as unknown", async ({ page, request }) => {
    const { services } = await (await request.get("/api/status")).json();
    await page.goto("/status");
    await expect(page.locator("tbody tr")).toHaveCount(services.length);
    await expect(page.locator("tbody tr [role=img]")).toHaveCount(services.length);
    const unread = services.filter((service: { status: string }) => service.status === "unknown").length;
    await page.goto("/status?state=unknown");
    await expect(page.locator("tbody tr")).toHaveCount(unread);
  });

  test("/status answers whether it is the reader or those who serve, by its form", async ({ page, request }) => {
    await page.goto("/status");
    await page.getByRole("textbox", { name: /Services or models/ }).fill("openai, Claude API");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page).toHaveURL(/\/status\?check=openai/);
    const { verdict } = await (await request.get("/api/status/check?services=openai,Claude API")).json();
    await expect(page.getByRole("region", { name: "Is it me or them?" })).toContainText(verdict);
    await expect(page.getByRole("textbox", { name: /Services or models/ })).toHaveValue("openai, Claude API");
  });
});

test("the API menu's curl is the request behind the page", async ({ page }) => {
  await page.goto("/models?provider=openai");
  await page.getByRole("button", { name: "API" }).click();
  const copied = await copiedBy(page, () => page.getByRole("button", { name: "Copy curl" }).click());
  expect(copied).toContain("/api/models?provider=openai");
});

test("the palette finds a model by keyboard and returns the focus on Escape", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: /Search pages/ }).focus();
  await (await openPalette(page)).fill("claude");
  await expect(page.getByRole("option").first()).toContainText(/claude/i);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /Search pages/ })).toBeFocused();
});

test("applies the chosen theme on reload before the first paint", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const toggle = page.getByRole("button", { name: /^Theme:/ });
  await toggle.click();
  await toggle.click();
  await page.reload({ waitUntil: "commit" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("answers an unknown address with a 404 page", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no such page");
});
