import { expect, test } from "./test";

test("routing asks for its free answer by its button alone, counts it, and says when the day's are used up", async ({ page, request }) => {
  const asked: string[] = [];
  page.on("request", (call) => void (call.url().includes("/api/p") && asked.push(call.url())));
  await page.goto("/models/route?task=code&budget=10", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  const free = page.getByRole("region", { name: "The first one, free" });
  await free.getByRole("button").click();
  await expect(free).toContainText("4 of 5 free today");
  const { recommendation } = (await (await request.get("/api/preview/routing?task=code&budget=10")).json()) as {
    recommendation: { model: string };
  };
  await expect(free).toContainText(recommendation.model);
  for (let used = 2; used < 5; used++) expect((await request.get("/api/preview/routing")).status()).toBe(200);
  await free.getByRole("button").click();
  await expect(free.getByRole("alert")).toContainText("used up");
  await expect(free.getByRole("alert")).toContainText("costs 1 credit");
});

test.describe("routing without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("shows the best model for each of the four tasks at once, which no day's free answers count", async ({ page }) => {
    await page.goto("/models/route");
    const best = page.getByRole("region", { name: "The best for each task now" });
    await expect(best.getByRole("listitem")).toHaveCount(4);
    for (const entry of await best.getByRole("listitem").all()) {
      const model = await entry.locator("p a").innerText();
      await expect(entry.locator(".why")).toContainText(`${model} is first with`);
    }
    await best.getByRole("link", { name: "Code", exact: true }).click();
    await expect(page).toHaveURL(/task=code/);
    await expect(page.getByRole("region", { name: "The first one, free" })).toHaveCount(0);
  });
});

test("the weights move an example of a ranking that is marked as one", async ({ page }) => {
  await page.goto("/models/route");
  const example = page.getByRole("figure", { name: "An example of a ranking" });
  await expect(example).toContainText("Example: invented models");
  const order = () => example.locator("li b").allTextContents();
  await page.getByLabel("Quality", { exact: true }).fill("1");
  for (const part of ["Availability", "Cost"]) await page.getByLabel(part, { exact: true }).fill("0");
  await expect.poll(async () => (await order())[0]).toBe("1. Model One");
  await page.getByLabel("Cost", { exact: true }).fill("9");
  await expect.poll(async () => (await order())[0]).toBe("1. Model Three");
});

test("weights that do not sum to 1 are named with what they count as; none at all are refused before anybody pays", async ({ page }) => {
  await page.goto("/models/route?wq=1&wa=1&wc=0&wl=0", { waitUntil: "networkidle" });
  await expect(page.getByText("Sum 2, not 1.")).toContainText("quality 0.500, availability 0.500");
  await page.getByRole("button", { name: "Make them sum to 1" }).click();
  await expect(page).toHaveURL(/wq=0\.5&wa=0\.5/);
  await expect(page.getByText("Sum 1", { exact: true })).toBeVisible();
  await page.getByRole("slider", { name: /^Quality/ }).fill("1");
  await expect(page.getByText("Sum 1.5, not 1.")).toBeVisible();
  await expect(page).toHaveURL(/wq=1&wa=0\.5/);
  await page.getByRole("button", { name: "Make them sum to 1" }).click();
  await expect(page.getByLabel("Quality", { exact: true })).toHaveValue("0.6667");
  await page.goto("/models/route?wq=0&wa=0&wc=0&wl=0");
  await expect(page.getByRole("alert").filter({ hasText: "cannot be ranked" })).toContainText(
    "At least one of w_quality, w_availability, w_cost and w_latency must be above 0",
  );
  await expect(page.getByRole("button", { name: /^Run,/ })).toHaveCount(0);
});

test("choices made quickly all reach the question that is paid for, and the fields keep the focus", async ({ page }) => {
  await page.goto("/models/route", { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Apply" })).toBeHidden();
  await page.getByLabel("What it is for").selectOption("code");
  await page.getByLabel("Quality by").selectOption("capability");
  await page.getByLabel("Blended price at most, $ per 1M").fill("3");
  const slider = page.getByRole("slider", { name: /^Cost/ });
  await slider.focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/task=code&by=capability&budget=3.*wc=0\.4/);
  await expect(slider).toBeFocused();
  await expect(page.getByLabel("Cost", { exact: true })).toHaveValue("0.4");
  await page.getByRole("button", { name: "API" }).click();
  await expect(page.getByText(/\/api\/premium\/routing\?.*w_cost=0\.4/).first()).toBeAttached();
});

test.describe("the weights of routing without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("are applied by a button", async ({ page }) => {
    await page.goto("/models/route");
    await page.getByLabel("What it is for").selectOption("code");
    await page.getByLabel("Cost", { exact: true }).fill("0.5");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/task=code.*wc=0\.5/);
    await expect(page.getByText("Sum 1.3, not 1.")).toBeVisible();
  });
});
