import { atStep, connect, press, send, withoutBlocks, type Play } from "./wallet-scene";

/** From the wallet's answer to the credits. */
export const PAYMENT: readonly Play[] = [
  async (scene) => {
    const { page, wallet, shoot } = scene;
    wallet.behave("eth_sendTransaction", { kind: "decline" });
    await send(scene);
    await atStep(page, "declined");
    await shoot("declined");
  },
  async (scene) => {
    const { page, wallet, shoot } = scene;
    wallet.behave("eth_sendTransaction", { kind: "hang" });
    await send(scene);
    await atStep(page, "signing");
    await shoot("signing");
    await press(page, "Stop waiting");
    await atStep(page, "unsure");
    await shoot("unsure");
    await press(page, "Back");
    await page.getByRole("region", { name: "Unfinished payments" }).waitFor();
    await shoot("unfinished");
  },
  async (scene) => {
    const { page, chain, wallet, shoot } = scene;
    await withoutBlocks(chain, async () => {
      await send(scene);
      await atStep(page, "pending");
      await shoot("pending");
      await wallet.isFollowed();
      await wallet.replaceLast("cancel");
      await chain.mine(8);
      await atStep(page, "cancelled");
      await shoot("cancelled");
    });
  },
  async (scene) => {
    const { page, chain, wallet, shoot } = scene;
    await page.clock.install();
    await withoutBlocks(chain, async () => {
      await send(scene);
      await atStep(page, "pending");
      await page.clock.runFor(65_000);
      await shoot("slow");
      await chain.client.dropTransaction({ hash: wallet.sent[0]! });
      for (let look = 0; look < 18 && !(await page.locator('[data-step="dropped"]').isVisible()); look++) await page.clock.runFor(15_000);
      await atStep(page, "dropped");
      await shoot("dropped");
    });
  },
  async (scene) => {
    const { page, chain, shoot } = scene;
    await send(scene);
    await atStep(page, "confirming");
    await shoot("confirming");
    await chain.mine(8);
    await atStep(page, "credited");
    await shoot("credited");
  },
  async (scene) => {
    const { page, shoot } = scene;
    await page.route("**/api/payment/confirm", (route) => route.abort());
    await send(scene);
    await atStep(page, "stalled");
    await shoot("stalled");
  },
  async ({ page, shoot }) => {
    await press(page, "Pay from another wallet");
    await atStep(page, "awaiting");
    await shoot("awaiting");
  },
  async ({ page, chain, buyer, wallet, shoot }) => {
    const hash = await chain.transfer(buyer, 2_345_678n);
    await chain.mine(8);
    await page.getByText("I already paid").click();
    await shoot("recovery");
    await page.getByLabel("Transaction", { exact: true }).fill(hash);
    await press(page, "Find the payment");
    await atStep(page, "must-sign");
    await shoot("must-sign");
    wallet.behave("personal_sign", { kind: "hang" });
    await press(page, "Sign the text");
    await atStep(page, "signing-claim");
    await shoot("signing-claim");
  },
  async ({ page, chain, buyer, shoot }) => {
    const hash = await chain.client.sendTransaction({ account: buyer, to: chain.buyers[3].address, value: 1n });
    await chain.mine(8);
    await page.getByText("I already paid").click();
    await page.getByLabel("Transaction", { exact: true }).fill(hash);
    await press(page, "Find the payment");
    await atStep(page, "not-credited");
    await shoot("not-credited");
  },
  async (scene) => {
    const { page, chain, buyer, shoot } = scene;
    await connect(scene);
    await atStep(page, "review");
    await press(page, "Change the amount");
    // A balance that is gone between the check and the trial run.
    await page.route("**/api/payment/buy-credits", async (route) => {
      await chain.transfer(buyer, await chain.balanceOf(buyer.address), chain.buyers[3].address);
      await route.continue();
    });
    const units = await chain.balanceOf(buyer.address);
    await connect(scene);
    await atStep(page, "unpayable");
    await shoot("unpayable");
    await chain.mint(buyer.address, units);
  },
];
