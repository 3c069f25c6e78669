import { SCREENED } from "../screened";
import type { Page } from "@playwright/test";
import { signInAnew } from "../../account/signed-in";
import { atStep, deepen, pay, press, recover, signText } from "../buying";
import { makeOlder, payAltered } from "../quotes";
import { answerFrom, startInstance } from "../instance";
import { passTimeTo, strangers, type Scene, type Ways } from "./scene";

const DAY_AND_MORE = 26;
const DOLLARS = 1_000_000n;

/** The page shows what to pay from another wallet; gives the exact amount. */
export async function toAwaiting(page: Page): Promise<bigint> {
  await page.goto("/buy");
  await press(page, "Pay from another wallet");
  await atStep(page, "awaiting");
  const amount = await page.locator("[data-step] dd").first().textContent();
  return BigInt(Math.round(Number.parseFloat(amount ?? "") * 1_000_000));
}

/** Asks for the credits of a transfer that another account, amount or time makes unfit for its quote. */
const toUnfit = (scene: Scene, alter: (scene: Scene, memo: string) => unknown): Promise<void> =>
  payAltered(scene.page, scene.chain, (memo) => alter(scene, memo));

/** A payment without a quote, which its transaction names. */
async function toUnquoted(scene: Scene, units: bigint): Promise<void> {
  const hash = await scene.chain.transfer(scene.buyer, units);
  await deepen(scene.chain);
  await recover(scene.page, { hash });
  await atStep(scene.page, "must-sign");
}

/** Every state from a payment on its way to its credits, each with the ways that lead to it. */
export const WHILE_CREDITING = {
  awaiting: {
    "nothing was paid yet": { reach: ({ page }) => toAwaiting(page), shows: "Waiting for your payment", reloaded: "awaiting" },
    "the payment is in a block": {
      async reach(scene) {
        await scene.chain.transfer(scene.buyer, await toAwaiting(scene.page));
        await scene.chain.mine(3);
        await scene.page.getByText(/\d of 6 blocks deep/).waitFor({ timeout: 20_000 });
      },
      shows: /[1-5] of 6 blocks deep/,
      reloaded: "credited",
    },
  },
  confirming: {
    "the block is not deep enough": {
      async reach(scene) {
        await pay(scene.page);
        await scene.chain.mine(2);
        await scene.page.getByText(/\d of 6 blocks deep/).waitFor({ timeout: 20_000 });
      },
      shows: /[1-5] of 6 blocks deep/,
      reloaded: "credited",
    },
  },
  stalled: {
    "the device is offline": {
      async reach({ page }) {
        await page.clock.install();
        await pay(page);
        await page.context().setOffline(true);
        await passTimeTo(page, "stalled");
      },
      shows: "this device is offline",
      reloaded: "credited",
    },
    "the service cannot reach the chain": {
      async reach({ page }) {
        await page.clock.install();
        await answerFrom(page, await startInstance({ CHAIN_RPC_URLS: "http://127.0.0.1:9" }));
        await pay(page);
        await passTimeTo(page, "stalled");
      },
      shows: "Do not pay again: the payment stays remembered",
      reloaded: "credited",
    },
    "the block leaves the chain": {
      async reach({ page, chain }) {
        await page.clock.install();
        await pay(page);
        await chain.reorg(1);
        await passTimeTo(page, "stalled");
      },
      shows: "Not credited yet",
      reloaded: "confirming",
    },
  },
  "must-sign": {
    "a day too late": {
      reach: (scene) => toUnfit(scene, (_, memo) => makeOlder(memo, DAY_AND_MORE)),
      shows: "The payment came more than a day after its quote had ended",
      reloaded: "must-sign",
    },
    "another wallet paid": {
      reach: (scene) => toUnfit(scene, ({ chain, buyer, wallet }) => wallet.payFrom(chain.buyers.find((one) => one !== buyer)!)),
      shows: "The payment came from another wallet than the quote names",
      reloaded: "must-sign",
    },
    "another amount came": {
      reach: (scene) => toUnfit(scene, ({ wallet }) => wallet.payInstead(4n * DOLLARS)),
      shows: "The payment is not the amount of the quote",
      reloaded: "must-sign",
    },
    "no quote belongs to the payment": {
      reach: (scene) => toUnquoted(scene, 2_345_678n),
      shows: "No quote of this page belongs to the payment",
      reloaded: "form",
    },
    "the text is not signed": {
      async reach(scene) {
        await toUnquoted(scene, 2_345_678n);
        scene.wallet.behave("personal_sign", { kind: "decline" });
        await signText(scene.page);
        await scene.page.getByText("The text was not signed.").waitFor();
      },
      shows: "The text was not signed.",
      reloaded: "form",
    },
  },
  "signing-claim": {
    "the wallet waits for the buyer": {
      async reach(scene) {
        await toUnquoted(scene, 2_345_678n);
        scene.wallet.behave("personal_sign", { kind: "hang" });
        await signText(scene.page);
      },
      shows: "It names this service and the transaction",
      reloaded: "form",
    },
  },
  "not-credited": {
    "the payer is on a list of sanctions": {
      async reach({ page, chain, wallet }) {
        wallet.payFrom(SCREENED);
        await chain.mint(SCREENED.address, 10n * DOLLARS);
        await pay(page);
        await deepen(chain);
      },
      shows: "comes from a wallet that we may not deal with",
      reloaded: "not-credited",
    },
    "the transaction paid somebody else": {
      async reach({ page, chain, buyer }) {
        const hash = await chain.transfer(buyer, DOLLARS, strangers.next().address);
        await deepen(chain);
        await recover(page, { hash });
        await signText(page);
      },
      shows: "brought no USDC to this service's wallet",
      reloaded: "form",
    },
    "the payment is worth less than a credit": {
      async reach(scene) {
        await toUnquoted(scene, 1000n);
        await signText(scene.page);
      },
      shows: "worth less than one credit",
      reloaded: "form",
    },
  },
  credited: {
    "a new token": {
      async reach({ page, chain }) {
        await pay(page);
        await deepen(chain);
      },
      shows: "275 credits are yours",
      reloaded: "form",
    },
    "the account that is signed in": {
      async reach({ page, chain }) {
        await signInAnew(page);
        await pay(page);
        await deepen(chain);
      },
      shows: /275 credits are yours.*Open the account/,
      reloaded: "form",
    },
  },
} satisfies Record<string, Ways>;
