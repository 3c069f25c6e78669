import type { Page } from "@playwright/test";
import type { Hex } from "viem";
import { atStep, deepen, expect, pay, press, records, requireWorking, send, sendButton, step, test, toReview, tokenShown } from "./buying";
import { answerFrom, startInstance } from "./instance";
import { passTimeTo, setBlocked } from "./states/scene";
import { installWallet } from "./test-wallet";
import { LONG } from "../tier";

const DAY_AND_MORE_MS = 26 * 3_600_000;

const resume = (page: Page): Promise<void> => press(page, /^Continue/);

/** From the amount to a transfer that waits for its block. */
async function toPending(page: Page): Promise<void> {
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "pending");
}

test("a tab that is closed before the hash came finds the payment by its memo", async ({ page, chain, wallet }) => {
  await toReview(page);
  wallet.behave("eth_sendTransaction", { kind: "lose-answer" });
  await sendButton(page).click();
  await atStep(page, "signing");
  await expect.poll(() => wallet.sent.length).toBe(1);
  await page.reload();
  await expect(page.getByText(/It is not known whether a payment of 5\.\d+ USDC was made/)).toBeVisible();
  await resume(page);
  await deepen(chain);
  await requireWorking(page, await tokenShown(page), 275);
  expect(await records(page)).toEqual([]);
});

test("of two tabs one pays; the other can once the first has left", async ({ page, context, chain, buyer, wallet }) => {
  await toReview(page);
  const second = await context.newPage();
  const other = await installWallet(second, chain, buyer);
  await toReview(second);
  await expect(second.getByRole("heading", { name: "Another tab is about to pay" })).toBeVisible();
  await expect(sendButton(second)).toHaveCount(0);
  await press(page, "Change the amount");
  await expect(sendButton(second)).toBeVisible();
  await send(second);
  expect([wallet, other].map((one) => one.methods("eth_sendTransaction"))).toEqual([0, 1]);
  await deepen(chain);
  await requireWorking(second, await tokenShown(second), 275);
});

test.describe("a transaction that waits for its block", () => {
  test.beforeEach(async ({ chain }) => chain.setAutomine(false));

  test("is sped up in the wallet, and its new hash is credited", async ({ page, chain, wallet }) => {
    await toPending(page);
    await wallet.isFollowed();
    await wallet.replaceLast("faster");
    await deepen(chain);
    await chain.setAutomine(true);
    await requireWorking(page, await tokenShown(page), 275);
  });

  test("is sped up after the tab was closed: the memo finds what took its place", LONG, async ({ page, chain, wallet }) => {
    await toPending(page);
    await page.reload();
    await wallet.replaceLast("faster");
    await deepen(chain);
    await chain.setAutomine(true);
    await resume(page);
    await requireWorking(page, await tokenShown(page), 275);
    expect(await records(page)).toEqual([]);
  });

  test(
    "is undone after the tab was closed: the service says so, and nothing stays remembered",
    LONG,
    async ({ page, chain, buyer, wallet: _ }) => {
      await toPending(page);
      await page.reload();
      // The issuer blocks the account in the same block, before its transfer.
      await setBlocked(chain, buyer, true);
      await deepen(chain);
      await chain.setAutomine(true);
      await setBlocked(chain, buyer, false);
      await resume(page);
      await atStep(page, "reverted");
      expect(await records(page)).toEqual([]);
    },
  );

  test("is replaced by a payment of the same amount: the memo finds that one", LONG, async ({ page, chain, buyer, wallet }) => {
    await toPending(page);
    await wallet.isFollowed();
    await wallet.replaceLast("other");
    await chain.mine();
    await atStep(page, "replaced");
    const [asked] = wallet.requests.find(({ method }) => method === "eth_sendTransaction")!.params as [{ to: Hex; data: Hex }];
    await chain.setAutomine(true);
    await chain.client.sendTransaction({ account: buyer, to: asked.to, data: asked.data });
    await deepen(chain);
    await press(page, "Check whether it was paid");
    await requireWorking(page, await tokenShown(page), 275);
  });

  test("can be forgotten a day after its quote has ended, and not before", LONG, async ({ page, wallet: _ }) => {
    await toPending(page);
    await page.reload();
    await expect(page.getByText(/A payment of 5\.\d+ USDC is not finished/)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Forget/ })).toHaveCount(0);
    await page.clock.install({ time: Date.now() + DAY_AND_MORE_MS });
    await page.reload();
    await press(page, /^Forget/);
    expect(await records(page)).toEqual([]);
  });
});

test("a wallet that does not know Base adds it and goes on", async ({ page, wallet }) => {
  await page.goto("/buy");
  await press(page, "Connect wallet");
  await wallet.switchTo(1);
  await press(page, "Test Wallet");
  await atStep(page, "wrong-network");
  wallet.behave("wallet_switchEthereumChain", { kind: "error", code: 4902, message: "Unrecognized chain." });
  await press(page, "Switch to Base");
  await atStep(page, "review");
  expect(wallet.methods("wallet_addEthereumChain")).toBe(1);
});

test("too many requests while the payment is confirmed only delay it", LONG, async ({ page, context, chain, wallet: _ }) => {
  await page.clock.install();
  await pay(page);
  await Promise.all(Array.from({ length: 120 }, () => page.request.get("/api/payment/claim-message")));
  await deepen(chain);
  const refused = page.waitForResponse((response) => response.url().endsWith("/confirm") && response.status() === 429);
  await page.clock.runFor(15_000);
  await refused;
  await atStep(page, "confirming");
  // The minute is over: the service counts anew.
  await context.setExtraHTTPHeaders({ "X-Forwarded-For": "10.200.0.1" });
  await passTimeTo(page, "credited");
  await requireWorking(page, await tokenShown(page), 275);
});

test("a service that stops selling after the payment still credits it once it sells again", LONG, async ({ page, chain, wallet: _ }) => {
  await page.clock.install();
  await toReview(page);
  await answerFrom(page, await startInstance({ PAYMENTS_DISABLED: "true" }));
  await send(page);
  await deepen(chain);
  await passTimeTo(page, "stalled");
  await expect(step(page)).toContainText("Do not pay again");
  expect(await records(page)).toHaveLength(1);
  await page.unrouteAll({ behavior: "wait" });
  await press(page, "Ask again");
  await requireWorking(page, await tokenShown(page), 275);
});

test("a device that is offline after the payment asks again once it is back", LONG, async ({ page, context, chain, wallet: _ }) => {
  await page.clock.install();
  await pay(page);
  await context.setOffline(true);
  await passTimeTo(page, "stalled");
  await context.setOffline(false);
  await deepen(chain);
  await press(page, "Ask again");
  await requireWorking(page, await tokenShown(page), 275);
});
