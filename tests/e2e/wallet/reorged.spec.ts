import { atStep, deepen, expect, pay, press, records, requireWorking, step, test, toReview, tokenShown, sendButton } from "./buying";
import { passTimeTo } from "./states/scene";
import { LONG } from "../tier";

test("a transaction whose block leaves the chain is credited once it is in another block", async ({ page, chain, wallet }) => {
  await pay(page);
  await chain.reorg(1);
  await expect(step(page)).toContainText("Waiting until the payment is seen in a block.");
  await chain.catchUp();
  await wallet.sendLastAgain();
  await deepen(chain);
  await requireWorking(page, await tokenShown(page), 275);
  expect(wallet.sent).toHaveLength(1);
});

test(
  "one that is gone for two minutes stays remembered, and is credited should it come after all",
  LONG,
  async ({ page, chain, wallet }) => {
    await page.clock.install();
    await pay(page);
    await chain.reorg(1);
    await passTimeTo(page, "stalled");
    await expect(step(page)).toContainText("Do not pay again");
    await expect(step(page)).not.toContainText(/failed/i);
    expect(await records(page)).toHaveLength(1);
    await chain.catchUp();
    await wallet.sendLastAgain();
    await deepen(chain);
    await press(page, "Ask again");
    await requireWorking(page, await tokenShown(page), 275);
    expect(await records(page)).toEqual([]);
  },
);

test(
  "a block that leaves the chain while the payment waits for its depth takes no credits and gives none",
  LONG,
  async ({ page, chain, wallet }) => {
    await pay(page);
    await chain.mine(3);
    await expect(step(page)).toContainText(/[1-5] of 6 blocks deep/, { timeout: 20_000 });
    await chain.reorg(4);
    await chain.mine(2);
    await expect(step(page)).toContainText("Waiting until the payment is seen in a block.", { timeout: 20_000 });
    await chain.catchUp();
    await wallet.sendLastAgain();
    await deepen(chain);
    await requireWorking(page, await tokenShown(page), 275);
  },
);

test("a transaction that the network had forgotten is credited once it comes after all", LONG, async ({ page, chain, wallet }) => {
  await page.clock.install();
  await chain.setAutomine(false);
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "pending");
  await chain.client.dropTransaction({ hash: wallet.sent[0]! });
  await passTimeTo(page, "dropped");
  await expect(step(page)).not.toContainText(/failed/i);
  await wallet.sendLastAgain();
  await chain.setAutomine(true);
  await deepen(chain);
  await press(page, "Check whether it was paid");
  await requireWorking(page, await tokenShown(page), 275);
});
