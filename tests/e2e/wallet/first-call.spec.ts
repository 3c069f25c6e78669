import { expect, requireBalancedLedger, test } from "./buying";
import { firstPurchase } from "./first-purchase";

test.afterAll(requireBalancedLedger);

test("a new buyer comes from Today to the first paid call in fewer than ten clicks", async ({ page, chain, wallet: _ }) => {
  const { clicks, status, answer } = await firstPurchase(page, chain, async () => undefined);
  expect(status).toBe(200);
  expect(JSON.parse(answer)).toMatchObject({ billing: { credits_charged: expect.any(Number) }, receipt: expect.anything() });
  expect(clicks.length).toBeGreaterThan(4);
  expect(clicks.length, clicks.join(", ")).toBeLessThan(10);
});
