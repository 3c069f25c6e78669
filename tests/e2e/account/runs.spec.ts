import { expect, test } from "../test";
import { signInAnew } from "./signed-in";

test.describe("a paid question in a session", () => {
  test("says price and balance first, is charged once for a double click, and gives the receipt", async ({ page, request }) => {
    const token = await signInAnew(page, 9);
    const byBearer: string[] = [];
    page.on("request", (call) => void (call.headers().authorization && byBearer.push(call.url())));
    await page.goto("/providers/anthropic");
    const block = page.getByRole("region", { name: "Uptime of a year" });
    await expect(block).toContainText("This answer costs 1 credit ($0.02)");
    await expect(block).toContainText("On your account, which has 9 credits");
    await block.getByRole("button", { name: "Run, 1 credit" }).dblclick();
    await expect(block.getByText("1 credit charged")).toBeVisible();
    await expect(block.getByText("8 credits left")).toBeVisible();
    await block.getByRole("button", { name: "Verify" }).click();
    await expect(block.getByText("The signature is valid")).toBeVisible();
    await expect(page.getByRole("region", { name: "Profile of Anthropic" })).toContainText("which has 8 credits");
    const answer = await request.get("/api/payment/balance", { headers: { Authorization: `Bearer ${token}` } });
    expect(((await answer.json()) as { balance: number }).balance).toBe(8);
    expect(byBearer).toEqual([]);
  });

  test("of an account with too few credits says so and charges nothing", async ({ page }) => {
    await signInAnew(page, 1);
    await page.goto("/providers/anthropic");
    const block = page.getByRole("region", { name: "Measured latency and availability of a year" });
    await expect(block).toContainText("which has 1 credit");
    await block.getByRole("button", { name: "Run, 5 credits" }).click();
    await expect(block.getByRole("alert")).toContainText("too few credits (402)");
  });

  test("asks for a token once the session has ended, and asks nothing of strangers", async ({ page, request }) => {
    const posts: string[] = [];
    page.on("request", (call) => void (call.method() === "POST" && posts.push(call.url())));
    await page.goto("/providers/anthropic", { waitUntil: "networkidle" });
    expect(posts).toEqual([]);
    const token = await signInAnew(page, 5);
    await page.goto("/providers/anthropic");
    const block = page.getByRole("region", { name: "Profile of Anthropic" });
    await expect(block).toContainText("which has 5 credits");
    await request.post("/api/payment/revoke", { headers: { Authorization: `Bearer ${token}` }, data: { confirm: true } });
    await block.getByRole("button", { name: "Run, 1 credit" }).click();
    await expect(block.getByRole("alert")).toContainText("The session has ended");
    await expect(block.getByRole("link", { name: "sign in" })).toHaveAttribute("href", "/account?next=%2Fproviders%2Fanthropic");
  });
});
