import {
  atStep,
  connect,
  deepen,
  expect,
  primaryCount,
  records,
  requireWorking,
  send,
  sendButton,
  step,
  test,
  toReview,
  tokenShown,
} from "./buying";

test.use({ firstChain: 1 });

test("a wallet on another network switches, pays exactly the quote and gets a token that works", async ({ page, chain, wallet }) => {
  await connect(page);
  await atStep(page, "wrong-network");
  await page.getByRole("button", { name: "Switch to Base" }).click();
  await atStep(page, "review");
  expect(await primaryCount(page)).toBe(1);
  const before = await chain.balanceOf(chain.payTo);
  await send(page);
  expect(await records(page)).toHaveLength(1);
  await deepen(chain);
  const token = await tokenShown(page);
  expect(wallet.methods("eth_sendTransaction")).toBe(1);
  expect((await chain.balanceOf(chain.payTo)) - before).toBeGreaterThan(5_000_000n);
  await requireWorking(page, token, 275);
  expect(await records(page)).toEqual([]);
  await page.getByLabel("I have stored it").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(step(page)).toHaveCount(0);
  expect(await page.content()).not.toContain(token);
});

test.describe("on Base", () => {
  test.use({ firstChain: 8453 });

  test("a declined payment sends nothing, and the next attempt has a quote of its own", async ({ page, wallet, chain }) => {
    await toReview(page);
    const first = await sendButton(page).textContent();
    wallet.behave("eth_sendTransaction", { kind: "decline" });
    await sendButton(page).click();
    await atStep(page, "declined");
    expect(await records(page)).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await atStep(page, "review");
    expect(await sendButton(page).textContent()).not.toBe(first);
    await send(page);
    await deepen(chain);
    await requireWorking(page, await tokenShown(page), 275);
  });
});
