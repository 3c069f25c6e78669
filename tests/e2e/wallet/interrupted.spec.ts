import type { Page } from "@playwright/test";
import { encodeFunctionData } from "viem";
import type { HDAccount } from "viem/accounts";
import { USDC, type TestChain } from "../../support/money/chain";
import { atStep, balanceOf, deepen, expect, records, sendButton, step, test, toReview, tokenShown } from "./buying";
import { installWallet } from "./test-wallet";

/** USDC's issuer blocks an account, or frees it; first in its block. */
async function blocks(chain: TestChain, { address }: HDAccount, isBlocked: boolean): Promise<void> {
  const data = encodeFunctionData({ abi: chain.contracts.TestUSDC.abi, functionName: "blacklist", args: [address, isBlocked] });
  await chain.client.sendTransaction({
    account: chain.settler,
    to: USDC,
    data,
    gas: 100_000n,
    maxFeePerGas: 90_000_000_000n,
    maxPriorityFeePerGas: 20_000_000_000n,
  });
}

const resume = (page: Page) => page.getByRole("button", { name: /^Continue/ });

test("a page that is reloaded while the payment is confirmed goes on, and the record ends with the credits", async ({
  page,
  chain,
  wallet: _,
}) => {
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "confirming");
  await page.reload();
  await expect(page.getByText(/A payment of 5\.\d+ USDC is not finished/)).toBeVisible();
  await resume(page).click();
  await deepen(chain);
  expect(await balanceOf(page, await tokenShown(page))).toMatchObject({ status: 200, balance: 275 });
  expect(await records(page)).toEqual([]);
});

test("a tab that is closed before the hash came finds the payment by its memo", async ({ page, chain, wallet }) => {
  await toReview(page);
  wallet.behave("eth_sendTransaction", { kind: "lose-answer" });
  await sendButton(page).click();
  await atStep(page, "signing");
  await expect.poll(() => wallet.sent.length).toBe(1);
  await page.reload();
  await resume(page).click();
  await deepen(chain);
  expect(await balanceOf(page, await tokenShown(page))).toMatchObject({ status: 200, balance: 275 });
  expect(await records(page)).toEqual([]);
});

test("of two tabs one pays; the other can once the first has left", async ({ page, context, chain, buyer, wallet: _ }) => {
  await toReview(page);
  const second = await context.newPage();
  const other = await installWallet(second, chain, buyer);
  await toReview(second);
  await expect(second.getByRole("heading", { name: "Another tab is about to pay" })).toBeVisible();
  await expect(sendButton(second)).toHaveCount(0);
  await page.getByRole("button", { name: "Change the amount" }).click();
  await expect(sendButton(second)).toBeVisible();
  await sendButton(second).click();
  await atStep(second, "confirming");
  expect(other.methods("eth_sendTransaction")).toBe(1);
  await deepen(chain);
  await tokenShown(second);
});

test.describe("a transaction that waits for its block", () => {
  test.beforeEach(async ({ chain }) => chain.setAutomine(false));

  test("is sped up in the wallet, and its new hash is credited", async ({ page, chain, wallet }) => {
    await toReview(page);
    await sendButton(page).click();
    await atStep(page, "pending");
    await wallet.isFollowed();
    await wallet.replaceLast("faster");
    await deepen(chain);
    await chain.setAutomine(true);
    const token = await tokenShown(page);
    expect(await balanceOf(page, token)).toMatchObject({ status: 200, balance: 275 });
  });

  test("is cancelled in the wallet: nothing was paid", async ({ page, chain, wallet }) => {
    await toReview(page);
    await sendButton(page).click();
    await atStep(page, "pending");
    await wallet.isFollowed();
    await wallet.replaceLast("cancel");
    await deepen(chain);
    await atStep(page, "cancelled");
    expect(await records(page)).toEqual([]);
    await expect(step(page)).not.toContainText(/failed/i);
  });

  test("is dropped: the page says so, never that it failed, and credits it should it come after all", async ({ page, chain, wallet }) => {
    await page.clock.install();
    await toReview(page);
    await sendButton(page).click();
    await atStep(page, "pending");
    const transaction = wallet.sent[0]!;
    await chain.client.dropTransaction({ hash: transaction });
    for (let at = 0; at < 18; at++) {
      await page.clock.runFor(15_000);
      if ((await step(page).getAttribute("data-step")) === "dropped") break;
    }
    await atStep(page, "dropped");
    await expect(step(page)).not.toContainText(/failed/i);
    expect(await records(page)).toHaveLength(1);
  });
});

test("a transfer that is undone on the chain says that no USDC was moved", async ({ page, chain, buyer, wallet: _ }) => {
  await chain.setAutomine(false);
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "pending");
  // The issuer blocks the account in the same block, before its transfer.
  await blocks(chain, buyer, true);
  await deepen(chain);
  await chain.setAutomine(true);
  await blocks(chain, buyer, false);
  await atStep(page, "reverted");
  expect(await records(page)).toEqual([]);
});
