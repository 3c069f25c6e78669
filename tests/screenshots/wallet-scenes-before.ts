import { atStep, connect, press, toReview, type Play } from "./wallet-scene";

/** From the amount to the quote. */
export const BEFORE_PAYMENT: readonly Play[] = [
  async ({ page, wallet, shoot }) => {
    await press(page, "Connect wallet");
    await page.getByRole("button", { name: "Test Wallet" }).waitFor();
    await shoot("choosing");
    wallet.behave("wallet_requestPermissions", { kind: "decline" });
    await press(page, "Test Wallet");
    await atStep(page, "unconnected");
    await shoot("unconnected");
    wallet.behave("wallet_requestPermissions", { kind: "hang" });
    await press(page, "Try again");
    await atStep(page, "connecting");
    await shoot("connecting");
  },
  async (scene) => {
    const { page, wallet, shoot } = scene;
    await wallet.switchTo(1);
    await connect(scene);
    await atStep(page, "wrong-network");
    await shoot("wrong-network");
    wallet.behave("wallet_switchEthereumChain", { kind: "decline" });
    await press(page, "Switch to Base");
    await page.getByText("You declined the switch.").waitFor();
    await shoot("switch-declined");
  },
  async (scene) => {
    const { page, wallet, shoot } = scene;
    wallet.behave("eth_getBalance", { kind: "hang" });
    await connect(scene);
    await atStep(page, "checking");
    await page.getByText("the same in payment/info").waitFor();
    await shoot("checking");
  },
  async (scene) => {
    const { page, wallet, shoot } = scene;
    wallet.behave("eth_getBalance", { kind: "error", code: -32_603, message: "no answer" }, "always");
    await connect(scene);
    await atStep(page, "check-failed");
    await shoot("check-failed");
  },
  async (scene) => {
    await scene.page.route("**/llms.txt", (route) => route.abort());
    await connect(scene);
    await atStep(scene.page, "address-unchecked");
    await scene.shoot("address-unchecked");
  },
  async (scene) => {
    const { page, shoot } = scene;
    await page.route("**/llms.txt", async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ body: text.replace(/(USDC on Base\): 0x[0-9a-fA-F]{39})./, "$11") });
    });
    await connect(scene);
    await atStep(page, "address-differs");
    await shoot("address-differs");
  },
  async (scene) => {
    const { page, shoot } = scene;
    await page.route("**/api/payment/info", async (route) => {
      const info = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...info, enabled: false, reason: "Purchases are switched off for maintenance." } });
    });
    await connect(scene);
    await atStep(page, "paused");
    await shoot("paused");
  },
  async (scene) => {
    const { page, shoot } = scene;
    await page.getByLabel(/^Amount in USDC/).fill("9000");
    await connect(scene);
    await atStep(page, "too-little-usdc");
    await shoot("too-little-usdc");
  },
  async (scene) => {
    const { page, chain, buyer, shoot } = scene;
    const value = await chain.client.getBalance({ address: buyer.address });
    await chain.client.setBalance({ address: buyer.address, value: 0n });
    await connect(scene);
    await atStep(page, "no-gas");
    await shoot("no-gas");
    await chain.client.setBalance({ address: buyer.address, value });
  },
  async (scene) => {
    const { page, shoot } = scene;
    await page.route("**/api/payment/buy-credits", () => undefined);
    await connect(scene);
    await atStep(page, "quoting");
    await shoot("quoting");
  },
  async (scene) => {
    const { page, shoot } = scene;
    await page.route("**/api/payment/buy-credits", (route) => route.abort());
    await connect(scene);
    await atStep(page, "quote-refused");
    await shoot("quote-refused");
  },
  async (scene) => {
    const { page, wallet, chain, shoot } = scene;
    await toReview(scene);
    await shoot("review");
    await wallet.use(chain.buyers[3]);
    await atStep(page, "account-changed");
    await shoot("account-changed");
  },
  async (scene) => {
    const { page, shoot } = scene;
    await page.clock.install();
    await toReview(scene);
    for (const [name, heading] of [
      ["expiring", "The quote ends in less than two minutes"],
      ["expired", "The quote has ended"],
    ] as const) {
      for (let minute = 0; minute < 30 && !(await page.getByText(heading).isVisible()); minute++) await page.clock.runFor(60_000);
      await shoot(name);
    }
  },
];
