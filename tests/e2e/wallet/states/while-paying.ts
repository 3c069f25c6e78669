import { atStep, press, sendButton, toGaslessReview, toReview } from "../buying";
import { installWallet } from "../test-wallet";
import { passTimeTo, setBlocked, withoutEther, type Scene, type Ways } from "./scene";

const SEND = "eth_sendTransaction";

/** The wallet was asked to send, and the buyer has not answered it. */
async function toSigning({ page, wallet }: Scene): Promise<void> {
  wallet.behave(SEND, { kind: "hang" });
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "signing");
}

/** The transfer waits for its block. */
async function toPending({ page, chain }: Scene): Promise<void> {
  await chain.setAutomine(false);
  await toReview(page);
  await sendButton(page).click();
  await atStep(page, "pending");
}

/** The wallet tells what replaces the transfer only once it has shown the transfer itself. */
async function replaced(scene: Scene, by: "faster" | "cancel" | "other"): Promise<void> {
  await toPending(scene);
  await scene.wallet.isFollowed();
  await scene.wallet.replaceLast(by);
}

async function toReviewBefore({ page }: Scene, clock: string): Promise<void> {
  await page.clock.install();
  await toReview(page);
  await page.clock.fastForward(clock);
}

/** Every state from the review to a transaction in a block, each with the ways that lead to it. */
export const WHILE_PAYING = {
  review: {
    "the quote is fresh": { reach: ({ page }) => toReview(page), shows: /Send exactly 5\.\d+ USDC/, reloaded: "form" },
    "the quote ends in less than two minutes": {
      reach: (scene) => toReviewBefore(scene, "28:30"),
      shows: "The quote ends in less than two minutes",
      reloaded: "form",
    },
    "the quote has ended": { reach: (scene) => toReviewBefore(scene, "31:00"), shows: "The quote has ended", reloaded: "form" },
    "another tab is about to pay": {
      async reach({ page, chain, buyer }) {
        const first = await page.context().newPage();
        await installWallet(first, chain, buyer);
        await toReview(first);
        await toReview(page);
      },
      shows: "Another tab is about to pay",
      reloaded: "form",
    },
  },
  "account-changed": {
    "the wallet uses another account": {
      async reach({ page, chain, buyer, wallet }) {
        await toReview(page);
        await wallet.use(chain.buyers.find(({ address }) => address !== buyer.address)!);
      },
      shows: "Your wallet changed its account",
      reloaded: "form",
    },
  },
  signing: {
    "the wallet waits for the buyer": { reach: toSigning, shows: "It shows a transfer of 5.", reloaded: "confirming" },
    "silent for a minute": {
      async reach(scene) {
        await scene.page.clock.install();
        await toSigning(scene);
        await scene.page.clock.runFor(61_000);
      },
      shows: "No answer for a minute",
      reloaded: "confirming",
    },
    "the account changes meanwhile": {
      async reach(scene) {
        await toSigning(scene);
        await scene.wallet.use(scene.chain.buyers.find(({ address }) => address !== scene.buyer.address)!);
      },
      shows: "The wallet's account changed meanwhile",
      reloaded: "confirming",
    },
    "the network changes meanwhile": {
      async reach(scene) {
        await toSigning(scene);
        await scene.wallet.switchTo(1);
      },
      shows: "The wallet's network changed meanwhile",
      reloaded: "confirming",
    },
    "a transfer that the service sends": {
      async reach(scene) {
        await withoutEther(scene);
        scene.wallet.behave("eth_signTypedData_v4", { kind: "hang" });
        await toGaslessReview(scene.page);
        await sendButton(scene.page).click();
      },
      shows: "It asks you to sign a transfer of 5.",
      reloaded: "confirming",
    },
  },
  declined: {
    "the buyer declines": {
      async reach({ page, wallet }) {
        wallet.behave(SEND, { kind: "decline" });
        await toReview(page);
        await sendButton(page).click();
      },
      shows: "You declined. Nothing was sent.",
      reloaded: "form",
    },
  },
  unsure: {
    "the buyer stops waiting": {
      async reach(scene) {
        await toSigning(scene);
        await press(scene.page, "Stop waiting");
      },
      shows: "It is not known whether the wallet sent the payment",
      reloaded: "confirming",
    },
    "the wallet fails after it has sent": {
      async reach({ page, wallet }) {
        wallet.behave(SEND, { kind: "fail-after", code: -32_603, message: "The extension was restarted." });
        await toReview(page);
        await sendButton(page).click();
      },
      shows: "The reason given: The extension was restarted.",
      reloaded: "credited",
    },
  },
  pending: {
    "the transfer waits for its block": { reach: toPending, shows: "Base makes a block every two seconds", reloaded: "credited" },
    "it waits for longer than a minute": {
      async reach(scene) {
        await scene.page.clock.install();
        await toPending(scene);
        await scene.page.clock.runFor(61_000);
      },
      shows: "This takes longer than usual",
      reloaded: "credited",
    },
  },
  dropped: {
    "the network forgets the transfer": {
      async reach(scene) {
        await scene.page.clock.install();
        await toPending(scene);
        await scene.chain.client.dropTransaction({ hash: scene.wallet.sent[0]! });
        await passTimeTo(scene.page, "dropped");
      },
      shows: "The network no longer knows this transaction",
      reloaded: "confirming",
    },
  },
  cancelled: {
    "the buyer cancels in the wallet": {
      async reach(scene) {
        await replaced(scene, "cancel");
        await scene.chain.mine();
      },
      shows: "You cancelled this payment. Nothing was paid.",
      reloaded: "form",
    },
  },
  replaced: {
    "another transaction takes its place": {
      async reach(scene) {
        await replaced(scene, "other");
        await scene.chain.mine();
      },
      shows: "Another transaction took its place",
      reloaded: "confirming",
    },
  },
  reverted: {
    "the chain undoes the transfer": {
      async reach(scene) {
        const { chain, buyer, afterwards } = scene;
        await toPending(scene);
        afterwards(() => setBlocked(chain, buyer, false));
        await setBlocked(chain, buyer, true);
        await chain.mine();
      },
      shows: "The transfer was undone on the chain",
      reloaded: "form",
    },
  },
} satisfies Record<string, Ways>;
