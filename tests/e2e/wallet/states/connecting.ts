import { atStep, connect, press, toWallets } from "../buying";
import { failing, type Scene, type Ways } from "./scene";

const PERMISSIONS = "wallet_requestPermissions";
const SWITCH = "wallet_switchEthereumChain";

async function toOtherNetwork({ page, wallet }: Scene): Promise<void> {
  await toWallets(page);
  await wallet.switchTo(1);
  await press(page, "Test Wallet");
  await atStep(page, "wrong-network");
}

/** Every state until a wallet is connected and on Base, each with the ways that lead to it. */
export const CONNECTING = {
  choosing: {
    "a wallet announces itself": {
      async reach({ page }) {
        await toWallets(page);
        await page.getByRole("button", { name: "Test Wallet" }).waitFor();
      },
      shows: "Choose a wallet",
      reloaded: "form",
    },
    "no wallet is in the browser": {
      async reach({ page }) {
        await page.addInitScript("window.__walletHidden = true");
        await toWallets(page);
        await page.getByText("No browser wallet was found").waitFor();
      },
      shows: "No browser wallet was found",
      reloaded: "form",
    },
  },
  connecting: {
    "the wallet waits for the buyer": {
      async reach({ page, wallet }) {
        wallet.behave(PERMISSIONS, { kind: "hang" });
        await connect(page);
      },
      shows: "Open your wallet and approve the connection",
      reloaded: "form",
    },
    "silent for fifteen seconds": {
      async reach({ page, wallet }) {
        wallet.behave(PERMISSIONS, { kind: "hang" });
        await page.clock.install();
        await connect(page);
        await atStep(page, "connecting");
        await page.clock.runFor(16_000);
      },
      shows: "No answer yet",
      reloaded: "form",
    },
  },
  unconnected: {
    "the buyer declines": {
      async reach({ page, wallet }) {
        wallet.behave(PERMISSIONS, { kind: "decline" });
        await connect(page);
      },
      shows: "You declined the connection",
      reloaded: "form",
    },
    "another request is open": {
      async reach({ page, wallet }) {
        wallet.behave(PERMISSIONS, failing(-32_002, "Already processing."));
        await connect(page);
      },
      shows: "Your wallet already has a request open",
      reloaded: "form",
    },
    "the wallet is locked": {
      async reach({ page, wallet }) {
        wallet.behave(PERMISSIONS, failing(4100, "Locked."), "always");
        wallet.behave("eth_requestAccounts", failing(4100, "Locked."), "always");
        await connect(page);
      },
      shows: "Your wallet is locked",
      reloaded: "form",
    },
    "the wallet gives no account": {
      async reach({ page, wallet }) {
        wallet.behave(PERMISSIONS, failing(-32_601, "Unknown method."), "always");
        wallet.behave("eth_requestAccounts", failing(-32_603, "Internal error."), "always");
        await connect(page);
      },
      shows: "The wallet did not connect",
      reloaded: "form",
    },
  },
  "wrong-network": {
    "the wallet is on Ethereum": { reach: toOtherNetwork, shows: "It is on Ethereum", reloaded: "form" },
    "the wallet is asked to switch": {
      async reach(scene) {
        await toOtherNetwork(scene);
        scene.wallet.behave(SWITCH, { kind: "hang" });
        await press(scene.page, "Switch to Base");
      },
      shows: "Approve the switch to Base",
      reloaded: "form",
    },
    "the buyer declines the switch": {
      async reach(scene) {
        await toOtherNetwork(scene);
        scene.wallet.behave(SWITCH, { kind: "decline" });
        await press(scene.page, "Switch to Base");
      },
      shows: "You declined the switch",
      reloaded: "form",
    },
    "the wallet cannot switch": {
      async reach(scene) {
        await toOtherNetwork(scene);
        scene.wallet.behave(SWITCH, failing(4200, "Unsupported method."), "always");
        await press(scene.page, "Switch to Base");
      },
      shows: "The wallet cannot switch by itself",
      reloaded: "form",
    },
  },
} satisfies Record<string, Ways>;
