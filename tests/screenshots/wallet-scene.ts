import type { Page } from "playwright";
import type { HDAccount } from "viem/accounts";
import type { TestChain } from "../support/money/chain";
import type { TestWallet } from "../e2e/wallet/test-wallet";

export interface Scene {
  page: Page;
  chain: TestChain;
  wallet: TestWallet;
  buyer: HDAccount;
  /** Photographs the state at hand. */
  shoot(name: string): Promise<void>;
}

/** Each begins at the form and photographs what it comes to. */
export type Play = (scene: Scene) => Promise<void>;

export const atStep = (page: Page, name: string): Promise<void> => page.locator(`[data-step="${name}"]`).waitFor({ timeout: 20_000 });
export const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole("button", { name }).click();

export async function connect({ page }: Scene): Promise<void> {
  await press(page, "Connect wallet");
  await press(page, "Test Wallet");
}

export async function toReview(scene: Scene): Promise<void> {
  await connect(scene);
  await atStep(scene.page, "review");
}

export async function send(scene: Scene): Promise<void> {
  await toReview(scene);
  await press(scene.page, /^Send .* USDC$/);
}

/** While it runs, transactions wait for their block. */
export async function withoutBlocks(chain: TestChain, play: () => Promise<void>): Promise<void> {
  await chain.setAutomine(false);
  try {
    await play();
  } finally {
    await chain.setAutomine(true);
    await chain.mine();
  }
}
